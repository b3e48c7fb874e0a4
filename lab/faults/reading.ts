/** Single faults of reads: ids that nobody has, ids read wrongly, deprecation, and what does not stay. Section 4.3. */

import { readInt64 } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  animals,
  type Change,
  faultsOf,
  inAnswers,
  leavingOut,
  listing,
  notFinding,
  pageOf,
  readingId,
  remembering,
  showing,
  together,
  withStatus,
} from '../../src/reference/changes.ts';
import type { Store } from '../../src/reference/store.ts';
import type { Fault } from '../../src/reference/variant.ts';
import type { Animal } from '../../src/spec/animal.ts';
import { int64 } from '../../src/spec/animal.ts';
import { counting, hiding, kennel, losing } from '../store-changes.ts';
import { crossed, type Entries } from './fault-table.ts';

const asked = ({ petId }: Call) => readInt64(petId) ?? -1n;
const highest = (store: Store) => store.all().reduce((most, { id }) => (id > most ? id : most), 0n);

/** Ids that no animal has. */
const unknown: Entries<(id: bigint, store: Store) => boolean> = {
  any: ['for any id that nobody has', () => true],
  zero: ['for the id 0', (id) => id === 0n],
  next: ['for the next id', (id, store) => id === highest(store) + 1n],
  small: ['for small ids that nobody has', (id) => id >= 0n && id < 2n ** 31n],
  large: ['for ids beyond 2^53', (id) => id > 2n ** 53n],
  greatest: ['for the greatest int64', (id) => id === int64.max],
  negative: ['for ids below zero', (id) => id < 0n],
};

/** Answers a read of an id that nobody has. */
const answering =
  (change: (reply: Reply) => Reply) =>
  (which: (id: bigint, store: Store) => boolean): Change =>
    remembering(() => {
      let isHit = false;
      return ({ find, finish }) => ({
        find: (store, call) => {
          isHit = which(asked(call), store);
          return find(store, call);
        },
        finish: (reply, call) =>
          finish(
            call.operation === 'getPet' && reply.status === 404 && isHit ? change(reply) : reply,
            call,
          ),
      });
    });

const finding =
  (other: (store: Store, id: bigint) => Animal | undefined) =>
  (which: (id: bigint, store: Store) => boolean): Change =>
  ({ find }) => ({
    find: (store, call) => {
      const found = find(store, call);
      return found || !which(asked(call), store) ? found : other(store, asked(call));
    },
  });

const instead: Entries<(which: (id: bigint, store: Store) => boolean) => Change> = {
  500: ['answers 500', answering((reply) => withStatus(reply, 500))],
  newest: ['gives the newest animal', finding((store) => store.all().at(-1))],
  null: ['answers null', answering((reply) => ({ ...reply, status: 200, body: null }))],
  204: ['answers 204', answering(({ headers }) => ({ status: 204, headers }))],
  400: ['answers 400', answering((reply) => withStatus(reply, 400))],
  403: ['answers 403', answering((reply) => withStatus(reply, 403))],
  410: ['answers 410', answering((reply) => withStatus(reply, 410))],
  200: ['answers 200 with the Error', answering((reply) => ({ ...reply, status: 200 }))],
  empty: ['answers an empty array', answering((reply) => ({ ...reply, status: 200, body: [] }))],
  302: [
    'redirects to the list',
    answering(({ headers }) => ({ status: 302, headers: { ...headers, Location: '/v1/pets' } })),
  ],
  'made-up': ['makes up an animal', finding((_, id) => ({ id, name: 'Unknown', categoryId: 0n }))],
};

/** An animal may be there that nobody has seen, so one that is made up with the very id is no failure. */
const nobody = crossed('unknown', instead, unknown, (change, which, [answer, id]) =>
  ['500', 'newest'].includes(answer) || (id === 'any' && answer !== 'made-up')
    ? { breaks: ['get.not-found'], change: change(which) }
    : undefined,
);

/** Gives ids from this one on. */
const idsFrom =
  (start: bigint): Change =>
  ({ newId }) => ({ newId: (store, call) => start + newId(store, call) });

const readings: Entries<(id: bigint) => bigint> = {
  double: ['reads ids as doubles', (id) => BigInt.asIntN(64, BigInt(Number(id)))],
  int32: ['reads 32 bits of ids', (id) => BigInt.asIntN(32, id)],
  int31: ['reads 31 bits of ids', (id) => BigInt.asUintN(31, id)],
  'five-digits': ['reads the last five digits of ids', (id) => id % 100_000n],
  'first-digit': ['reads the first digit of ids', (id) => BigInt(`${id}`.replace('-', '')[0] ?? 0)],
  positive: ['drops the sign of ids', (id) => (id < 0n ? -id : id)],
};

const starts: Entries<bigint> = {
  small: ['', 0n],
  large: ['that begin at 2^40', 2n ** 40n],
  huge: ['that begin at 2^60', 2n ** 60n],
};

/** A double holds all ids up to 2^53, and none of the run's own ids is below zero. */
const ids = crossed('id', readings, starts, (read, start, [reading, ids]) =>
  (reading === 'double' && ids !== 'huge') || (reading === 'positive' && ids !== 'small')
    ? undefined
    : {
        breaks: ['get.found', 'get.not-found', 'get.same-animal', 'get.stays'],
        change: together(idsFrom(start), readingId(read)),
      },
);

const announcing = (name: string, value: string): Change =>
  inAnswers('getPet', 200, (reply) => ({ ...reply, headers: { ...reply.headers, [name]: value } }));

const deprecation: readonly Fault[] = [
  ...faultsOf('get.deprecation-headers', {
    'get.no-deprecation': [
      'does not say that getPet is deprecated',
      leavingOut(['Deprecation'], () => true),
    ],
    'get.no-sunset': ['does not say when getPet ends', leavingOut(['Sunset'], () => true)],
    'get.sunset-of-another-year': [
      'announces its removal a year early',
      announcing('Sunset', 'Wed, 05 Dec 2029 00:00:00 GMT'),
    ],
    'get.sunset-of-no-zone': [
      'writes a date that is not one of HTTP',
      announcing('Sunset', '2030-12-05'),
    ],
    'get.deprecation-denied': [
      'says that it is not deprecated',
      announcing('Deprecation', 'false'),
    ],
  }),
  {
    id: 'get.gone-too-early',
    title: 'has taken getPet away on 4 December 2030, a day before its time',
    breaks: ['get.found'],
    day: '2030-12-04T08:00:00Z',
    change: inAnswers('getPet', 200, ({ headers }) => ({ status: 410, headers })),
  },
];

/** Old animals that lists show and that are not found by their ids. */
const oldOnes: readonly Fault[] = faultsOf(['get.found', 'get.stays'], {}).map((fault) => ({
  ...fault,
  server: () => ({ animals: kennel(300) }),
}));

/** Several processes, each with its own creations. */
const processes = (processOf: (call: Call) => number): Change =>
  remembering(() => {
    const home = new Map<bigint, number>();
    return together(
      hiding(({ id }, call) => home.has(id) && home.get(id) !== processOf(call)),
      ({ keep }) => ({
        keep: (animal, call) => {
          home.set(animal.id, processOf(call));
          return keep(animal, call);
        },
      }),
    );
  });

const lost = faultsOf(['get.found', 'get.stays', 'list.shows-animals'], {
  'get.one-of-three-processes': [
    'runs three processes, one of which has its own store',
    processes(({ sequence }) => (sequence % 3 === 0 ? 0 : 1)),
  ],
  'get.every-tenth-lost': ['loses every tenth animal', losing((nth) => nth % 10 === 0)],
  'get.late-by-one': [
    'commits at the beginning of the next write',
    remembering(() => {
      let last: bigint | undefined;
      return together(
        counting,
        hiding(({ id }) => id === last),
        ({ keep }) => ({
          keep: (animal, call) => {
            last = animal.id;
            return keep(animal, call);
          },
        }),
      );
    }),
  ],
});

const oneNode = (operation: Call['operation'], every: number): Change =>
  showing((shown, call, { name }) =>
    call.operation === operation && call.sequence % every === 0
      ? { ...shown, name: name.replace(/[^\0-\u00ff]/gu, '?') }
      : shown,
  );

const same = faultsOf(['get.same-animal', 'list.same-animal'], {
  'get.one-node-in-latin-1': ['reads names in Latin-1 on one of two nodes', oneNode('getPet', 2)],
});

const stranger: Fault = {
  id: 'get.hidden-after-three-strangers',
  title: 'hides its animals after three requests without a valid key',
  breaks: ['get.stays', 'get.found'],
  server: () => ({ animals: animals(300) }),
  change: remembering(() => {
    let strangers = 0;
    return ({ find, finish }) => ({
      find: (store, call) => (strangers > 3 ? undefined : find(store, call)),
      finish: (reply, call) => {
        if (reply.status === 401) strangers += 1;
        return finish(reply, call);
      },
    });
  }),
};

const listedZero: Fault = {
  id: 'get.listed-0-not-found',
  title: 'lists an animal with the id 0, and takes the 0 of an address for none',
  breaks: ['get.found'],
  server: () => ({ animals: [{ id: 0n, name: 'Zero', categoryId: 1n }, ...animals(3)] }),
  change: together(
    notFinding(({ id }) => id === 0n),
    listing(({ all, selection }) => pageOf(all, selection)),
  ),
};

/** Reads that go wrong in ways of their own. */
export const readingFaults: readonly Fault[] = [
  ...nobody,
  ...ids,
  ...deprecation,
  ...lost,
  ...oldOnes,
  ...same,
  stranger,
  listedZero,
];
