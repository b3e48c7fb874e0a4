import { pageSize } from '../../catalogue/operations.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Pet } from '../pet.ts';
import { idsOf, looksOf } from './looks.ts';
import { remembered } from './remembered.ts';
import type { Seen, SeenList, SeenRead } from './seen.ts';
import { mostTakenAway } from './taken-away.ts';

/** An answer that shows an animal of this run, including its creation. */
interface Sign {
  readonly pet: Pet;
  readonly exchange: Exchange;
}

/** An animal of this run, by the answer to its creation. */
const keyOf = ({ id, name }: Pet): string => `${id} ${name}`;

/** A staging store is reset at night or by hand, for demonstrations every few minutes, but not every few seconds. */
const leastApartMs = 10_000;

/** The animals of this run, by the answers to their creations, and every answer that shows one of them. */
interface OwnSigns {
  /** When each creation was answered. */
  readonly created: ReadonlyMap<string, number>;
  readonly own: ReadonlyMap<string, readonly Sign[]>;
  /** The answers among them. */
  readonly exchanges: ReadonlySet<Exchange>;
  /** When at the latest what an answer shows at some time was still there: lists may lag by as much as they do here. */
  readonly wasThere: (exchange: Exchange, at: number) => number;
  /** When answers last showed an animal of the run, if no later answer shows what had been created by then. */
  readonly lastMoments: readonly number[];
}

const ownSigns = remembered(readSigns);

function readSigns(seen: Seen): OwnSigns {
  const created = new Map<string, number>();
  const own = new Map<string, Sign[]>();
  for (const { pet, exchange } of seen.creations) {
    if (pet?.id === undefined) continue;
    created.set(keyOf(pet), exchange.finishedAt);
    own.set(keyOf(pet), [...(own.get(keyOf(pet)) ?? []), { pet, exchange }]);
  }
  const looks = looksOf(seen);
  for (const id of new Set(seen.creations.flatMap(({ pet }) => pet?.id ?? []))) {
    for (const look of looks.get(id) ?? []) own.get(keyOf(look.pet))?.push(look);
  }
  const signs = [...own.values()].flat();
  const exchanges = new Set(signs.map(({ exchange }) => exchange));
  const lagMs = Math.min(lagOfLists(seen), leastApartMs / 2);
  const wasThere = ({ operation }: Exchange, at: number) =>
    operation === 'listPets' ? at - lagMs : at;
  const known = { created, own, exchanges, wasThere };
  return { ...known, lastMoments: lastMoments(known) };
}

function lastMoments({
  created,
  own,
  exchanges,
  wasThere,
}: Omit<OwnSigns, 'lastMoments'>): number[] {
  const shownUntil = [...own].map(([key, signs]) => ({
    since: created.get(key) ?? Number.POSITIVE_INFINITY,
    until: Math.max(...signs.map(({ exchange }) => wasThere(exchange, exchange.startedAt))),
  }));
  const isLast = (moment: number) =>
    shownUntil.every(({ since, until }) => since >= moment || until <= moment);
  return [...new Set([...exchanges].map(({ finishedAt }) => finishedAt))]
    .filter(isLast)
    .sort((a, b) => a - b);
}

/** Whether the missing animals had been shown; if not, lists may have lagged behind them for that long. */
export type Missing =
  | { readonly shown: true }
  | { readonly shown: false; readonly graceMs: number };

/**
 * Whether the whole store was reset, as staging is at night: there is a moment after which no answer shows any animal
 * that this run had created before, and lists that had shown some show none. What was created later stays, until the
 * store is reset again.
 */
export function wasReset(seen: Seen, missing: Missing): boolean {
  const { shown } = missing;
  const lagMs = missing.shown ? 0 : Math.max(missing.graceMs, leastDelay(seen));
  const signs = ownSigns(seen);
  const moments = signs.lastMoments.filter(
    (moment) =>
      firstWithout(signs, seen, moment) !== undefined ||
      isUnseen(signs.created, seen, moment, lagMs) ||
      isToldByReads(signs, seen, moment, shown) ||
      isEmptied(seen, moment),
  );
  const chosen = chosenOf(moments, timesOfLoss(signs, seen, shown));
  return chosen?.every((moment, at) => moment - (chosen[at - 1] ?? 0) >= leastApartMs) ?? false;
}

/**
 * After how many milliseconds, at the earliest, a list showed an animal of this run: new ones may be reviewed first.
 */
function leastDelay(seen: Seen): number {
  return least(delaysOf(seen).map(({ delayMs }) => delayMs));
}

/** By how much lists lag, at the least: those with room that lacked a new animal before a list showed it. */
function lagOfLists(seen: Seen): number {
  const late = delaysOf(seen).filter(({ before }) =>
    before.some(
      ({ status, strange, limit = pageSize.default, pets }) =>
        status === undefined && !strange && pets.length < limit,
    ),
  );
  return least(late.map(({ delayMs }) => delayMs));
}

const least = ([first = 0, ...others]: readonly number[]) => Math.min(first, ...others);

/** When lists first showed each animal of this run, and the lists since its creation that did not. */
function delaysOf({ creations, lists }: Seen) {
  return creations.flatMap(({ pet, exchange: { finishedAt: since } }) => {
    if (pet?.id === undefined) return [];
    const later = lists.filter(({ exchange }) => exchange.startedAt >= since);
    // An id may have been another animal's before.
    const at = later.findIndex(({ pets }) => pets.some((shown) => keyOf(shown) === keyOf(pet)));
    const first = later[at];
    if (first === undefined) return [];
    return [{ delayMs: first.exchange.startedAt - since, before: later.slice(0, at) }];
  });
}

/** Whether the store may have been reset between two times, by the lists with animals of the run. */
export function mayHaveBeenReset(seen: Seen, since: number, until: number): boolean {
  const signs = ownSigns(seen);
  return signs.lastMoments.some((moment) => {
    const without = firstWithout(signs, seen, moment);
    return without !== undefined && moment < until && without.exchange.finishedAt > since;
  });
}

/** When an animal of the run was lost: after the last answer that showed it, and before it was missed. */
interface Loss {
  readonly since: number;
  readonly until: number;
}

/** As few moments as possible, one within each loss; undefined if a loss contains none. */
function chosenOf(moments: readonly number[], losses: readonly Loss[]): number[] | undefined {
  const chosen: number[] = [];
  for (const { since, until } of losses.toSorted((a, b) => a.until - b.until)) {
    const isWithin = (moment: number) => moment >= since && moment <= until;
    if (chosen.some(isWithin)) continue;
    const moment = moments.findLast(isWithin);
    if (moment === undefined) return undefined;
    chosen.push(moment);
  }
  return chosen.length > 0 ? chosen : undefined;
}

function timesOfLoss(
  { own, wasThere }: OwnSigns,
  { reads, touched }: Seen,
  shown: boolean,
): Loss[] {
  return [...own.values()].flatMap((signs) => {
    const id = signs[0]?.pet.id;
    if (id === undefined || touched.has(id)) return [];
    // An animal that only its creation shows may have been lost before that was answered.
    const [only] = signs;
    const since =
      only && signs.length === 1 && !shown
        ? only.exchange.startedAt
        : Math.max(...signs.map(({ exchange }) => wasThere(exchange, exchange.finishedAt)));
    const missed = reads.find(
      (read) => read.id === id && read.pet === undefined && read.exchange.startedAt >= since,
    );
    return missed === undefined ? [] : [{ since, until: missed.exchange.startedAt }];
  });
}

/**
 * Whether nobody looked between the first creation and the moment, or not after reads must have caught up, while some
 * of what was created later is there and nothing is missed. What was under way at the moment may have been made before
 * or after it.
 */
function isUnseen(
  created: ReadonlyMap<string, number>,
  seen: Seen,
  moment: number,
  lagMs: number,
): boolean {
  const first = Math.min(...created.values()) + lagMs;
  const looks = [...seen.lists, ...seen.reads].map(({ exchange }) => exchange);
  if (looks.some(({ startedAt, finishedAt }) => finishedAt > first && startedAt < moment))
    return false;
  const shown = new Set(seen.lists.flatMap(({ pets }) => pets.map(keyOf)));
  const later = seen.creations.flatMap(({ pet, exchange }) =>
    pet?.id !== undefined && exchange.startedAt >= moment ? [{ pet, exchange }] : [],
  );
  const isStill = (one: Sign) =>
    one.pet.id === undefined || seen.touched.has(one.pet.id) || !isMissed(one, seen, lagMs);
  return later.some(({ pet }) => shown.has(keyOf(pet))) && later.every(isStill);
}

/** Whether a list with room for it, or a read, did not show the animal after its creation. */
function isMissed({ pet, exchange }: Sign, { lists, reads }: Seen, lagMs: number): boolean {
  const isLater = (one: Exchange) => one.startedAt >= exchange.finishedAt + lagMs;
  return (
    reads.some((read) => read.id === pet.id && read.pet === undefined && isLater(read.exchange)) ||
    lists.some(
      (list) =>
        list.status === undefined &&
        !list.strange &&
        (pet.id === undefined || !idsOf(list).has(pet.id)) &&
        list.pets.length < (list.limit ?? 0) &&
        isLater(list.exchange),
    )
  );
}

/**
 * Whether reads show it, if no list shows animals of the run beside all others: they find what was created after the
 * moment, and still find an animal of others; if the missing animals had been `shown`, one that a list or a read had
 * shown before the moment.
 */
function isToldByReads(
  { created, own }: OwnSigns,
  { reads, lists }: Seen,
  moment: number,
  shown: boolean,
): boolean {
  const ofOwn = new Set([...own.values()].map(([first]) => first?.pet.id));
  const found = reads.filter(({ pet }) => pet !== undefined);
  const isLater = ({ exchange }: SeenRead) => exchange.startedAt > moment;
  const later = found.filter(isLater);
  const earlier = new Set([
    ...found.flatMap((one) => (isLater(one) ? [] : [one.id])),
    ...lists.flatMap((list) => (list.exchange.startedAt > moment ? [] : [...idsOf(list)])),
  ]);
  const stood = ({ id }: SeenRead) => !ofOwn.has(id) && (!shown || earlier.has(id));
  return (
    later.some(({ pet }) => pet && (created.get(keyOf(pet)) ?? moment) > moment) &&
    later.some(stood)
  );
}

/** The first list after a moment that shows none of the animals of this run that it showed before. */
function firstWithout(
  { exchanges }: OwnSigns,
  { lists }: Seen,
  moment: number,
): SeenList | undefined {
  const showed = new Set(
    lists.flatMap(({ query, exchange }) =>
      exchanges.has(exchange) && exchange.finishedAt <= moment ? [query] : [],
    ),
  );
  return lists.find(({ query, exchange }) => exchange.startedAt > moment && showed.has(query));
}

/**
 * Whether the stock of others went with it: a list with room shows none of the animals that it had shown before the
 * moment, more than others take away. So it is seen if lists never reached the animals of this run.
 */
function isEmptied({ lists }: Seen, moment: number): boolean {
  const plain = lists.filter(({ status, strange }) => status === undefined && !strange);
  return plain.some(({ exchange, query, limit = pageSize.default, pets }) => {
    if (exchange.startedAt <= moment || pets.length >= limit) return false;
    const earlier = plain.filter((one) => one.query === query && one.exchange.finishedAt <= moment);
    const shown = new Set(earlier.flatMap((one) => one.pets.map(keyOf)));
    return shown.size > mostTakenAway && !pets.some((pet) => shown.has(keyOf(pet)));
  });
}
