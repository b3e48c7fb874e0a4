import { type Exchange, isAnswered } from '../../http/exchange.ts';
import { tryParseJson, writeJson } from '../../http/json.ts';
import type { Finding } from '../outcome.ts';
import type { Pet } from '../pet.ts';
import { idsOf, type Seen, type SeenCreation, type SeenList } from './seen.ts';

/** An answer that shows an animal. */
interface Sighting {
  readonly exchange: Exchange;
  readonly pet: Pet;
  /** The query, if it is a list. */
  readonly query?: string;
}

/**
 * Judges that a creation which was answered 400 or 401 left no animal (sections 4.2 and 5.3). The names are the run's
 * own; an animal that an earlier run with the same data may have left, before the service was mended, shows nothing.
 */
export function judgeLeftovers(seen: Seen): Finding[] {
  const refusals = refusalsByName(seen);
  if (refusals.size === 0) return [];
  return sightings(seen).flatMap(({ exchange, pet, query }): Finding[] => {
    // An animal without a string as its name does not show whose it is.
    const refusal = pet.name === undefined ? undefined : refusals.get(pet.name);
    if (refusal === undefined || exchange.startedAt < refusal.startedAt) return [];
    const place = { exchange, pet, ...(query === undefined ? {} : { query }) };
    if (!isNew(place, refusal, seen)) return [];
    const status = refusal.response?.status;
    return [
      {
        id: 'create.refused-leaves-nothing',
        exchange: refusal.index,
        also: [exchange.index],
        at: `createPet ${status}`,
        problem: `the animal ${pet.id} is there under the name that was refused, ${JSON.stringify(pet.name)}`,
      },
    ];
  });
}

/** The last refusal of each name that only refusals sent. */
function refusalsByName({ creations }: Seen): Map<string, Exchange> {
  const refusals = new Map<string, Exchange>();
  for (const creation of creations) {
    if (!isRefusal(creation)) continue;
    for (const name of namesOf(creation)) {
      if (isOwn(name)) refusals.set(name, creation.exchange);
    }
  }
  for (const creation of creations) {
    if (!mayHaveCreated(creation)) continue;
    for (const name of namesOf(creation)) {
      refusals.delete(name);
      // White space at its ends may have been removed.
      refusals.delete(name.trim());
    }
  }
  return refusals;
}

function isRefusal({ exchange: { response } }: SeenCreation): boolean {
  return response?.status === 400 || response?.status === 401;
}

function mayHaveCreated(creation: SeenCreation): boolean {
  return !isRefusal(creation) && creation.exchange.response?.status !== 429;
}

/** Also a text in an array, or a number: what is no name may be kept as a text. */
const anyName = /name\\*"\s*:\s*(?:\[?\s*\\*"([^"\\]+)|(-?\d+(?:\.\d+)?))/g;

/** Shorter names, and those of white space, do not belong to this run alone: others, or probes, send them too. */
const isOwn = (name: string) => name.trim().length >= 6;

/** The names in a body, even if it is not a proper creation. */
function namesOf({ exchange, sent }: SeenCreation): string[] {
  if (sent?.name !== undefined) return [sent.name];
  const { body = '' } = exchange.request;
  const parsed = tryParseJson(body);
  // Without the escapes in which it may be written.
  const text = parsed === undefined ? body : writeJson(parsed);
  return [...text.matchAll(anyName)].map(([, name, digits]) => name ?? digits ?? '');
}

function sightings({ lists, reads }: Seen): Sighting[] {
  return [
    ...lists.flatMap(({ exchange, query, pets }) => pets.map((pet) => ({ exchange, query, pet }))),
    ...reads.flatMap(({ exchange, pet }) => (pet ? [{ exchange, pet }] : [])),
  ];
}

/** Whether the animal was not there before: its list did not show it then, or its id is above one given since. */
function isNew({ pet, query }: Sighting, refusal: Exchange, seen: Seen): boolean {
  const { id } = pet;
  const before = seen.lists.filter(
    (list) => list.query === query && list.exchange.finishedAt <= refusal.startedAt,
  );
  const isWithout = (list: SeenList) =>
    list.count === list.pets.length && (id === undefined || !idsOf(list).has(id));
  if (before.some(isWithout)) return true;
  const given = seen.creations
    .filter(({ exchange }) => isAnswered(exchange) && exchange.finishedAt <= refusal.startedAt)
    .flatMap(({ pet: own }) => (own?.id === undefined ? [] : [own.id]));
  return id !== undefined && isCountedUp(given) && given.every((one) => one < id);
}

/** How many animals show that ids are given in rising order. */
const enoughToCount = 3;

function isCountedUp(ids: readonly bigint[]): boolean {
  const [first, last] = [ids.at(0), ids.at(-1)];
  if (first === undefined || last === undefined || ids.length < enoughToCount) return false;
  // Others create, too; random ids would be far apart. In between, creations side by side may overtake one another.
  return first < last && last - first < 1000n * BigInt(ids.length);
}
