/** Lists that are empty, short, painted or doubled, and contradict one another: section 4.1. */
import type { Animal } from '../../src/reference/animal.ts';
import {
  type Change,
  faultsOf,
  inLists,
  listing,
  selecting,
  showing,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import {
  emptying,
  filteredListsOf,
  limiting,
  newestFirst,
  plainListsOf,
  stocked,
  unfiltering,
} from '../store-changes.ts';

/** Shows the requested status on every animal. */
const painting = (which: (query: URLSearchParams) => boolean): Change =>
  showing((shown, { operation, query }) => {
    const status = query.get('status');
    return operation === 'listPets' && status && which(query) ? { ...shown, status } : shown;
  });

const painted: Change = (base) => {
  const open = { ...base, ...unfiltering(() => true)(base) };
  return { ...open, ...painting(() => true)(open) };
};

const paintedPages: Change = (base) => {
  const open = { ...base, ...unfiltering(({ given }) => given)(base) };
  return { ...open, ...painting((query) => query.has('limit'))(open) };
};

// Answers a filter by writing the requested status on whatever it lists.
const paint = stocked([
  ...faultsOf(['list.status-filter', 'list.filter-with-limit'], {
    'store.filter-paints-status': [
      'fills in the asked status in the list instead of looking for it: by their ids the animals have another',
      painted,
    ],
  }),
  ...faultsOf('list.filter-with-limit', {
    'store.filter-paints-status-on-pages': [
      'fills in the asked status in lists with a limit, instead of looking for it',
      paintedPages,
    ],
  }),
]);

/** Cuts the page out of the store before it filters, for some queries. */
const cutFirst = (given: boolean): Change =>
  listing(({ page, selection, call }) =>
    call.query.has('limit') === given
      ? page({ limit: selection.limit }).filter(
          ({ status }) => !selection.status || status === selection.status,
        )
      : page(selection),
  );

// A list with parameters is empty though matching animals exist.
const empties = faultsOf('list.shows-animals', {
  'store.empty-at-limit-1': [
    'counts from 1 to below the limit, so that limit=1 lists nothing',
    emptying(({ limit }) => limit === 1),
  ],
  'store.one-fewer-than-limit': [
    'lists one animal fewer than the given limit, and none for limit=1',
    limiting(({ given, limit }) => (given ? limit - 1 : limit)),
  ],
  'store.empty-with-both-parameters': [
    'lists nothing if status and limit are given together',
    emptying(({ given, status }) => given && status !== undefined),
  ],
  'store.empty-at-limit-99': [
    'lists nothing for limit=99, which it keeps for a test of its own',
    emptying(({ limit }) => limit === 99),
  ],
  'store.page-of-one-cut-before-filter': [
    'cuts the page by a given limit before it filters: limit=1 of a status is mostly empty',
    cutFirst(true),
  ],
});

const emptiesOnStock = newestFirst(
  faultsOf('list.shows-animals', {
    'store.empty-at-small-limits-with-status': [
      'lists nothing of a status for limits below ten',
      emptying(({ given, limit, status }) => given && limit < 10 && status !== undefined),
    ],
    'store.empty-surveys-of-status': [
      'lists nothing if a status comes with the largest limit',
      emptying(({ limit, status }) => limit === 100 && status !== undefined),
    ],
    'store.empty-at-limit-2': ['lists nothing for limit=2', emptying(({ limit }) => limit === 2)],
  }),
);

// One list contradicts another: a filter that nobody asked for.
const hidden = faultsOf('list.shows-animals', {
  'store.plain-list-hides-sold': [
    'never lists sold animals but by their status',
    plainListsOf(({ status }) => status !== 'sold'),
  ],
  'store.plain-list-hides-available': [
    'joins the plain list with adoptions, and shows no available animal',
    plainListsOf(({ status }) => status !== 'available'),
  ],
  'store.plain-list-of-those-without-status': [
    'takes a missing filter for a missing status',
    plainListsOf(({ status }) => status === undefined),
  ],
  'store.plain-list-of-one-category': [
    'lists the first category only if no status is given',
    listing(({ page, selection, all: every }) =>
      selection.status
        ? page(selection)
        : every
            .filter(({ categoryId }) => categoryId === every[0]?.categoryId)
            .slice(0, selection.limit),
    ),
  ],
  'store.filtered-list-drops-its-first': [
    'skips the first animal of each filtered list, as if it were a header line',
    filteredListsOf((_, at) => at > 0),
  ],
  'store.filtered-list-of-one-category': [
    'filters by the status and by category 1, which is left over from a demonstration',
    filteredListsOf(({ categoryId }) => categoryId === 1n),
  ],
});

const hiddenOnStock = stocked(
  faultsOf('list.shows-animals', {
    'store.plain-list-of-available': [
      'lists available animals if no status is given, though a store of 61 has room on the page',
      plainListsOf(({ status }) => status === 'available'),
    ],
    'store.filter-index-of-yesterday': [
      'filters by an index that was built at the start, while the plain list shows new animals',
      filteredListsOf(({ id }) => id <= 61n),
    ],
    'store.filtered-list-of-plain-names': [
      'looks for a status in an index of words, which holds no name beyond ASCII',
      filteredListsOf(({ name }) => /^[ -~]+$/.test(name)),
    ],
  }),
  // There are more of one status than of the others: filtered pages of the same length may end there.
  61,
);

/** A list with a larger limit must hold at least as much. */
const readingLimit = (limitFor: (text: string) => number): Change =>
  selecting((selection, { query }) => {
    const text = query.get('limit');
    return text === null ? selection : { ...selection, limit: limitFor(text) };
  });

// A larger limit shows fewer.
const fewer = [
  ...faultsOf('list.shows-animals', {
    'store.limit-first-digit': [
      'reads the first digit of a limit: one animal for limit=10 and limit=100',
      readingLimit((text) => Number(text[0])),
    ],
    'store.limit-last-two-digits': [
      'keeps two digits of a limit, and takes 100 for 10',
      readingLimit((text) => Number(text.slice(0, 2))),
    ],
  }),
  ...stocked([
    ...faultsOf('list.shows-animals', {
      'store.limit-above-50-as-default': [
        'falls back to a page of 20 for limits above 50, which it takes for mistakes',
        readingLimit((text) => (Number(text) > 50 ? 20 : Number(text))),
      ],
      'store.limit-in-six-bits': [
        'keeps six bits of a limit: 36 animals for limit=100, and 63 for limit=63',
        readingLimit((text) => Number(text) % 64 || 64),
      ],
    }),
  ]),
];

// An animal twice, in lists that come after unusual creations.
const twice = faultsOf('list.unique-ids', {
  'store.client-id-kept-twice': [
    'keeps an animal whose creation carried an id under both ids, and lists it twice under its own',
    ({ keep, list }) => {
      const doubled: Animal[] = [];
      return {
        keep: (animal, call) => {
          if (/"id"\s*:/.test(call.body)) doubled.push(animal);
          return keep(animal, call);
        },
        list: (store, selection, call) =>
          [
            ...doubled.filter(
              ({ status }) => selection.status === undefined || status === selection.status,
            ),
            ...list(store, selection, call),
          ].slice(0, selection.limit),
      };
    },
  ],
  'store.last-page-overlaps': [
    'lists an animal twice for limits that fall between two of its blocks of 16',
    inLists((items, { query }) => {
      const limit = Number(query.get('limit') ?? 20);
      return limit > 16 && limit < 20 ? [...items.slice(0, -1), items[0]] : items;
    }),
  ],
});

/** Lists that break their own rules. */
export const storeListsFaults: readonly Fault[] = [
  ...paint,
  ...empties,
  ...emptiesOnStock,
  ...hidden,
  ...hiddenOnStock,
  ...fewer,
  ...twice,
];
