import { pageSize } from '../../catalogue/operations.ts';
import type { Pet } from '../pet.ts';
import { firstSightings } from './first-sightings.ts';
import { groupedBy } from './grouped.ts';
import { idsOf } from './looks.ts';
import {
  areAllShortened,
  boundsOf,
  enoughForOrder,
  isCutBySize,
  type PageBounds,
} from './page-bounds.ts';
import { remembered } from './remembered.ts';
import type { Seen, SeenList } from './seen.ts';
import { mostTakenAway } from './taken-away.ts';

/** What is known of the pages of a service. */
export interface Pages {
  readonly lists: readonly SeenList[];
  /** When each animal was first shown. */
  readonly since: ReadonlyMap<bigint, number>;
  /** When a list first showed each: new ones may be held back. */
  readonly listed: ReadonlyMap<bigint, number>;
  /** Milliseconds for which reads may lag behind writes. */
  readonly graceMs: number;
  /** A service may show fewer than are asked for. */
  readonly bounds: PageBounds;
  /** Each animal as a list first showed it, and as the last one did: others may have edited it in between. */
  readonly pets: ReadonlyMap<bigint, { readonly first: Pet; readonly last: Pet }>;
  /** Whether pages end by chance, as if a service lists what it finds in time, or drops rows from every page. */
  readonly areCutByChance: boolean;
  /** The lists of each query, in the order of asking. */
  readonly byQuery: ReadonlyMap<string, readonly SeenList[]>;
}

/** Characters of a list beyond which a service may have ended the page for its length. */
const longText = 64 * 1024;

/** This many must follow an animal that a page ordered by ids leaves out. */
const enoughBehind = 3;

/** The pages of some of the lists that were seen; default: of all. */
export function pagesOf(
  seen: Seen,
  graceMs: number,
  among: readonly SeenList[] = seen.lists,
): Pages {
  const lists = among.filter(({ strange }) => !strange);
  const byQuery = groupedBy(lists, ({ query }) => query);
  return {
    lists,
    since: firstSightings(seen),
    listed: firstListed(lists),
    graceMs,
    bounds: boundsOf(lists, seen),
    pets: petsListed(seen.lists),
    areCutByChance:
      areAllShortened(lists) ||
      [...byQuery.values()].some((some) => endByChance(some.map(({ pets }) => pets.length))),
    byQuery,
  };
}

/**
 * Whether pages of one query, in the order of asking, end by chance: they got shorter again and again, by more animals
 * than others take away, and each time to another length. Two nodes with a store each go back to the same one.
 */
export function endByChance(lengths: readonly number[]): boolean {
  const falls = lengths.filter((length, at) => length < (lengths[at - 1] ?? 0) - mostTakenAway);
  return new Set(falls.filter((length) => length > 0)).size >= differentFalls;
}

const differentFalls = 2;

/** When each animal was first shown by a list. */
function firstListed(lists: readonly SeenList[]): Map<bigint, number> {
  const listed = new Map<bigint, number>();
  for (const { pets, exchange } of lists) {
    for (const { id } of pets) {
      if (id === undefined) continue;
      listed.set(id, Math.min(listed.get(id) ?? exchange.finishedAt, exchange.finishedAt));
    }
  }
  return listed;
}

/** Each animal as a list first showed it, and as the last one did. */
function petsListed(lists: readonly SeenList[]): Pages['pets'] {
  const known = new Map<bigint, { readonly first: Pet; readonly last: Pet }>();
  for (const pet of lists.flatMap(({ pets }) => pets)) {
    if (pet.id === undefined) continue;
    known.set(pet.id, { first: known.get(pet.id)?.first ?? pet, last: pet });
  }
  return known;
}

/** Whether a page would also have shown this animal. */
export function hasRoom(list: SeenList, id: bigint, pages: Pages): boolean {
  const { exchange, pets, limit = pageSize.default } = list;
  if (exchange.response.body.length >= longText || pets.length >= limit) return false;
  if (pages.areCutByChance && pets.length > 0) return false;
  if (isShortOf(id, list, pages)) return true;
  if (list.limit === undefined || isCutBySize(list, pages.lists)) return false;
  return isPassedOver(pets, id, pages.pets.get(id)?.first);
}

/**
 * Whether the same list lacked the animal before, on a page shorter than pages may be as is known now. A list with a
 * filter may have lacked it for its status; any list may lag, and new animals may be held back from all.
 */
export function hadRoom(
  { query, status, exchange, pets }: SeenList,
  id: bigint,
  pages: Pages,
): boolean {
  const [known, listed] = [pages.since.get(id), pages.listed.get(id)];
  if (status !== undefined || known === undefined || listed === undefined) return false;
  if (pages.areCutByChance) return false;
  const due = Math.max(known + pages.graceMs, listed);
  // A list that also lacks others which were there was made from a part of the store.
  const isWhole = (list: SeenList) =>
    pets.every(
      (pet) =>
        pet.id === undefined ||
        idsOf(list).has(pet.id) ||
        (pages.since.get(pet.id) ?? 0) + pages.graceMs > list.exchange.startedAt,
    );
  return (pages.byQuery.get(query) ?? []).some(
    (list) =>
      list.exchange.startedAt > due &&
      list.exchange.startedAt < exchange.startedAt &&
      list.pets.length > 0 &&
      !idsOf(list).has(id) &&
      isShortOf(id, list, pages) &&
      isWhole(list),
  );
}

/**
 * Whether the page is shorter than its limit, and holds fewer of the animal's kinds than other pages of the service.
 */
function isShortOf(id: bigint, list: SeenList, { bounds, pets }: Pages): boolean {
  const { limit = pageSize.default } = list;
  const shown = pets.get(id);
  if (shown === undefined || list.pets.length >= limit) return false;
  return !bounds.areReached(list, shown.first) && !bounds.areReached(list, shown.last);
}

/**
 * Whether a page that may have been cut leaves out an animal in its middle: it is ordered by ids, up or down, and by
 * nothing else that is known of animals, and shows ids on both sides. It may hold only a certain number of a category,
 * from its beginning.
 */
function isPassedOver(pets: readonly Pet[], id: bigint, pet: Pet | undefined): boolean {
  const span = spanOf(pets);
  if (span === 'none' || span.lowest > id || span.highest < id) return false;
  const isDown = pets[0]?.id === span.highest;
  const isBehind = (one: Pet) => one.id !== undefined && one.id < id === isDown;
  // Ids may look random from some animal on, and few of them be in order by chance.
  if (pets.filter(isBehind).length < enoughBehind) return false;
  const alike = pets.filter(({ categoryId }) => categoryId === pet?.categoryId);
  return alike.length === 0 || alike.some(isBehind);
}

/** The ids between which a page is ordered by them and by nothing else. */
type Span = { readonly lowest: bigint; readonly highest: bigint } | 'none';

const spanOf = remembered((pets: readonly Pet[]): Span => {
  const ids = pets.flatMap((pet) => pet.id ?? []);
  const [first, last] = [ids.at(0), ids.at(-1)];
  if (first === undefined || last === undefined) return 'none';
  if (ids.length < enoughForOrder || !isOrdered(ids)) return 'none';
  const isByIdsAlone =
    isMixed(pets.map(({ status }) => status ?? '')) &&
    isMixed(pets.flatMap(({ categoryId }) => categoryId ?? []));
  if (!isByIdsAlone) return 'none';
  return first < last ? { lowest: first, highest: last } : { lowest: last, highest: first };
});

const isMixed = (values: readonly (bigint | string)[]) =>
  new Set(values).size > 1 && !isOrdered(values);

function isOrdered(values: readonly (bigint | string)[]): boolean {
  const follows = (holds: (one: bigint | string, next: bigint | string) => boolean) =>
    values.every((value, at) => {
      const before = values[at - 1];
      return before === undefined || holds(before, value);
    });
  return follows((one, next) => one <= next) || follows((one, next) => one >= next);
}
