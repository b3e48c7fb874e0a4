/** Single faults of lists: parameters, defaults, scopes, and nodes that differ. Section 4.1. */

import type { Animal } from '../../src/catalogue/animal.ts';
import { petStatuses } from '../../src/catalogue/animal.ts';
import { Refusal } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  animals,
  type Change,
  faultsOf,
  inAnswers,
  inLists,
  listing,
  onReply,
  pageOf,
  remembering,
  selecting,
  showing,
  together,
  withStatus,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { isA } from '../limit-changes.ts';
import { kennel } from '../store-changes.ts';
import { crossed } from './table.ts';

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

/** Lists what an earlier list asked for, if no status is given. */
const filterOfTheListBefore: Change = remembering(() => {
  let last: Animal['status'];
  return selecting((one) => {
    const before = last;
    last = one.status;
    return one.status === undefined && before !== undefined ? { ...one, status: before } : one;
  });
});

const readOneOnTop: Change = remembering(() => {
  let last: string | undefined;
  return together(
    inAnswers('getPet', 200, (reply, { petId }) => {
      last = petId;
      return reply;
    }),
    listing(({ page, selection, all }) => {
      const read = all.find(({ id }) => `${id}` === last);
      last = undefined;
      return read && (!selection.status || read.status === selection.status)
        ? [read, ...page(selection)].slice(0, selection.limit)
        : page(selection);
    }),
  );
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

const everySecondFilter: Change = remembering(() => {
  let filters = 0;
  return selecting((one) =>
    one.status !== undefined && ++filters % 2 === 0
      ? new Refusal(400, 'invalid_request', 'Unknown status.')
      : one,
  );
});

/** A status that answers show of animals that have none. */
const shownAsAvailable: Change = showing((shown, _, { status }) => ({
  ...shown,
  status: status ?? 'available',
}));

const painted: Change = together(
  selecting(({ limit }) => ({ limit })),
  showing((shown, { operation, query }) =>
    operation === 'listPets' && query.has('status')
      ? { ...shown, status: query.get('status') }
      : shown,
  ),
);

const listed = faultsOf('list.returns-pets', {
  'list.object-by-position': [
    'answers the list without parameters as an object keyed by position',
    inLists((items, { query }) => (query.size === 0 ? { ...items } : items)),
  ],
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
  ...faultsOf('list.default-limit', {
    'list.default-unlimited-for-browsers': [
      'lists everything for callers who accept any type',
      selecting((one, { query, headers }) =>
        !query.has('limit') && headers.accept === '*/*' ? { ...one, limit: 1000 } : one,
      ),
    ],
  }),
  ...faultsOf(['list.limit', 'list.filter-with-limit'], {
    'list.page-parameter-unlimited': [
      'forgets the limit if a page is asked for',
      selecting((one, { query }) => (query.has('page') ? { ...one, limit: 1000 } : one)),
    ],
  }),
  ...faultsOf(['list.shows-animals', 'list.filter-with-limit'], {
    'list.limit-first-digit': [
      'reads the first digit of a limit: one animal for limit=10 and limit=100',
      limitText((text) => Number(text[0])),
    ],
    'list.one-fewer-than-limit': [
      'lists one animal fewer than the given limit, and none for limit=1',
      limitText((text) => Number(text) - 1),
    ],
    'list.large-limit-shows-five': [
      'shows five animals if more than 50 are asked for',
      limitText((text) => (Number(text) > 50 ? 5 : Number(text))),
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
    'list.filter-off-at-two-digits': [
      'ignores the status available from limit=10 on',
      selecting((one) =>
        one.status === 'available' && one.limit >= 10 ? { limit: one.limit } : one,
      ),
    ],
    'list.every-second-filter-refused': [
      'tests a status with a pattern that remembers where it stopped',
      everySecondFilter,
    ],
  }),
  {
    id: 'list.filter-paints-status',
    title: 'fills in the asked status in the list instead of looking for it',
    breaks: ['list.status-filter', 'list.filter-with-limit'],
    server: () => ({ animals: kennel(60) }),
    change: painted,
  },
];

const shows: readonly Fault[] = [
  ...faultsOf('list.shows-animals', {
    'list.filter-of-the-list-before': [
      'keeps the filter of a list in a default value, where lists without one find it',
      filterOfTheListBefore,
    ],
    'list.page-cut-before-filter': [
      'cuts the page by a given limit before it filters',
      listing(({ page, selection: { limit, status }, call }) =>
        call.query.has('limit')
          ? page({ limit }).filter((one) => !status || one.status === status)
          : page(status ? { limit, status } : { limit }),
      ),
    ],
    'list.just-enough-empty': [
      'lists nothing if just as many match as are asked for',
      listing(({ page, selection, all }) => {
        const matching = all.filter(({ status }) => [undefined, status].includes(selection.status));
        return matching.length === selection.limit ? [] : page(selection);
      }),
    ],
    'list.flapping-third': [
      'reads every third list from a replica that never gets what is new',
      flapping(3),
    ],
    'list.none-shown-as-available': [
      'shows animals without a status as available, and does not list them there',
      shownAsAvailable,
    ],
    'list.nothing-in-other-languages': [
      'joins lists with texts in the caller’s language, of which it has none',
      listing(({ page, selection, call }) =>
        /^(tr|ar)/.test(call.headers['accept-language'] ?? '') ? [] : page(selection),
      ),
    ],
  }),
  {
    id: 'list.empty-at-limit-1-while-others-take-away',
    title: 'lists nothing for a limit of one, while others take away the oldest of 40 animals',
    breaks: ['list.shows-animals'],
    server: () => ({ animals: animals(40, (at) => petStatuses[at % 3]) }),
    change: remembering(() => {
      let lists = 0;
      return listing(({ selection, all, call }) => {
        lists += 1;
        if (call.query.get('limit') === '1') return [];
        return pageOf(
          all.filter(({ id }) => id > 40n || id > BigInt(lists) / 2n),
          selection,
        );
      });
    }),
  },
  ...faultsOf('list.unique-ids', {
    'list.read-one-on-top': [
      'puts the animal that was read last on top of the next list, and leaves it in its place',
      readOneOnTop,
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
