import { pageSize } from '../../catalogue/operations.ts';
import { isAnswered } from '../../http/exchange.ts';
import type { Pet } from '../pet.ts';
import { isBeginning, wasBeginning } from './dropped-rows.ts';
import { firstSightings } from './first-sightings.ts';
import { groupedBy } from './grouped.ts';
import { remembered } from './remembered.ts';
import type { Seen, SeenList } from './seen.ts';

/** How a service bounds its pages besides `limit`, as far as its other pages show it. */
export interface PageBounds {
  /** Whether the page may have left the animal out because it holds as many of a kind as other pages do. */
  areReached(list: SeenList, pet: Pet): boolean;
}

/** The kinds of which a page may hold only a certain number, fewer if its limit is smaller: a category, or a name. */
const kinds: readonly ((pet: Pet) => unknown)[] = [
  ({ categoryId }) => categoryId,
  ({ name }) => name,
];

/** How many animals of each value of each kind are on a page. */
const countsOn = remembered(({ pets }: Pick<SeenList, 'pets'>) =>
  kinds.map((kindOf) => {
    const counts = new Map<unknown, number>();
    for (const pet of pets) counts.set(kindOf(pet), (counts.get(kindOf(pet)) ?? 0) + 1);
    return counts;
  }),
);

/**
 * What the pages of a service show of its bounds. They may differ between lists with and without a limit, and with and
 * without a filter.
 */
export function boundsOf(lists: readonly SeenList[], seen: Seen): PageBounds {
  const isGiven = ({ limit }: SeenList) => limit !== undefined;
  const [asked, byDefault] = [true, false].map((given) => {
    const isOf = (list: SeenList) => !list.strange && isGiven(list) === given;
    const some = lists.filter(isOf);
    return {
      longest: longestOf(some),
      filtered: longestOf(some.filter(isFiltered)),
      plain: longestOf(some.filter((list) => !isFiltered(list))),
      most: most(some),
      end: endOf(seen.lists.filter(isOf)),
    };
  });
  const known = idsByStatus(seen);
  const since = firstSightings(seen);
  const knownBefore = ({ exchange }: SeenList, { status }: Pet) =>
    [...(known.get(status) ?? [])].filter((id) => (since.get(id) ?? 0) < exchange.startedAt);
  const mostText = Math.max(0, ...lists.map(textOf)) - longestAnimal(seen);
  return {
    areReached: (list, pet) => {
      const { limit, pets } = list;
      const of = limit === undefined ? byDefault : asked;
      if (pets.length === 0 || of === undefined) return false;
      // A page that shows no animal of the status may be filtered, too, if it leaves some out.
      const isMixed = statusesOn(list).has(pet.status) || !passesOver(list, knownBefore(list, pet));
      const longest = isFiltered(list) ? of.filtered : isMixed ? of.plain : of.longest;
      const upTo = limit ?? pageSize.default;
      if (pets.length >= longest || pets.length === of.end) return true;
      if (isMixed && textOf(list) > mostText) return true;
      if (isCutBefore(list, lists) || isCutBySize(list, lists)) return true;
      const mostOf = of.most[upTo] ?? [];
      return countsOn(list).some(
        (counts, at) => (counts.get(kinds[at]?.(pet)) ?? 0) >= (mostOf[at] ?? 0),
      );
    },
  };
}

/** The statuses that a page shows. */
const statusesOn = remembered(
  ({ pets }: Pick<SeenList, 'pets'>) => new Set(pets.map(({ status }) => status)),
);

/** The ids under which animals of each status were shown. */
function idsByStatus({ lists, creations }: Seen): ReadonlyMap<Pet['status'], ReadonlySet<bigint>> {
  const created = creations.flatMap(({ pet }) => pet ?? []);
  const shown = [...lists.flatMap(({ pets }) => pets), ...created];
  const ids = new Map<Pet['status'], Set<bigint>>();
  for (const { id, status } of shown) {
    if (id !== undefined) ids.set(status, (ids.get(status) ?? new Set()).add(id));
  }
  return ids;
}

/** From this many animals on, their order is hardly chance. */
export const enoughForOrder = 8;

/** Whether the page may leave out some of these animals: not if it is ordered by ids and they are beyond its end. */
function passesOver({ pets }: SeenList, known: readonly bigint[]): boolean {
  const ids = pets.flatMap(({ id }) => id ?? []);
  const [first, last] = [ids.at(0), ids.at(-1)];
  if (first === undefined || last === undefined || ids.length < enoughForOrder) return true;
  const isBehind = (id: bigint, before: bigint) => (last < first ? id < before : id > before);
  const isOrdered = ids.every((id, at) => at === 0 || isBehind(id, ids[at - 1] ?? id));
  return !isOrdered || known.some((id) => !isBehind(id, last) && !ids.includes(id));
}

const isFiltered = ({ status }: SeenList) => status !== undefined;

/** The length of a page: a service may end it before the text is too long. */
const textOf = ({ exchange }: SeenList) => exchange.response.body.length;

/** The length of the longest text of one animal. */
function longestAnimal({ creations, reads }: Seen): number {
  const shown = [...creations, ...reads].flatMap(({ pet, exchange }) =>
    pet && isAnswered(exchange) ? [exchange.response.body.length] : [],
  );
  return Math.max(0, ...shown);
}

/** From this many limits on, of a filter each, it is hardly chance that no page fills them. */
const enoughLimits = 3;

/** A service that drops one row of three fills a shorter page by chance. */
const leastTelling = 5;

/**
 * Whether every page ends before its limit, as if the service drops rows that it may not show: no page of some animals
 * was full, though pages of the same status and a larger limit show that there were enough.
 */
export function areAllShortened(lists: readonly SeenList[]): boolean {
  const short = new Set<string>();
  for (const some of groupedBy(lists, ({ status }) => status).values()) {
    for (const { limit = pageSize.default, status, pets } of some) {
      if (limit < 2) continue;
      const isFull = pets.length >= limit;
      if (isFull && limit >= leastTelling) return false;
      if (!isFull && some.some((other) => other.pets.length >= limit))
        short.add(`${status} ${limit}`);
    }
  }
  return short.size >= enoughLimits;
}

const longestOf = (lists: readonly SeenList[]): number =>
  Math.max(0, ...lists.map(({ pets }) => pets.length));

/** For each limit, the most animals of one value of each kind on a page with that limit or a smaller one. */
function most(lists: readonly SeenList[]): number[][] {
  const byLimit: number[][] = [];
  let sofar: number[] = kinds.map(() => 0);
  const groups = groupedBy(lists, ({ limit = pageSize.default }) => limit);
  for (let limit = 0; limit <= pageSize.max; limit += 1) {
    for (const list of groups.get(limit) ?? []) {
      const counts = countsOn(list);
      sofar = sofar.map((one, at) => Math.max(one, ...(counts[at]?.values() ?? [])));
    }
    byLimit.push(sofar);
  }
  return byLimit;
}

/**
 * The one length at which some pages end that begin like a longer one of the same query, as if one of two versions of a
 * service ends pages sooner; undefined if there is none, or if there are several.
 */
function endOf(lists: readonly SeenList[]): number | undefined {
  const lengths = new Set<number>();
  for (const pages of groupedBy(lists, ({ query }) => query).values()) {
    let longest: SeenList | undefined;
    for (const page of pages) {
      if (longest && isBeginning(page, longest)) lengths.add(page.pets.length);
      if (longest === undefined || page.pets.length >= longest.pets.length) longest = page;
    }
  }
  const [length] = lengths;
  return lengths.size === 1 ? length : undefined;
}

/**
 * Whether a page of the same status and a larger limit began as the page does before: a service may drop some of the
 * rows that it read.
 */
const isCutBefore = (list: SeenList, lists: readonly SeenList[]): boolean =>
  list.pets.length >= enoughForOrder && lists.some((other) => wasBeginning(list, other));

/**
 * Whether a page of the same status and a larger limit showed before that there were enough animals to fill this one: a
 * service may round a limit down, or ask each part of its store for a share of it.
 */
export function isCutBySize(list: SeenList, lists: readonly SeenList[]): boolean {
  const { limit = pageSize.default, status, exchange } = list;
  return lists.some(
    (other) =>
      other.status === status &&
      (other.limit ?? pageSize.default) > limit &&
      other.pets.length >= limit &&
      other.exchange.finishedAt <= exchange.startedAt,
  );
}
