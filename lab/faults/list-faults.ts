/** Lists: their parameters, the values of these, and their order. Section 4.1. */

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
import type { Fault } from '../../src/reference/variant.ts';
import type { Animal, PetStatus } from '../../src/spec/animal.ts';
import { petStatuses } from '../../src/spec/animal.ts';
import { type Breaks, crossed, type Entries } from './fault-table.ts';

type Which = (asked: AskedList) => boolean;

const most = Number.POSITIVE_INFINITY;

/** Lists more animals of each status than the longest page. */
const full = () => ({ animals: animals(450) });

const refusing = (which: Which, status: number): Change =>
  asking((asked) => (which(asked) ? new Refusal(status, 'refused', 'Refused.') : asked));

/** A limit that is read in another way. */
const misreadings: Entries<(which: Which) => Change> = {
  'one-more': ['lists one more', (which) => limiting((one) => one.limit + (which(one) ? 1 : 0))],
  unlimited: ['lists everything', (which) => limiting((one) => (which(one) ? most : one.limit))],
  400: ['answers 400', (which) => refusing(which, 400)],
  500: ['answers 500', (which) => refusing(which, 500)],
  empty: [
    'lists nothing',
    (which) =>
      listing(({ page, selection, call }) =>
        which({ ...selection, given: call.query.has('limit') }) ? [] : page(selection),
      ),
  ],
  unfiltered: ['ignores the status', unfiltering],
};

const misread = (id: string): Breaks => {
  // A page that may leave animals out is short: `list.complete` warns.
  if (id === 'empty') return ['list.shows-animals', 'list.complete'];
  const both: Breaks = ['list.filter-with-limit', 'list.limit'];
  return id === 'unfiltered' ? [...both, 'list.status-filter'] : both;
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

const asked: Entries<Which> = {
  1: ['for limit=1', plain(is(1))],
  10: ['for limit=10', plain(is(10))],
  99: ['for limit=99', plain(is(99))],
  100: ['for limit=100', plain(is(100))],
  'above-50': ['for limits above 50', plain(({ limit }) => limit > 50)],
  '1-filtered': ['for limit=1 with a status', filtered(is(1))],
  '100-filtered': ['for limit=100 with a status', filtered(is(100))],
  filtered: ['for any limit with a status', filtered(() => true)],
};

const byLimit = crossed('limit', misreadings, asked, (change, which, [id, place]) =>
  id === 'unfiltered' && !place.endsWith('filtered')
    ? undefined
    : { breaks: misread(id), server: full, change: change(which) },
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
const orNone = ({ status }: Animal, wanted: PetStatus) => [wanted, undefined].includes(status);
const firstOther: Filter = (all, status) => all.slice(0, 1).filter((one) => one.status !== status);

const filters: Entries<Filter> = {
  ignored: ['ignores the status', (all) => all],
  inverted: ['lists all others', (all, status) => all.filter((one) => one.status !== status)],
  none: [
    'adds animals without a status',
    (all, status) => all.filter((one) => orNone(one, status)),
  ],
  'none-painted': [
    'shows animals without a status with the one that is asked for',
    (all, status) => all.filter((one) => orNone(one, status)).map((one) => ({ ...one, status })),
  ],
  'last-wrong': ['adds the first of all', (...of) => [...matching(...of), ...firstOther(...of)]],
  padded: ['fills up the page', (all, status) => [...new Set([...matching(all, status), ...all])]],
  empty: ['lists nothing', () => []],
  'first-lost': ['leaves the first match out', (...of) => matching(...of).slice(1)],
  doubled: ['doubles the first', (...of) => [...matching(...of).slice(0, 1), ...matching(...of)]],
};

const misfiltered: Readonly<Record<string, Breaks>> = {
  empty: ['list.shows-animals', 'list.status-filter'],
  'first-lost': ['list.shows-animals', 'list.complete'],
  doubled: ['list.unique-ids'],
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

const byStatus = crossed('filter', filters, withStatus, (filter, which, [id]) => ({
  breaks: misfiltered[id] ?? wrongFilter,
  change: listing(({ page, selection, all, call }) =>
    selection.status && which(call)
      ? filter(all, selection.status).slice(0, selection.limit)
      : page(selection),
  ),
}));

/** A plain list may have a scope, which no clause names; one that never shows what is new is a failure. */
const scopes = crossed(
  'plain',
  {
    new: ['never shows what is new', () => false],
    'with-status': ['hides whatever has a status', ({ status }: Animal) => status === undefined],
  },
  { list: ['in lists without a status', 0], all: ['in any list', 1] },
  (isShown, everywhere) => ({
    breaks: ['list.shows-animals', 'list.complete'],
    change: listing(({ page, selection, all }) =>
      everywhere || selection.status === undefined
        ? pageOf(all.filter(isShown), selection)
        : page(selection),
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
