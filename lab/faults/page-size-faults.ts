/** Single faults of lists: parameters, defaults, scopes, and nodes that differ. Section 4.1. */

import type { Call } from '../../src/reference/call.ts';
import {
  type Change,
  faultsOf,
  listing,
  onReply,
  pageOf,
  remembering,
  selecting,
  together,
  withStatus,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/variant.ts';
import { isA } from '../limit-changes.ts';
import { crossed } from './fault-table.ts';

const each = (nth: number) => (call: Call) => call.sequence % nth === 0;

const unfilteringOn = (which: (call: Call) => boolean): Change =>
  selecting((one, call) => (which(call) ? { limit: one.limit } : one));

const emptyOn = (which: (call: Call) => boolean): Change =>
  listing(({ page, selection, call }) => (selection.status && which(call) ? [] : page(selection)));

const nodeFaults = crossed(
  'node',
  {
    unfiltered: ['knows no filter', unfilteringOn],
    empty: ['has no index of statuses', emptyOn],
  },
  {
    third: ['on one of three nodes', 3],
    fourth: ['on one of four nodes', 4],
    tenth: ['on one of ten nodes', 10],
  },
  (change, nth, [kind]) => ({
    breaks:
      kind === 'empty'
        ? ['list.shows-animals', 'list.status-filter']
        : ['list.filter-with-limit', 'list.status-filter'],
    change: change(each(nth)),
  }),
);

/** Reads one parameter of a query only. */
const readingFirst: Change = selecting(({ limit, status }, { query }) => {
  const name = [...query.keys()].at(0);
  return name === 'status' && status
    ? { limit: 20, status }
    : { limit: query.has('limit') && name === 'limit' ? limit : 20 };
});

/** Lists from a replica that never gets what is new. */
const flapping = (nth: number): Change =>
  remembering(() => {
    const created = new Set<bigint>();
    return together(
      ({ keep }) => ({
        keep: (animal, call) => {
          created.add(animal.id);
          return keep(animal, call);
        },
      }),
      listing(({ page, selection, all, call }) =>
        each(nth)(call)
          ? pageOf(
              all.filter(({ id }) => !created.has(id)),
              selection,
            )
          : page(selection),
      ),
    );
  });

const limitText = (limitFor: (text: string) => number): Change =>
  selecting((one, { query }) => {
    const text = query.get('limit');
    return text === null ? one : { ...one, limit: limitFor(text) };
  });

/** Answers the first request otherwise than all others. */
const coldStart = onReply((reply, { sequence }) =>
  sequence === 1
    ? { ...reply, status: 500, body: { code: 'start', message: 'Starting.', status: 500 } }
    : reply,
);

const listed = faultsOf(['list.returns-pets', 'list.limit', 'list.default-limit'], {
  'list.accept-with-others-refused': [
    'compares Accept as a whole: 406 if a client accepts JSON among others',
    onReply((reply, call) =>
      isA('listPets')(call) && /,/.test(call.headers.accept ?? '') ? withStatus(reply, 406) : reply,
    ),
  ],
});

const limited: readonly Fault[] = [
  ...faultsOf(['list.returns-pets', 'list.limit', 'create.created', 'get.found'], {
    'list.cold-start': ['fails its first request: 500', coldStart],
  }),
  ...faultsOf(['list.shows-animals', 'list.complete', 'list.filter-with-limit'], {
    'list.limit-first-digit': [
      'reads the first digit of a limit: one animal for limit=10 and limit=100',
      limitText((text) => Number(text[0])),
    ],
    'list.one-fewer-than-limit': [
      'lists one animal fewer than the given limit, and none for limit=1',
      limitText((text) => Number(text) - 1),
    ],
  }),
];

const filteredLists: readonly Fault[] = [
  ...faultsOf(['list.filter-with-limit', 'list.status-filter'], {
    'list.only-first-parameter': ['reads the first parameter only', readingFirst],
    'list.filter-off-beside-another': [
      'forgets the status beside a parameter that it does not know',
      selecting((one, { query }) =>
        [...query.keys()].every((name) => ['limit', 'status'].includes(name))
          ? one
          : { limit: one.limit },
      ),
    ],
    'list.no-match-lists-all': [
      'lists all animals if none matches',
      listing(({ page, selection }) => {
        const found = page(selection);
        return found.length > 0 ? found : page({ limit: selection.limit });
      }),
    ],
  }),
];

const shows: readonly Fault[] = [
  ...faultsOf(['list.shows-animals', 'list.complete'], {
    'list.page-cut-before-filter': [
      'cuts the page by a given limit before it filters',
      listing(({ page, selection: { limit, status }, call }) =>
        call.query.has('limit')
          ? page({ limit }).filter((one) => !status || one.status === status)
          : page(status ? { limit, status } : { limit }),
      ),
    ],
    'list.flapping-third': [
      'reads every third list from a replica that never gets what is new',
      flapping(3),
    ],
  }),
];

/** Lists that go wrong in ways of their own. */
export const listingFaults: readonly Fault[] = [
  ...nodeFaults,
  ...listed,
  ...limited,
  ...filteredLists,
  ...shows,
];
