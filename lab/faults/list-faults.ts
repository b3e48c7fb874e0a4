/** Lists: their parameters, the values of these, their order, and nodes that differ. Section 4.1. */
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
  onReply,
  pageOf,
  selecting,
  unfiltering,
  withStatus,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/variant.ts';
import type { Animal, PetStatus } from '../../src/spec/animal.ts';
import { hiding, isA, refusal } from '../changes.ts';
import { type Breaks, crossed, type Entries, faultsOf } from './fault-table.ts';

type Which = (asked: AskedList) => boolean;

const most = Number.POSITIVE_INFINITY;

/** Lists more animals of each status than the longest page. */
const full = () => ({ animals: animals(450) });

const refusing = (which: Which, status: number): Change =>
  asking((asked) => (which(asked) ? refusal(status) : asked));

const wrongLimit: Breaks = ['list.filter-with-limit', 'list.limit'];
// A page that may leave animals out is short: `list.complete` warns.
const tooShort: Breaks = ['list.shows-animals', 'list.complete'];

/** A limit that is read in another way. */
const misreadings: Entries<readonly [Breaks, (which: Which) => Change]> = {
  'one-more': [wrongLimit, (which) => limiting((one) => one.limit + (which(one) ? 1 : 0))],
  unlimited: [wrongLimit, (which) => limiting((one) => (which(one) ? most : one.limit))],
  400: [wrongLimit, (which) => refusing(which, 400)],
  500: [wrongLimit, (which) => refusing(which, 500)],
  empty: [tooShort, (which) => asking((one) => (which(one) ? { ...one, limit: 0 } : one))],
  unfiltered: [[...wrongLimit, 'list.status-filter'], unfiltering],
};

/** A given limit, with a status or without. */
const given =
  (isFiltered: boolean, which: (limit: number) => boolean): Which =>
  (asked) =>
    asked.given && (asked.status !== undefined) === isFiltered && which(asked.limit);
const plain = (which: (limit: number) => boolean) => given(false, which);
const filtered = (which: (limit: number) => boolean) => given(true, which);

const asked: Entries<Which> = {
  1: plain((limit) => limit === 1),
  10: plain((limit) => limit === 10),
  99: plain((limit) => limit === 99),
  100: plain((limit) => limit === 100),
  'above-50': plain((limit) => limit > 50),
  '1-filtered': filtered((limit) => limit === 1),
  '100-filtered': filtered((limit) => limit === 100),
  filtered: filtered(() => true),
};

const byLimit = crossed('limit', misreadings, asked, ([breaks, change], which, [id, place]) =>
  id === 'unfiltered' && !place.endsWith('filtered')
    ? undefined
    : { breaks, server: full, change: change(which) },
);

const withoutLimit: Entries<Which> = {
  plain: ({ status }) => status === undefined,
  filtered: ({ status }) => status !== undefined,
  available: ({ status }) => status === 'available',
  pending: ({ status }) => status === 'pending',
  sold: ({ status }) => status === 'sold',
};

const byDefault = crossed('default', { 21: 21, unlimited: most }, withoutLimit, (limit, which) => ({
  breaks: ['list.default-limit'],
  server: full,
  change: limiting((asked) => (!asked.given && which(asked) ? limit : asked.limit)),
}));

/** What a filter lists, of all animals in the order of the store. */
type Filter = (all: readonly Animal[], status: PetStatus) => readonly Animal[];

const matching: Filter = (all, status) => all.filter((one) => one.status === status);
const orNone: Filter = (all, status) =>
  all.filter((one) => one.status === status || one.status === undefined);
const wrongFilter: Breaks = ['list.status-filter', 'list.filter-with-limit'];

const filters: Entries<readonly [Breaks, Filter]> = {
  ignored: [wrongFilter, (all) => all],
  inverted: [wrongFilter, (all, status) => all.filter((one) => one.status !== status)],
  none: [wrongFilter, orNone],
  'none-painted': [
    wrongFilter,
    (all, status) => orNone(all, status).map((one) => ({ ...one, status })),
  ],
  padded: [wrongFilter, (all, status) => [...new Set([...matching(all, status), ...all])]],
  empty: [['list.shows-animals', 'list.status-filter'], () => []],
  'first-lost': [tooShort, (...of) => matching(...of).slice(1)],
  doubled: [['list.unique-ids'], (...of) => [...matching(...of).slice(0, 1), ...matching(...of)]],
};

const filteredLists: Entries<(call: Call) => boolean> = {
  every: ({ query }) => query.has('status'),
  alone: ({ query }) => query.has('status') && !query.has('limit'),
  'with-limit': ({ query }) => query.has('status') && query.has('limit'),
  sold: ({ query }) => query.get('status') === 'sold',
};

const byStatus = crossed('filter', filters, filteredLists, ([breaks, filter], which) => ({
  breaks,
  change: listing(({ page, selection, all, call }) =>
    selection.status && which(call)
      ? filter(all, selection.status).slice(0, selection.limit)
      : page(selection),
  ),
}));

/** A plain list may have a scope, which no clause names; one that never shows what is new is a failure. */
const scopes = crossed(
  'plain',
  { new: () => false, 'with-status': ({ status }: Animal) => status === undefined },
  { list: false, all: true },
  (isShown, everywhere) => ({
    breaks: tooShort,
    change: listing(({ page, selection, all }) =>
      everywhere || selection.status === undefined
        ? pageOf(all.filter(isShown), selection)
        : page(selection),
    ),
  }),
);

const empty = ({ body }: Reply) => Array.isArray(body) && body.length === 0;
const problem = (status: number) => (reply: Reply) => ({
  ...reply,
  status,
  body: { code: 'not_found', message: 'No pets found.', status },
});

/** Answers in the place of an empty list. */
const instead: Entries<(reply: Reply) => Reply> = {
  null: (reply) => ({ ...reply, body: null }),
  204: ({ headers }) => ({ status: 204, headers }),
  404: problem(404),
  500: problem(500),
};

/** A store that holds animals, none of them sold. */
const withoutSold = () => ({
  animals: animals(12, (at) => ({ status: at % 2 === 0 ? 'available' : 'pending' })),
});

const nothing: Entries<readonly [filtered: boolean, more: Partial<Fault>]> = {
  store: [false, {}],
  filter: [true, {}],
  'filter-stocked': [true, { server: withoutSold }],
};

const emptyLists = crossed('nothing', instead, nothing, (change, [isFiltered, more]) => ({
  ...more,
  breaks: ['list.returns-pets', 'list.status-filter', 'list.default-limit', ...wrongLimit],
  change: inAnswers('listPets', 200, (reply, { query }) =>
    empty(reply) && query.has('status') === isFiltered ? change(reply) : reply,
  ),
}));

/** Orders and repetitions of the rows of a list. */
type Rows = readonly [Breaks, (items: readonly unknown[]) => readonly unknown[]];

const rows: Entries<Rows> = {
  'first-twice': [['list.unique-ids'], (items) => [...items.slice(0, 1), ...items]],
  joined: [['list.unique-ids'], (items) => items.flatMap((one) => [one, one])],
  // Pages of ten that share an animal.
  overlapping: [['list.unique-ids'], (items) => [...items.slice(0, 10), ...items.slice(9)]],
  'null-row': [['list.returns-pets'], (items) => [...items.slice(0, -1), null]],
  wrapped: [['list.returns-pets'], (items) => items.map((pet) => ({ pet }))],
  neighbours: [
    ['list.same-animal'],
    (items) =>
      items.map((one, at) => ({
        ...Object(one),
        name: Object(items[(at + 1) % items.length]).name,
      })),
  ],
  numbered: [
    ['list.same-animal', 'list.shows-animals', 'get.found'],
    (items) => items.map((one, at) => ({ ...Object(one), id: at + 1 })),
  ],
};

const lists: Entries<(call: Call) => boolean> = {
  all: () => true,
  plain: ({ query }) => query.size === 0,
  filtered: ({ query }) => query.has('status'),
  short: ({ query }) => query.get('limit') === '1',
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

const each = (nth: number) => (call: Call) => call.sequence % nth === 0;

/** One of several nodes knows no filter, or has no index of statuses. */
const nodes = crossed(
  'node',
  {
    unfiltered: [wrongFilter, (all: readonly Animal[]) => all],
    empty: [['list.shows-animals', 'list.status-filter'], () => []],
  } as const,
  { third: 3, fourth: 4, tenth: 10 },
  ([breaks, filter], nth) => ({
    breaks,
    change: listing(({ page, selection: { limit, status }, call }) =>
      status && each(nth)(call)
        ? filter(page({ limit }))
        : page(status ? { limit, status } : { limit }),
    ),
  }),
);

const limitText = (limitFor: (text: string) => number): Change =>
  selecting((one, { query }) => {
    const text = query.get('limit');
    return text === null ? one : { ...one, limit: limitFor(text) };
  });

const single: readonly Fault[] = [
  ...faultsOf(['list.returns-pets', 'list.limit', 'list.default-limit'], {
    // It compares Accept as a whole.
    'list.accept-with-others-refused': onReply((reply, call) =>
      isA('listPets')(call) && /,/.test(call.headers.accept ?? '') ? withStatus(reply, 406) : reply,
    ),
  }),
  ...faultsOf(['list.returns-pets', 'list.limit', 'create.created', 'get.found'], {
    'list.cold-start': onReply((reply, { sequence }) =>
      sequence === 1 ? problem(500)(reply) : reply,
    ),
  }),
  ...faultsOf([...tooShort, 'list.filter-with-limit'], {
    'list.limit-first-digit': limitText((text) => Number(text[0])),
    'list.one-fewer-than-limit': limitText((text) => Number(text) - 1),
  }),
  ...faultsOf(wrongFilter, {
    'list.only-first-parameter': selecting(({ limit, status }, { query }) => {
      const [first] = query.keys();
      return first === 'status' && status
        ? { limit: 20, status }
        : { limit: first === 'limit' ? limit : 20 };
    }),
    'list.filter-off-beside-another': selecting((one, { query }) =>
      [...query.keys()].every((name) => ['limit', 'status'].includes(name))
        ? one
        : { limit: one.limit },
    ),
    'list.no-match-lists-all': listing(({ page, selection }) => {
      const found = page(selection);
      return found.length > 0 ? found : page({ limit: selection.limit });
    }),
  }),
  ...faultsOf(tooShort, {
    'list.page-cut-before-filter': listing(({ page, selection, call }) =>
      call.query.has('limit')
        ? pageOf(page({ limit: selection.limit }), selection)
        : page(selection),
    ),
    // It reads every third list from a replica that never gets what is new.
    'list.flapping-third': hiding(
      (_, call, birth) => isA('listPets')(call) && each(3)(call) && birth !== undefined,
    ),
  }),
];

export const listFaults: readonly Fault[] = [
  ...byLimit,
  ...byDefault,
  ...byStatus,
  ...scopes,
  ...emptyLists,
  ...order,
  ...nodes,
  ...single,
];
