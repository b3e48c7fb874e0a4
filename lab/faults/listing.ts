import { stringify } from 'lossless-json';
import type { Animal } from '../../src/reference/animal.ts';
import { Refusal } from '../../src/reference/behaviour.ts';
import {
  animals,
  type Change,
  faultsOf,
  inAnswers,
  inLists,
  listing,
  selecting,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { type AskedList, asking, limiting, unfiltering } from '../store-changes.ts';

const refusing = (where: (asked: AskedList) => boolean, status = 400): Change =>
  asking((asked) => (where(asked) ? new Refusal(status, 'refused', 'Refused.') : asked));

/** Lists of this status without a limit of their own. */
const listsOf = (
  status: string,
  change: (right: readonly Animal[], all: readonly Animal[]) => readonly Animal[],
): Change =>
  listing(({ page, selection, all, call }) =>
    selection.status === status && !call.query.has('limit')
      ? change(page(selection), all).slice(0, selection.limit)
      : page(selection),
  );

const inBareLists = (change: (items: readonly unknown[]) => unknown): Change =>
  inLists((items, { query }) => (query.size === 0 ? change(items) : items));

/** Changes the animals of every list; what becomes longer than the limit is cut. */
const paging = (change: (page: readonly Animal[]) => readonly Animal[]): Change =>
  listing(({ page, selection }) => change(page(selection)).slice(0, selection.limit));

/** A store with more animals than the longest page. */
const full = () => ({ animals: animals(150) });
const all = Number.POSITIVE_INFINITY;

/** Section 4.1: lists. */
export const listingFaults: readonly Fault[] = [
  ...faultsOf(['list.limit', 'list.default-limit', 'list.filter-with-limit'], {
    'list.limit-one-too-many': [
      'lists one animal more than the limit',
      limiting(({ limit }) => limit + 1),
    ],
  }),
  ...faultsOf('list.returns-pets', {
    'list.object-by-position': [
      'answers the list without parameters as an object keyed by position',
      inBareLists((items) => ({ ...items })),
    ],
    'list.envelope': [
      'wraps lists in an object with items',
      inLists((items) => ({ items, total: items.length })),
    ],
    'list.items-wrapped': [
      'wraps each animal of a list in an object of its kind',
      inLists((items) => items.map((pet) => ({ pet }))),
    ],
    'list.null-when-empty': [
      'answers null for an empty list',
      inLists((items) => (items.length === 0 ? null : items)),
    ],
    'list.no-content-when-empty': [
      'answers 204 for an empty list',
      inAnswers('listPets', 200, (reply) =>
        Array.isArray(reply.body) && reply.body.length === 0
          ? { status: 204, headers: reply.headers }
          : reply,
      ),
    ],
    'list.partial-content': [
      'answers the list without parameters with 206',
      inAnswers('listPets', 200, (reply, { query }) =>
        query.size === 0 ? { ...reply, status: 206 } : reply,
      ),
    ],
    'list.in-a-string': [
      'encodes the list without parameters as a JSON string',
      inBareLists((items) => stringify(items)),
    ],
    'list.null-item': [
      'ends the list without parameters with a null',
      inBareLists((items) => [...items.slice(0, -1), null]),
    ],
    'list.limit-one-gives-an-object': [
      'answers limit=1 with the animal itself, without an array',
      inLists((items, { query }) => (query.get('limit') === '1' ? items[0] : items)),
    ],
  }),
  ...faultsOf('list.default-limit', {
    'list.default-21': [
      'looks for a next page by one animal more than the default, and lists it',
      limiting(({ given, limit }) => (given ? limit : 21)),
    ],
    'list.default-unlimited-when-unfiltered': [
      'forgets the default limit if no status is given',
      limiting(({ given, limit, status }) => (given || status ? limit : all)),
    ],
    'list.default-25': [
      'has a default page of 25',
      limiting(({ given, limit }) => (given ? limit : 25)),
    ],
    'list.default-unlimited': [
      'lists everything without limit',
      limiting(({ given, limit }) => (given ? limit : all)),
    ],
    'list.default-unlimited-when-filtered': [
      'forgets the default limit if a status is given',
      limiting(({ given, limit, status }) => (given || !status ? limit : all)),
    ],
    'list.default-unlimited-for-browsers': [
      'lists everything for callers who accept any type, as its pages turn over by themselves',
      selecting((selection, { query, headers }) =>
        !query.has('limit') && headers.accept === '*/*' ? { ...selection, limit: all } : selection,
      ),
    ],
  }),
  ...faultsOf('list.limit', {
    'list.limit-one-fails': [
      'answers 500 for limit=1 without a status',
      refusing(({ limit, status }) => limit === 1 && !status, 500),
    ],
    'list.limit-at-least-two': [
      'lists two animals for limit=1 without a status',
      limiting(({ limit, status }) => (status ? limit : Math.max(2, limit))),
    ],
  }),
  ...faultsOf(['list.limit', 'list.filter-with-limit'], {
    'list.limit-100-refused': ['refuses limit=100', refusing(({ limit }) => limit === 100)],
    'list.limit-above-50-refused': ['refuses limits above 50', refusing(({ limit }) => limit > 50)],
    'list.limit-compared-as-text': [
      'compares the limit with 100 as text, and refuses what sorts after it',
      refusing(({ limit, given }) => given && String(limit) > '100'),
    ],
    'list.limit-in-standard-sizes': [
      'rounds the limit up to a page of 10, 20, 50 or 100',
      limiting(({ limit }) => [10, 20, 50].find((size) => size >= limit) ?? 100),
    ],
  }),
  ...faultsOf(['list.status-filter', 'list.filter-with-limit'], {
    'list.filter-ignored-for-sold': [
      'ignores the status sold',
      unfiltering(({ status }) => status === 'sold'),
    ],
  }),
  ...faultsOf('list.status-filter', {
    'list.filter-needs-limit': [
      'ignores the status if no limit is given',
      unfiltering(({ given }) => !given),
    ],
    'list.filter-inverted-for-pending': [
      'lists all but the pending animals for pending, unless a limit is given',
      listsOf('pending', (_, every) => every.filter((one) => one.status !== 'pending')),
    ],
    'list.filter-counts-no-status-as-pending': [
      'lists animals without status after the pending ones, unless a limit is given',
      listsOf('pending', (right, every) => [...right, ...every.filter(({ status }) => !status)]),
    ],
    'list.filter-last-one-wrong': [
      'lists the first animal of all after the sold ones, unless a limit is given',
      listsOf('sold', (right, every) => [...right, ...every.slice(0, 1)]),
    ],
    'list.filter-missing-in-cache-key': [
      'caches the lists of the default size and leaves the status out of the key',
      ({ list, keep }) => {
        let cached: readonly Animal[] | undefined;
        return {
          keep: (animal, call) => {
            cached = undefined;
            return keep(animal, call);
          },
          list: (store, selection, call) => {
            if (call.query.has('limit')) return list(store, selection, call);
            cached ??= list(store, selection, call);
            return cached;
          },
        };
      },
    ],
  }),
  ...faultsOf('list.filter-with-limit', {
    'list.filter-and-limit-refused': [
      'refuses a status together with a limit',
      refusing(({ given, status }) => given && status !== undefined),
    ],
    'list.only-last-parameter': [
      'reads the last parameter only',
      selecting(({ limit, status }, { query }) => {
        const last = [...query.keys()].at(-1);
        return last === 'status' && status ? { limit: 20, status } : { limit };
      }),
    ],
    'list.limit-switches-filter-off': [
      'ignores the status if a limit is given',
      unfiltering(({ given }) => given),
    ],
    'list.filter-switches-limit-off': [
      'ignores the limit if a status is given',
      limiting(({ given, limit, status }) => (given && status ? all : limit)),
    ],
    'list.only-first-parameter': [
      'reads the first parameter only',
      selecting(({ limit, status }, { query }) => {
        const [first] = query.keys();
        return first === 'status' && status ? { limit: 20, status } : { limit };
      }),
    ],
    'list.filter-padded-to-limit': [
      'fills a filtered page up to the given limit with other animals',
      listing(({ page, selection, all: every, call }) =>
        call.query.has('limit')
          ? [...new Set([...page(selection), ...every])].slice(0, selection.limit)
          : page(selection),
      ),
    ],
    'list.last-of-page-unfiltered': [
      'cuts the page first, filters it then, and never looks at its last animal',
      listing(({ page, selection, all: every, call }) =>
        call.query.has('limit') && selection.status !== undefined
          ? every
              .slice(0, selection.limit)
              .filter(({ status }, at) => at === selection.limit - 1 || status === selection.status)
          : page(selection),
      ),
    ],
    'list.limit-one-takes-any': [
      'answers limit=1 with the first animal, whatever the status',
      unfiltering(({ given, limit }) => given && limit === 1),
    ],
  }),
  ...faultsOf('list.shows-animals', {
    'list.sold-always-empty': [
      'lists no sold animals unless a limit is given',
      listsOf('sold', () => []),
    ],
    'list.no-status-matches-nothing': [
      'compares with a missing status as SQL does, and lists nothing without a filter',
      listing(({ page, selection }) => (selection.status ? page(selection) : [])),
    ],
    'list.only-old-animals': ['lists only the animals of the start', listing(() => [])],
    'list.first-page-skipped': [
      'counts pages from 1 and skips the first one',
      listing(({ page, selection }) =>
        page({ ...selection, limit: 2 * selection.limit }).slice(selection.limit),
      ),
    ],
  }),
  // The animal that it replaces is left out.
  ...faultsOf(['list.unique-ids', 'list.shows-animals'], {
    'list.last-repeats-first': [
      'ends each list with its first animal',
      paging((page) => [...page.slice(0, -1), ...page.slice(0, 1)]),
    ],
  }),
  ...faultsOf('list.unique-ids', {
    'list.first-twice': [
      'lists the first animal twice',
      paging((page) => [...page.slice(0, 1), ...page]),
    ],
    'list.join-doubles': [
      'lists each animal once for each row of a join',
      paging((page) => page.flatMap((animal) => [animal, animal])),
    ],
    'list.newest-on-top-too': [
      'puts the newest five on top of a long list and leaves them in their place',
      paging((page) => (page.length > 20 ? [...page.slice(-5), ...page] : page)),
    ],
    'list.pages-of-ten-overlap': [
      'puts lists together from pages of ten that share an animal',
      paging((page) => [...page.slice(0, 10), ...page.slice(9)]),
    ],
  }),
  {
    id: 'list.limit-99-means-all',
    title: 'takes 99 for no limit',
    breaks: ['list.limit'],
    server: full,
    change: limiting(({ limit }) => (limit === 99 ? all : limit)),
  },
  {
    id: 'list.limit-100-means-all',
    title: 'takes 100 for no limit',
    breaks: ['list.limit'],
    server: full,
    change: limiting(({ limit }) => (limit === 100 ? all : limit)),
  },
  {
    id: 'list.limit-above-50-ignored',
    title: 'ignores limits above 50',
    breaks: ['list.limit'],
    server: full,
    change: limiting(({ limit }) => (limit > 50 ? all : limit)),
  },
  {
    id: 'list.page-cut-before-filter',
    title: 'filters the first page instead of the store',
    breaks: ['list.shows-animals'],
    server: () => ({ animals: animals(60, () => 'available') }),
    change: listing(({ page, selection: { limit, status } }) =>
      page({ limit }).filter((animal) => !status || animal.status === status),
    ),
  },
];
