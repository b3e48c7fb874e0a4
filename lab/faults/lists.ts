/** Lists: their parameters, the values of these, and their order. Section 4.1. */
import type { PetStatus } from '../../src/catalogue/operations.ts';
import { petStatuses } from '../../src/catalogue/operations.ts';
import type { Animal } from '../../src/reference/animal.ts';
import { Refusal } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  type AskedList,
  animals,
  asking,
  type Change,
  inAnswers,
  inLists,
  limiting,
  listing,
  pageOf,
  unfiltering,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { type Breaks, crossed, type Entries } from './table.ts';

type Which = (asked: AskedList) => boolean;

const most = Number.POSITIVE_INFINITY;

/** Lists more animals than the longest page. */
const full = () => ({ animals: animals(150) });

const refusing = (which: Which, status: number): Change =>
  asking((asked) => (which(asked) ? new Refusal(status, 'refused', 'Refused.') : asked));

/** A limit that is read in another way, and what that breaks. */
const misreadings: Entries<readonly [Breaks, (which: Which) => Change]> = {
  'one-more': [
    'lists one more',
    [
      ['list.limit', 'list.filter-with-limit'],
      (which) => limiting((asked) => asked.limit + (which(asked) ? 1 : 0)),
    ],
  ],
  unlimited: [
    'lists everything',
    [
      ['list.limit', 'list.filter-with-limit'],
      (which) => limiting((asked) => (which(asked) ? most : asked.limit)),
    ],
  ],
  400: ['answers 400', [['list.limit', 'list.filter-with-limit'], (which) => refusing(which, 400)]],
  500: ['answers 500', [['list.limit', 'list.filter-with-limit'], (which) => refusing(which, 500)]],
  empty: [
    'lists nothing',
    [
      ['list.shows-animals'],
      (which) =>
        listing(({ page, selection, call }) =>
          which({ ...selection, given: call.query.has('limit') }) ? [] : page(selection),
        ),
    ],
  ],
  unfiltered: [
    'ignores the status',
    [['list.filter-with-limit', 'list.status-filter'], unfiltering],
  ],
};

const plain =
  (which: Which): Which =>
  (asked) =>
    asked.given && asked.status === undefined && which(asked);
const filtered =
  (which: Which): Which =>
  (asked) =>
    asked.given && asked.status !== undefined && which(asked);
const is =
  (wanted: number): Which =>
  ({ limit }) =>
    limit === wanted;

const limits: Readonly<Record<string, Which>> = {
  1: is(1),
  10: is(10),
  20: is(20),
  99: is(99),
  100: is(100),
  'above-50': ({ limit }) => limit > 50,
};

const asked: Entries<Which> = Object.fromEntries(
  Object.entries(limits).flatMap(([limit, which]) => [
    [limit, [`for limit=${limit}`, plain(which)] as const],
    [`${limit}-filtered`, [`for limit=${limit} with a status`, filtered(which)] as const],
  ]),
);

const byLimit = crossed('limit', misreadings, asked, ([breaks, change], which, [id, place]) =>
  id === 'unfiltered' && !place.endsWith('filtered')
    ? undefined
    : { breaks, server: full, change: change(which) },
);

/** How a list without a limit is cut. */
const defaults: Entries<number> = {
  21: ['lists 21', 21],
  unlimited: ['lists everything', most],
};

const withoutLimit: Entries<Which> = {
  plain: ['without parameters', ({ given, status }) => !given && status === undefined],
  filtered: ['with a status alone', ({ given, status }) => !given && status !== undefined],
  ...Object.fromEntries(
    petStatuses.map((one) => [
      one,
      [
        `with status=${one} alone`,
        ({ given, status }: AskedList) => !given && status === one,
      ] as const,
    ]),
  ),
};

const byDefault = crossed('default', defaults, withoutLimit, (limit, which) => ({
  breaks: ['list.default-limit'],
  server: full,
  change: limiting((asked) => (which(asked) ? limit : asked.limit)),
}));

/** What a filter lists, of all animals in the order of the store. */
type Filter = (all: readonly Animal[], status: PetStatus) => readonly Animal[];

const matching: Filter = (all, status) => all.filter((one) => one.status === status);
const wrongFilter: Breaks = ['list.status-filter', 'list.filter-with-limit'];
const lacking: Breaks = ['list.shows-animals', 'list.status-filter'];

const filters: Entries<readonly [Breaks, Filter]> = {
  ignored: ['ignores the status', [wrongFilter, (all) => all]],
  inverted: [
    'lists all others',
    [wrongFilter, (all, status) => all.filter((one) => one.status !== status)],
  ],
  none: [
    'lists animals without a status, too',
    [
      wrongFilter,
      (all, status) => all.filter((one) => one.status === status || one.status === undefined),
    ],
  ],
  'last-wrong': [
    'lists the first animal of all, too',
    [
      wrongFilter,
      (all, status) => [
        ...matching(all, status),
        ...all.slice(0, 1).filter((one) => one.status !== status),
      ],
    ],
  ],
  padded: [
    'fills the page with others',
    [wrongFilter, (all, status) => [...new Set([...matching(all, status), ...all])]],
  ],
  empty: ['lists nothing', [lacking, () => []]],
  'first-lost': [
    'leaves the first match out',
    [lacking, (all, status) => matching(all, status).slice(1)],
  ],
  doubled: [
    'lists the first match twice',
    [
      ['list.unique-ids'],
      (all, status) => [...matching(all, status).slice(0, 1), ...matching(all, status)],
    ],
  ],
  'none-painted': [
    'shows animals without a status with it',
    [
      wrongFilter,
      (all, status) =>
        all
          .filter((one) => one.status === status || one.status === undefined)
          .map((one) => ({ ...one, status })),
    ],
  ],
};

const withStatus: Entries<(call: Call) => boolean> = {
  every: ['in filtered lists', ({ query }) => query.has('status')],
  alone: [
    'in filtered lists without a limit',
    ({ query }) => query.has('status') && !query.has('limit'),
  ],
  'with-limit': [
    'in filtered lists with a limit',
    ({ query }) => query.has('status') && query.has('limit'),
  ],
  sold: ['in lists of what is sold', ({ query }) => query.get('status') === 'sold'],
};

const byStatus = crossed('filter', filters, withStatus, ([breaks, filter], which) => ({
  breaks,
  change: listing(({ page, selection, all, call }) =>
    selection.status && which(call)
      ? filter(all, selection.status).slice(0, selection.limit)
      : page(selection),
  ),
}));

/** Lists that nobody filtered, and what they show. */
const hidden: Entries<(one: Animal) => boolean> = {
  sold: ['hides what is sold', ({ status }) => status !== 'sold'],
  pending: ['hides what is pending', ({ status }) => status !== 'pending'],
  available: ['hides what is available', ({ status }) => status !== 'available'],
  'without-status': ['hides animals without a status', ({ status }) => status !== undefined],
  'with-status': ['shows animals without a status alone', ({ status }) => status === undefined],
  new: ['hides what is new', () => false],
};

/** A plain list may hide some, as no clause names its order or scope; so may a page that is full. */
const scopes = crossed(
  'plain',
  hidden,
  { list: ['in lists without a status', 0] },
  (isShown, _, [what]) => ({
    breaks:
      what === 'new' || what === 'with-status'
        ? ['list.shows-animals']
        : ['list.complete' as 'list.shows-animals', 'list.shows-animals'],
    change: listing(({ page, selection, all }) =>
      selection.status === undefined ? pageOf(all.filter(isShown), selection) : page(selection),
    ),
  }),
);

const empty = ({ body }: Reply) => Array.isArray(body) && body.length === 0;
const problem = (status: number) => ({ code: 'not_found', message: 'No pets found.', status });

/** Answers in the place of an empty list. */
const instead: Entries<(reply: Reply) => Reply> = {
  null: ['answers null', (reply) => ({ ...reply, body: null })],
  204: ['answers 204', ({ headers }) => ({ status: 204, headers })],
  404: ['answers 404', (reply) => ({ ...reply, status: 404, body: problem(404) })],
  500: ['answers 500', (reply) => ({ ...reply, status: 500, body: problem(500) })],
};

/** A store that holds animals, none of them sold. */
const withoutSold = () => ({ animals: animals(12, (at) => petStatuses[at % 2]) });

const nothing: Entries<readonly [filtered: boolean, Fault['server']]> = {
  store: ['while the store is empty', [false, undefined]],
  filter: ['if nothing matches the filter', [true, undefined]],
  'filter-stocked': [
    'if nothing matches the filter, on a store that has others',
    [true, withoutSold],
  ],
};

const emptyLists = crossed('nothing', instead, nothing, (change, [isFiltered, server]) => ({
  breaks: [
    'list.returns-pets',
    'list.limit',
    'list.filter-with-limit',
    'list.status-filter',
    'list.default-limit',
  ],
  ...(server ? { server } : {}),
  change: inAnswers('listPets', 200, (reply, { query }) =>
    empty(reply) && query.has('status') === isFiltered ? change(reply) : reply,
  ),
}));

/** Orders and repetitions of the rows of a list. */
const rows: Entries<readonly [Breaks, (items: readonly unknown[]) => readonly unknown[]]> = {
  'first-twice': [
    'lists the first animal twice',
    [['list.unique-ids'], (items) => [...items.slice(0, 1), ...items]],
  ],
  'last-twice': [
    'lists the last animal twice',
    [
      ['list.unique-ids'],
      (items) => [...items.slice(0, -1), ...items.slice(-1), ...items.slice(-1)],
    ],
  ],
  joined: [
    'lists each animal twice',
    [['list.unique-ids'], (items) => items.flatMap((one) => [one, one])],
  ],
  overlapping: [
    'joins pages of ten that share an animal',
    [['list.unique-ids'], (items) => [...items.slice(0, 10), ...items.slice(9)]],
  ],
  'null-row': [
    'ends with a null',
    [['list.returns-pets'], (items) => [...items.slice(0, -1), null]],
  ],
  wrapped: ['wraps each animal', [['list.returns-pets'], (items) => items.map((pet) => ({ pet }))]],
  neighbours: [
    'shows names of neighbours',
    [
      ['list.same-animal'],
      (items) =>
        items.map((one, at) => ({
          ...Object(one),
          name: Object(items[(at + 1) % items.length]).name,
        })),
    ],
  ],
  numbered: [
    'shows places for ids',
    [
      ['list.same-animal', 'list.shows-animals', 'get.found'],
      (items) => items.map((one, at) => ({ ...Object(one), id: at + 1 })),
    ],
  ],
};

const lists: Entries<(call: Call) => boolean> = {
  all: ['in every list', () => true],
  plain: ['in lists without parameters', ({ query }) => query.size === 0],
  filtered: ['in filtered lists', ({ query }) => query.has('status')],
  short: ['in lists with limit=1', ({ query }) => query.get('limit') === '1'],
};

/** One row alone is neither twice nor beside another. */
const order = crossed('rows', rows, lists, ([breaks, change], which, [, place]) =>
  place === 'short' && breaks[0] !== 'list.returns-pets'
    ? undefined
    : {
        breaks,
        change: inLists((items, call) => {
          const limit = Number(call.query.get('limit') ?? 20);
          return which(call) ? change(items).slice(0, limit) : items;
        }),
      },
);

/** Parameters, their values and the order of a list. */
export const listFaults: readonly Fault[] = [
  ...byLimit,
  ...byDefault,
  ...byStatus,
  ...scopes,
  ...emptyLists,
  ...order,
];
