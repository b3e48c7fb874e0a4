import type { Finding } from '../outcome.ts';
import { nameOfQuery, ownIds, plainLists } from './flicker.ts';
import { groupedBy } from './grouped.ts';
import { contentOf, idsOf } from './looks.ts';
import { hasRoom, pagesOf } from './room.ts';
import type { Seen, SeenList } from './seen.ts';

/** Animals of this run that a page shows in place of others; others hardly cause as many. */
const enough = { longer: 3, shorter: 2 };

/**
 * Judges that a list without a filter does not change to other animals (section 4.1): once reads have caught up, it
 * shows several of this run and nothing else that another of its pages shows, which is shorter and had room for all of
 * them, as if the filter of the list before still applies: no status is on both. Nodes may list in different orders, and
 * pages may be chosen by chance, so each must have been the same twice.
 */
export function judgeSwaps(seen: Seen, graceMs: number): Finding[] {
  const own = new Set(ownIds(seen));
  const settled = graceMs + Math.max(...seen.creations.map(({ exchange }) => exchange.finishedAt));
  const pages = pagesOf(seen, graceMs, plainLists(seen));
  const ownOf = (list: SeenList) => [...idsOf(list)].filter((id) => own.has(id));
  for (const [query, lists] of pages.byQuery) {
    const looks = seenTwice(lists.filter(({ exchange }) => exchange.startedAt >= settled));
    const short = looks.find(
      (list) =>
        ownOf(list).length >= enough.shorter &&
        looks.some((longer) => {
          const others = ownOf(longer);
          return (
            others.length >= enough.longer &&
            areApart(list, longer) &&
            others.every((id) => hasRoom(list, id, pages))
          );
        }),
    );
    if (short === undefined) continue;
    const problem = `${nameOfQuery(query)} shows some animals of this run at one time and only others at another, though it has room for all`;
    const { index } = short.exchange;
    return [{ id: 'list.shows-animals', exchange: index, at: 'listPets 200', problem }];
  }
  return [];
}

/** The pages that came twice with the same animals; the first of each. */
function seenTwice(lists: readonly SeenList[]): SeenList[] {
  const same = groupedBy(lists, contentOf);
  return [...same.values()].flatMap(([first, again]) => (first && again ? [first] : []));
}

/** Whether no animal and no status is on both pages. */
function areApart(one: SeenList, other: SeenList): boolean {
  const ids = idsOf(one);
  const statuses = new Set(one.pets.map(({ status }) => status));
  return other.pets.every(
    ({ id, status }) => (id === undefined || !ids.has(id)) && !statuses.has(status),
  );
}
