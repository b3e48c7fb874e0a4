/** Limits, defaults and filters that are right where the suite looks and wrong elsewhere: section 4.1. */
import type { Animal } from '../../src/reference/animal.ts';
import { Refusal } from '../../src/reference/behaviour.ts';
import {
  animals,
  type Change,
  faultsOf,
  listing,
  pageOf,
  selecting,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { type AskedList, limiting, stocked, unfiltering } from '../store-changes.ts';

const all = Number.POSITIVE_INFINITY;

const refusing = (which: (asked: AskedList) => boolean, status = 400): Change =>
  selecting((selection, { query }) =>
    which({ ...selection, given: query.has('limit') })
      ? new Refusal(status, 'refused', 'Refused.')
      : selection,
  );

// Limits that are rarely asked for.
const limits = stocked([
  ...faultsOf('list.limit', {
    'store.limit-20-means-unset': [
      'takes limit=20 for the default that nobody set, and lists all',
      limiting(({ given, limit, status }) => (given && !status && limit === 20 ? all : limit)),
    ],
    'store.limit-11-to-19-as-20': [
      'never makes a page between ten and its default',
      limiting(({ given, limit, status }) =>
        given && !status && limit > 10 && limit < 20 ? 20 : limit,
      ),
    ],
    'store.limit-quarters-rounded': [
      'offers pages of 25, 50 and 75, and adds the row for the next page to them',
      limiting(({ limit, status }) =>
        !status && [25, 50, 75].includes(limit) ? limit + 1 : limit,
      ),
    ],
    'store.limit-98-fence': [
      'keeps two places of a hundred for its own rows, and lists 99 for limit=98',
      limiting(({ limit }) => (limit === 98 ? 99 : limit)),
    ],
    'store.limit-ignored-beside-another-parameter': [
      'reads the limit only if it is the one parameter of the query',
      selecting((selection, { query }) =>
        query.has('limit') && query.size > 1 && !query.has('status')
          ? { ...selection, limit: 20 }
          : selection,
      ),
    ],
  }),
  ...faultsOf(['list.limit', 'list.filter-with-limit'], {
    'store.limit-power-of-two-plus-one': [
      'grows its buffer at powers of two, and lists one animal more for limit=16, 32 and 64',
      limiting(({ limit }) => ([16, 32, 64].includes(limit) ? limit + 1 : limit)),
    ],
  }),
]);

// The default page under each filter.
const defaults = stocked([
  ...faultsOf('list.default-limit', {
    'store.default-missing-for-pending': [
      'wrote the query for pending animals by hand, and forgot the default limit there',
      limiting(({ given, limit, status }) => (!given && status === 'pending' ? all : limit)),
    ],
    'store.default-missing-for-sold': [
      'wrote the query for sold animals by hand, and forgot the default limit there',
      limiting(({ given, limit, status }) => (!given && status === 'sold' ? all : limit)),
    ],
    'store.default-100-for-archive': [
      'answers sold animals from an archive whose default page is 100',
      limiting(({ given, limit, status }) => (!given && status === 'sold' ? 100 : limit)),
    ],
  }),
]);

// A filter with a limit, at sizes and statuses that only surveys ask for, or nobody.
const both = stocked(
  faultsOf('list.filter-with-limit', {
    'store.filter-off-at-limit-100': [
      'serves the largest page from a snapshot of everything, whatever the status',
      unfiltering(({ limit, given }) => given && limit === 100),
    ],
    'store.filter-off-above-60': [
      'scans the table for large pages, and forgets the status there',
      unfiltering(({ limit }) => limit > 60),
    ],
    'store.filter-off-from-8-to-49': [
      'has a query of its own for pages of medium size, without the status',
      unfiltering(({ limit, given }) => given && limit >= 8 && limit <= 49),
    ],
    'store.common-filter-off-at-two-digits': [
      'ignores the status available from limit=10 on',
      unfiltering(
        ({ limit, given, status }) => given && limit >= 10 && limit < 100 && status === 'available',
      ),
    ],
    'store.filtered-limit-of-two-digits-ignored': [
      'reads one digit of a limit beside the status available, and lists twenty where there are two',
      limiting(({ limit, given, status }) =>
        given && limit > 10 && limit < 20 && status === 'available' ? 20 : limit,
      ),
    ],
    'store.filtered-limit-second-rare-ignored': [
      'ignores limits of ten and more for sold animals',
      limiting(({ limit, given, status }) =>
        given && limit >= 10 && limit < 100 && status === 'sold' ? 100 : limit,
      ),
    ],
    'store.cache-of-full-pages-without-status': [
      'caches pages of a hundred, and leaves the status out of the key until something is added',
      ({ list, keep }) => {
        let cached: readonly Animal[] | undefined;
        return {
          keep: (animal, call) => {
            cached = undefined;
            return keep(animal, call);
          },
          list: (store, selection, call) => {
            if (selection.limit !== 100) return list(store, selection, call);
            cached ??= list(store, selection, call);
            return cached;
          },
        };
      },
    ],
  }),
);

const unlimited = stocked(
  faultsOf('list.filter-with-limit', {
    'store.filter-lifts-largest-limit': [
      'takes limit=100 for no limit if a status is given',
      limiting(({ limit, given, status }) => (given && status && limit === 100 ? all : limit)),
    ],
    'store.filter-lifts-limits-above-50': [
      'takes limits above 50 for no limit if a status is given',
      limiting(({ limit, given, status }) => (given && status && limit > 50 ? all : limit)),
    ],
  }),
  450,
);

// A limit that section 4.1 allows is refused, alone or with a status.
const refused = stocked([
  ...faultsOf('list.limit', {
    'store.limit-20-refused': [
      'refuses limit=20, as nobody need ask for the default',
      refusing(({ given, limit, status }) => given && !status && limit === 20),
    ],
    'store.limit-64-fails': [
      'answers 500 for limit=64, at which its statement is prepared anew',
      refusing(({ limit, status }) => !status && limit === 64, 500),
    ],
  }),
  ...faultsOf('list.filter-with-limit', {
    'store.status-with-large-limit-refused': [
      'refuses a status with a limit above 50',
      refusing(({ limit, status }) => status !== undefined && limit > 50),
    ],
    'store.status-with-medium-limit-refused': [
      'answers 500 for a status with a limit of two digits below 50',
      refusing(({ given, limit, status }) => given && !!status && limit > 9 && limit < 50, 500),
    ],
    'store.status-with-largest-limit-fails': [
      'runs out of memory for a status with limit=100, and answers 500',
      refusing(({ limit, status }) => status !== undefined && limit === 100, 500),
    ],
  }),
]);

// Animals without a status, under a filter.
const unlabelled = faultsOf('list.filter-with-limit', {
  'store.no-status-matches-any-on-large-pages': [
    'takes a missing status for any status on pages above 50',
    listing(({ page, selection, all: every }) =>
      selection.status && selection.limit > 50
        ? pageOf(
            every.filter(({ status }) => status === undefined || status === selection.status),
            { limit: selection.limit },
          )
        : page(selection),
    ),
  ],
}).map(
  (fault): Fault => ({
    ...fault,
    server: () => ({
      animals: animals(60, (at) => (at % 4 === 0 ? undefined : at % 2 ? 'sold' : 'available')),
    }),
  }),
);

/** Lists with parameters. */
export const storeLimitsFaults: readonly Fault[] = [
  ...limits,
  ...defaults,
  ...both,
  ...unlimited,
  ...refused,
  ...unlabelled,
];
