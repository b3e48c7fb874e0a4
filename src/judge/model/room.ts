import { pageSize } from '../../catalogue/operations.ts';
import type { Pet } from '../pet.ts';
import { firstSightings } from './first-sightings.ts';
import type { Seen, SeenList } from './seen.ts';

/** What is known of the pages of a service. */
export interface Pages {
  readonly lists: readonly SeenList[];
  /** When each animal was first shown. */
  readonly since: ReadonlyMap<bigint, number>;
  /** When each was first shown by a list: new ones may be kept back. */
  readonly listed: ReadonlyMap<bigint, number>;
  /** When the creation of each animal of this run was asked for. */
  readonly created: ReadonlyMap<bigint, number>;
  /** Milliseconds for which reads may lag behind writes. */
  readonly graceMs: number;
  /** The longest page of lists with a limit: a service may show fewer than are asked for. */
  readonly longestAsked: number;
  /** The longest page of lists without one. */
  readonly longestByDefault: number;
}

/** Characters of a list from which on a service may have ended the page for its length. */
const longText = 64 * 1024;

/** From so many animals on their order is hardly chance. */
const enoughForOrder = 8;

export function pagesOf(seen: Seen, graceMs: number): Pages {
  const lists = seen.lists.filter(({ strange }) => !strange);
  const longest = (some: readonly SeenList[]) =>
    Math.max(0, ...some.map(({ pets }) => pets.length));
  return {
    lists,
    since: firstSightings(seen),
    listed: firstListed(lists),
    created: askedFor(seen),
    graceMs,
    longestAsked: longest(lists.filter(({ limit }) => limit !== undefined)),
    longestByDefault: longest(lists.filter(({ limit }) => limit === undefined)),
  };
}

function askedFor({ creations }: Seen): Map<bigint, number> {
  return new Map(
    creations.flatMap(({ pet, exchange }): [bigint, number][] =>
      pet?.id === undefined ? [] : [[pet.id, exchange.startedAt]],
    ),
  );
}

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

/** Whether a page would have held this animal, too. */
export function hasRoom(list: SeenList, id: bigint, pages: Pages): boolean {
  const { exchange, pets, limit = pageSize.default } = list;
  if (exchange.response.body.length >= longText || pets.length >= limit) return false;
  return isShort(list, pages) || (list.limit !== undefined && isPassedOver(pets, id));
}

/**
 * Whether the same list lacked the animal before, on a page shorter than pages may be as is known now. A list
 * with a filter may have lacked it for its status, and any list that was made before it showed new animals.
 */
export function hadRoom({ query, status, exchange }: SeenList, id: bigint, pages: Pages): boolean {
  const listed = pages.listed.get(id);
  if (status !== undefined || listed === undefined) return false;
  return pages.lists.some(
    (list) =>
      list.query === query &&
      isMadeAfter(listed, list, pages) &&
      list.exchange.startedAt < exchange.startedAt &&
      isShort(list, pages) &&
      list.pets.every((pet) => pet.id !== id),
  );
}

/** So many newer animals are shown by no list that was made before. */
const newer = 3;

/** Whether a list is no older than a time: asked for so late, or it shows what was not there before. */
function isMadeAfter(time: number, { exchange, pets }: SeenList, pages: Pages): boolean {
  if (exchange.startedAt > time + pages.graceMs) return pets.length > 0;
  if (exchange.startedAt <= time) return false;
  const shown = pets.filter(({ id }) => id !== undefined && (pages.created.get(id) ?? 0) > time);
  return shown.length >= newer;
}

/** Whether the page is shorter than its limit, and than a page that the service gave to such a list. */
function isShort({ limit, pets }: SeenList, { longestAsked, longestByDefault }: Pages): boolean {
  const longest = limit === undefined ? longestByDefault : longestAsked;
  return pets.length < Math.min(limit ?? pageSize.default, longest);
}

/**
 * Whether a page that may have been cut leaves out an animal in its middle: it goes by ids, up or down, and by
 * nothing else that is known of animals, and shows ids on both sides.
 */
function isPassedOver(pets: readonly Pet[], id: bigint): boolean {
  const ids = pets.flatMap((pet) => pet.id ?? []);
  if (ids.length < enoughForOrder || !isOrdered(ids)) return false;
  if (!ids.some((one) => one < id) || !ids.some((one) => one > id)) return false;
  return (
    isMixed(pets.map(({ status }) => status ?? '')) &&
    isMixed(pets.flatMap(({ categoryId }) => categoryId ?? []))
  );
}

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
