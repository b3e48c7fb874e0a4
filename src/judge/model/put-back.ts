import type { Exchange } from '../../http/exchange.ts';
import type { Pet } from '../pet.ts';
import type { Seen } from './seen.ts';

/** An answer that shows an animal of this run, its creation too. */
interface Sign {
  readonly pet: Pet;
  readonly exchange: Exchange;
}

/** An animal of this run, by what its creation answered. */
const keyOf = ({ id, name }: Pet): string => `${id} ${name}`;

/**
 * Whether the whole store was put back to what it was, as staging is at night: there is a moment from which on no
 * answer shows any animal that this run had created before, and lists that had shown some show none. What was
 * created later stays.
 */
export function wasPutBack(seen: Seen): boolean {
  const { creations, reads, lists } = seen;
  const created = new Map<string, number>();
  const signs: Sign[] = [];
  for (const { pet, exchange } of creations) {
    if (pet?.id === undefined) continue;
    created.set(keyOf(pet), exchange.finishedAt);
    signs.push({ pet, exchange });
  }
  for (const { pet, exchange } of reads) if (pet) signs.push({ pet, exchange });
  for (const { pets, exchange } of lists) for (const pet of pets) signs.push({ pet, exchange });
  const own = signs.filter(({ pet }) => created.has(keyOf(pet)));
  const { since, until } = between(own, seen);
  return own.some(({ exchange: { finishedAt: moment } }) => {
    if (moment < since || moment > until) return false;
    const isThere = ({ pet, exchange }: Sign) =>
      exchange.startedAt > moment && (created.get(keyOf(pet)) ?? moment) < moment;
    return !own.some(isThere) && showNoMore(own, seen, moment);
  });
}

/** The last sign of the animals that have gone, and when the first of them was missed. */
function between(own: readonly Sign[], { reads }: Seen): { since: number; until: number } {
  let [since, until] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const key of new Set(own.map(({ pet }) => keyOf(pet)))) {
    const signs = own.filter(({ pet }) => keyOf(pet) === key);
    const last = Math.max(...signs.map(({ exchange }) => exchange.finishedAt));
    const missed = reads.find(
      ({ id, pet, exchange }) =>
        id === signs[0]?.pet.id && pet === undefined && exchange.startedAt >= last,
    );
    if (missed === undefined) continue;
    since = Math.max(since, last);
    until = Math.min(until, missed.exchange.startedAt);
  }
  return { since, until };
}

/** Whether a list that showed animals of this run before a moment was asked for after it. */
function showNoMore(own: readonly Sign[], { lists }: Seen, moment: number): boolean {
  const showed = new Set(
    lists.flatMap(({ query, exchange }) =>
      own.some((sign) => sign.exchange === exchange) && exchange.finishedAt <= moment
        ? [query]
        : [],
    ),
  );
  return lists.some(({ query, exchange }) => exchange.startedAt > moment && showed.has(query));
}
