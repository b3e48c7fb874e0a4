/** An animal differs depending on where it is looked at: section 2. */
import type { Animal } from '../../src/reference/animal.ts';
import {
  type Change,
  faultsOf,
  inLists,
  listing,
  pageOf,
  remembering,
  showing,
  storing,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { atStart, inListsShowing, inReadsShowing, newestFirst, stocked } from '../store-changes.ts';

const nameInLists = (change: (name: string) => string): Change =>
  inListsShowing(({ name }) => ({ name: change(name) }));
const categoryInLists = (change: (id: bigint) => bigint): Change =>
  inListsShowing(({ categoryId }) => ({ categoryId: change(categoryId) }));

/** Gives each item of a list a member of the item some places on. */
const shifted = (items: readonly unknown[], member: string, by = 1): unknown[] =>
  items.map((item, at) => ({
    ...Object(item),
    [member]: Object(items[(at + by) % items.length])[member],
  }));

const isOld = ({ id }: Animal) => id <= BigInt(atStart);

// The table behind the lists stores text differently from the one behind creations.
const text = faultsOf('list.same-animal', {
  'store.list-names-in-lower-case': [
    'lists names as its search index keeps them, in lower case',
    nameInLists((name) => name.toLowerCase()),
  ],
  'store.list-names-in-latin-1': [
    'lists names through a driver that speaks Latin-1',
    nameInLists((name) => [...name].map((one) => (one > 'ÿ' ? '?' : one)).join('')),
  ],
  'store.list-names-escaped': [
    'lists names with the signs of HTML escaped, as its template for lists does',
    nameInLists((name) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  ],
  'store.list-names-cut': [
    'lists the first 24 characters of a name, as the column of the overview is wide',
    nameInLists((name) => [...name].slice(0, 24).join('')),
  ],
  'store.list-names-decomposed': [
    'lists names as its index sorts them, in NFD',
    nameInLists((name) => name.normalize('NFD')),
  ],
  'store.list-names-split-at-comma': [
    'keeps what it lists as lines of CSV without quoting, and cuts names at a comma',
    nameInLists((name) => name.split(',')[0] ?? name),
  ],
  'store.list-names-as-numbers': [
    'lists a name of digits without the zeros in front',
    nameInLists((name) => (/^\d+$/.test(name) ? String(Number(name)) : name)),
  ],
});

// The lists read categories in another type, or for the page instead of for the animal.
const categories = faultsOf('list.same-animal', {
  'store.list-categories-as-doubles': [
    'lists categories through doubles',
    categoryInLists((id) => BigInt.asIntN(64, BigInt(Number(id)))),
  ],
  'store.list-categories-in-32-bits': [
    'lists the last 32 bits of a category',
    categoryInLists((id) => BigInt.asIntN(32, id)),
  ],
  'store.list-category-not-loaded': [
    'does not load the category for lists, and shows 0',
    categoryInLists(() => 0n),
  ],
  'store.list-category-of-the-first': [
    'loads the category once for each page, and shows the first one on all its animals',
    inLists((items) =>
      items.map((item) => ({ ...Object(item), categoryId: Object(items[0]).categoryId })),
    ),
  ],
});

// What belongs to one animal is shown with the id of another.
const mixed = faultsOf('list.same-animal', {
  'store.list-names-of-neighbours': [
    'reads ids and names in two queries of different order, and shows names of neighbours',
    inLists((items) => shifted(items, 'name')),
  ],
  'store.list-last-name-of-next-page': [
    'overwrites the last animal of a full page with the one that it reads ahead',
    listing(({ page, selection, all }) => {
      const ahead = pageOf(all, { ...selection, limit: selection.limit + 1 });
      const next = ahead[selection.limit];
      return page(selection).map((one, at) =>
        next && at === selection.limit - 1 ? { ...next, id: one.id } : one,
      );
    }),
  ],
  'store.list-details-by-second': [
    'joins details by the second of the creation, and shows those of the first animal of a second',
    ({ keep, list }) => {
      const first = new Map<number, Animal>();
      const shownAs = new Map<bigint, Animal>();
      return {
        keep: (animal, call) => {
          const second = Math.floor(call.at / 1000);
          if (!first.has(second)) first.set(second, animal);
          shownAs.set(animal.id, first.get(second) ?? animal);
          return keep(animal, call);
        },
        list: (store, selection, call) =>
          list(store, selection, call).map((one) => ({
            ...one,
            name: shownAs.get(one.id)?.name ?? one.name,
          })),
      };
    },
  ],
  'store.list-rows-numbered': [
    'shows the place in a filtered list as the id',
    inLists((items, { query }) =>
      query.has('status')
        ? items.map((item, at) => ({ ...Object(item), id: BigInt(at + 1) }))
        : items,
    ),
  ],
});

// One kind of list is made in another way than the others.
const someLists = faultsOf('list.same-animal', {
  'store.filtered-names-in-capitals': [
    'answers lists with a status from a search index that keeps capitals',
    showing((shown, { operation, query }, { name }) =>
      operation === 'listPets' && query.has('status')
        ? { ...shown, name: name.toUpperCase() }
        : shown,
    ),
  ],
  'store.filtered-categories-in-32-bits': [
    'answers lists with a status from a view that keeps 32 bits of a category',
    showing((shown, { operation, query }, { categoryId }) =>
      operation === 'listPets' && query.has('status')
        ? { ...shown, categoryId: BigInt.asIntN(32, categoryId) }
        : shown,
    ),
  ],
  'store.short-lists-preview-names': [
    'shortens names in lists of ten or fewer, which it takes for previews',
    showing((shown, { operation, query }, { name }) =>
      operation === 'listPets' && Number(query.get('limit') ?? 20) <= 10 && name.length > 9
        ? { ...shown, name: `${name.slice(0, 9)}…` }
        : shown,
    ),
  ],
  'store.plain-list-labels-names': [
    'puts the status after the name in the list without parameters, meant for its home page',
    showing((shown, { operation, query }, { name, status }) =>
      operation === 'listPets' && query.size === 0
        ? { ...shown, name: `${name} (${status ?? 'unknown'})` }
        : shown,
    ),
  ],
});

// Old animals look one way in lists and another way by their ids, for good.
const oldOnes = stocked([
  ...faultsOf('list.same-animal', {
    'store.old-names-differ-by-id': [
      'finds old animals under the names that they had before an import',
      inReadsShowing((one) => (isOld(one) ? { name: `${one.name} (imported)` } : {})),
    ],
    'store.old-categories-differ-by-id': [
      'renumbered the categories in its lists and not where it looks up by id',
      inReadsShowing((one) => (isOld(one) ? { categoryId: one.categoryId + 100n } : {})),
    ],
    'store.filtered-names-by-position': [
      'takes the ids of a filtered list from the index, and the names from the first rows',
      listing(({ page, selection, all }) =>
        page(selection).map((one, at) =>
          selection.status === undefined ? one : { ...one, name: all[at]?.name ?? one.name },
        ),
      ),
    ],
    'store.names-from-cache-by-hash': [
      'keeps a cache of names for lists with 64 slots, and never looks whose name a slot holds',
      remembering(() => {
        const slots = new Map<bigint, string>();
        return inListsShowing(({ id, name }) => {
          const kept = slots.get(id % 64n) ?? name;
          slots.set(id % 64n, kept);
          return { name: kept };
        });
      }),
    ],
  }),
]);

const oldOnesNewestFirst = newestFirst(
  faultsOf('list.same-animal', {
    'store.read-shifts-with-creations': [
      'keeps places in a list, newest first, and after creations looks up old animals in wrong places',
      ({ find }) => ({
        find: (store, call) => {
          const found = find(store, call);
          if (!found || !isOld(found)) return found;
          const moved = store.get(found.id - BigInt(store.size - atStart));
          return moved ? { ...moved, id: found.id } : found;
        },
      }),
    ],
    'store.list-joins-names-by-page': [
      'joins names to a page by place, and the newest animal of the page is missing there',
      inLists((items) => shifted(items, 'name')),
    ],
  }),
);

// A read by id depends on which other animals are like it, and on how often it is asked for.
const reads = faultsOf('get.same-animal', {
  'store.second-read-without-category': [
    'serves a second read from a cache that has lost the category',
    remembering(() => {
      const read = new Set<bigint>();
      return inReadsShowing(({ id, categoryId }) => {
        const again = read.has(id);
        read.add(id);
        return { categoryId: again ? 0n : categoryId };
      });
    }),
  ],
});

// Code of its own for one status.
const ofOneStatus = [
  ...faultsOf('list.same-animal', {
    'store.pending-list-in-32-bits': [
      'lists pending animals from a view that keeps 32 bits of a category',
      showing((shown, { operation, query }, { categoryId }) =>
        operation === 'listPets' && query.get('status') === 'pending'
          ? { ...shown, categoryId: BigInt.asIntN(32, categoryId) }
          : shown,
      ),
    ],
  }),
  ...faultsOf('get.same-animal', {
    'store.pending-stored-in-32-bits': [
      'stores pending animals in a table of their own, with 32 bits of a category',
      storing((animal) =>
        animal.status === 'pending'
          ? { ...animal, categoryId: BigInt.asIntN(32, animal.categoryId) }
          : animal,
      ),
    ],
  }),
];

/** One animal that looks different in different places. */
export const storeSameFaults: readonly Fault[] = [
  ...text,
  ...categories,
  ...mixed,
  ...someLists,
  ...oldOnes,
  ...oldOnesNewestFirst,
  ...reads,
  ...ofOneStatus,
];
