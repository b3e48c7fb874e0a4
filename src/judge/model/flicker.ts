import type { Finding } from '../outcome.ts';
import { contentOf, idsOf } from './looks.ts';
import { hasRoom, type Pages, pagesOf } from './room.ts';
import type { Seen, SeenCreation, SeenList } from './seen.ts';

/** Others may take away an animal and bring it back, but hardly as many of this run. */
const enough = 3;

/**
 * Queries without a filter whose lists have shown several animals of this run, and then had room for them and did not
 * show them.
 */
export function flickering(seen: Seen, graceMs: number): string[] {
  const pages = pagesOf(seen, graceMs, plainLists(seen));
  const own = ownIds(seen);
  return [...pages.byQuery].flatMap(([query, lists]) => {
    const shown = new Set<bigint>();
    const gone = new Set<bigint>();
    for (const list of lists) {
      const ids = idsOf(list);
      for (const id of own) {
        if (ids.has(id)) shown.add(id);
        else if (shown.has(id) && hasRoom(list, id, pages)) gone.add(id);
      }
    }
    return gone.size >= enough ? [query] : [];
  });
}

/**
 * Judges that lists agree with one another once reads have caught up (section 4.1): lists of one query must not show
 * some animals of this run, then leave several of them out though there is room, and then show all of them again. Pages
 * may be chosen by chance, so what is shown and what is lacking must each be the same twice; and one of several parts
 * of a store may be out at times, so what is lacking must be newer than the rest, or have a status or category of its
 * own.
 */
export function judgeFlicker(seen: Seen, graceMs: number): Finding[] {
  const own = ownIds(seen);
  const settled = graceMs + Math.max(...seen.creations.map(({ exchange }) => exchange.finishedAt));
  const pages = pagesOf(seen, graceMs, plainLists(seen));
  for (const [query, lists] of pages.byQuery) {
    const looks = lists.filter(({ exchange }) => exchange.startedAt >= settled);
    const between = looks.find((list, at) => {
      const lacking = own.filter((id) => lacks(list, id, pages));
      if (lacking.length < enough || !isSetApart(new Set(lacking), own, list, seen)) return false;
      const isSame = (one: SeenList) => contentOf(one) === contentOf(list);
      if (list.pets.length > 0 && looks.filter(isSame).length < 2) return false;
      const after = new Set(looks.slice(at + 1).map(contentOf));
      const isFull = (one: SeenList) => lacking.filter((id) => shows(one, id)).length >= enough;
      const full = looks.slice(0, at).find((one) => isFull(one) && after.has(contentOf(one)));
      return full !== undefined && list.pets.every(({ id }) => id === undefined || shows(full, id));
    });
    if (between === undefined) continue;
    const problem = `${nameOfQuery(query)} lacks animals of this run though it has room, which it shows before and after`;
    const { index } = between.exchange;
    return [{ id: 'list.shows-animals', exchange: index, at: 'listPets 200', problem }];
  }
  return [];
}

/** Whether what is lacking differs from the run's animals that the list shows: is newer, or of other statuses or categories. */
function isSetApart(
  lacking: ReadonlySet<bigint>,
  own: readonly bigint[],
  list: SeenList,
  { creations }: Seen,
): boolean {
  const shown = new Set(own.filter((id) => shows(list, id)));
  const of = (ids: ReadonlySet<bigint>) =>
    creations.filter(({ pet }) => pet?.id !== undefined && ids.has(pet.id));
  const [gone, there] = [of(lacking), of(shown)];
  const isNewer =
    Math.min(...gone.map(({ exchange }) => exchange.finishedAt)) >=
    Math.max(...there.map(({ exchange }) => exchange.startedAt));
  const isApartBy = (value: (one: SeenCreation) => unknown) => {
    const values = new Set(there.map(value));
    return gone.every((one) => !values.has(value(one)));
  };
  return (
    isNewer || isApartBy(({ sent }) => sent?.status) || isApartBy(({ sent }) => sent?.categoryId)
  );
}

/** A query in words. */
export const nameOfQuery = (query: string) =>
  query === '' ? 'the list without parameters' : `the list of ${query}`;

/** The animals of this run that nobody touched. */
export function ownIds({ creations, touched }: Seen): bigint[] {
  const ids = creations.flatMap(({ pet }) => (pet?.id === undefined ? [] : [pet.id]));
  return [...new Set(ids)].filter((id) => !touched.has(id));
}

/** Lists without a filter. */
export const plainLists = ({ lists }: Seen) =>
  lists.filter(({ status, strange }) => status === undefined && !strange);

const shows = (list: SeenList, id: bigint) => idsOf(list).has(id);

const lacks = (list: SeenList, id: bigint, pages: Pages) =>
  !shows(list, id) && hasRoom(list, id, pages);
