import { pageSize } from '../../catalogue/operations.ts';
import type { Pet } from '../pet.ts';
import { groupedBy } from './grouped.ts';
import { remembered } from './remembered.ts';
import type { SeenList } from './seen.ts';

/** By what a service bounds its pages beside `limit`, as far as its other pages show it. */
export interface PageBounds {
  /** Whether the page may have left the animal out as it holds no more of a kind than other pages do. */
  areReached(list: SeenList, pet: Pet): boolean;
}

/** Of what a page may hold so many only, fewer of them the smaller its limit is: those of one category, or one name. */
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

/** What the pages of a service show of its bounds. Lists with a limit and lists without one may have different ones. */
export function boundsOf(lists: readonly SeenList[], all: readonly SeenList[]): PageBounds {
  const [asked, byDefault] = [true, false].map((given) => {
    const isOf = ({ limit, strange }: SeenList) => !strange && (limit !== undefined) === given;
    const some = lists.filter(isOf);
    const longest = Math.max(0, ...some.map(({ pets }) => pets.length));
    return { longest, most: most(some), end: endOf(all.filter(isOf)) };
  });
  return {
    areReached: (list, pet) => {
      const { limit, pets } = list;
      const of = limit === undefined ? byDefault : asked;
      if (of === undefined || pets.length >= of.longest || pets.length === of.end) return true;
      if (pets.length === 0) return false;
      const mostOf = of.most[limit ?? pageSize.default] ?? [];
      return countsOn(list).some(
        (counts, at) => (counts.get(kinds[at]?.(pet)) ?? 0) >= (mostOf[at] ?? 0),
      );
    },
  };
}

/** For each limit the most animals of one value of each kind that a page of no larger limit holds. */
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
 * The one length at which some pages end that begin as a longer one of the same query did, as of one of two
 * versions of a service that ends pages sooner; undefined if there is none, or are several.
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

/** Whether the page ends, not empty, before another that begins alike. */
function isBeginning({ pets }: SeenList, { pets: longer }: SeenList): boolean {
  return (
    pets.length > 0 &&
    pets.length < longer.length &&
    pets.every(({ id }, at) => id === longer[at]?.id)
  );
}
