/** Reads: ids that nobody has, ids read wrongly, deprecation, and what does not stay. Section 4.3. */
import { readInt64 } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  animals,
  type Change,
  inAnswers,
  leavingOut,
  remembering,
  showing,
  withStatus,
} from '../../src/reference/changes.ts';
import type { Store } from '../../src/reference/store.ts';
import type { Fault } from '../../src/reference/variant.ts';
import { type Animal, int64 } from '../../src/spec/animal.ts';
import { hiding, isA } from '../changes.ts';
import { crossed, type Entries, faultsOf } from './fault-table.ts';

type Which = (id: bigint, store: Store) => boolean;

const asked = ({ petId }: Call) => readInt64(petId) ?? -1n;
const highest = (store: Store) => store.all().reduce((most, { id }) => (id > most ? id : most), 0n);

/** Ids that no animal has. */
const unknown: Entries<Which> = {
  any: () => true,
  zero: (id) => id === 0n,
  next: (id, store) => id === highest(store) + 1n,
  small: (id) => id >= 0n && id < 2n ** 31n,
  large: (id) => id > 2n ** 53n,
  greatest: (id) => id === int64.max,
  negative: (id) => id < 0n,
};

/** Answers a read of an id that nobody has. */
const answering =
  (change: (reply: Reply) => Reply) =>
  (which: Which): Change =>
    remembering(() => {
      let isHit = false;
      return ({ find, finish }) => ({
        find: (store, call) => {
          isHit = which(asked(call), store);
          return find(store, call);
        },
        finish: (reply, call) =>
          finish(
            isA('getPet')(call) && reply.status === 404 && isHit ? change(reply) : reply,
            call,
          ),
      });
    });
const status = (status: number) => answering((reply) => withStatus(reply, status));
const body = (body: unknown) => answering((reply) => ({ ...reply, status: 200, body }));

const finding =
  (other: (store: Store, id: bigint) => Animal | undefined) =>
  (which: Which): Change =>
  ({ find }) => ({
    find: (store, call) => {
      const found = find(store, call);
      return found || !which(asked(call), store) ? found : other(store, asked(call));
    },
  });

const instead: Entries<(which: Which) => Change> = {
  500: status(500),
  newest: finding((store) => store.all().at(-1)),
  null: body(null),
  204: answering(({ headers }) => ({ status: 204, headers })),
  400: status(400),
  403: status(403),
  410: status(410),
  200: answering((reply) => ({ ...reply, status: 200 })),
  empty: body([]),
  302: answering(({ headers }) => ({ status: 302, headers: { ...headers, Location: '/v1/pets' } })),
  'made-up': finding((_, id) => ({ id, name: 'Unknown', categoryId: 0n })),
};

/** An animal may be there that nobody has seen, so one that is made up with the very id is no failure. Below zero any refusal is allowed. */
const nobody = crossed('unknown', instead, unknown, (change, which, [answer, id]) =>
  (answer === '500' && id !== 'negative') ||
  answer === 'newest' ||
  (id === 'any' && answer !== 'made-up')
    ? { breaks: ['get.not-found'], change: change(which) }
    : undefined,
);

const readings: Entries<(id: bigint) => bigint> = {
  double: (id) => BigInt.asIntN(64, BigInt(Number(id))),
  int32: (id) => BigInt.asIntN(32, id),
  int31: (id) => BigInt.asUintN(31, id),
  'five-digits': (id) => id % 100_000n,
  'first-digit': (id) => BigInt(`${id}`.replace('-', '')[0] ?? 0),
  positive: (id) => (id < 0n ? -id : id),
};

/** Ids from somewhere on. A double holds all up to 2^53, and none of the run's own is below zero. */
const ids = crossed(
  'id',
  readings,
  { small: 0n, large: 2n ** 40n, huge: 2n ** 60n },
  (read, start, [reading, from]) =>
    (reading === 'double' && from !== 'huge') || (reading === 'positive' && from !== 'small')
      ? undefined
      : {
          breaks: ['get.found', 'get.not-found', 'get.same-animal', 'get.stays'],
          change: ({ newId, find }) => ({
            newId: (store, call) => start + newId(store, call),
            find: (store, call) => {
              const id = readInt64(call.petId);
              return find(store, id === undefined ? call : { ...call, petId: `${read(id)}` });
            },
          }),
        },
);

const announcing = (headers: Reply['headers']): Change =>
  inAnswers('getPet', 200, (reply) => ({ ...reply, headers: { ...reply.headers, ...headers } }));

const deprecation = [
  ...faultsOf('get.deprecation-headers', {
    'get.no-deprecation': leavingOut(['Deprecation'], () => true),
    'get.no-sunset': leavingOut(['Sunset'], () => true),
    'get.sunset-of-another-year': announcing({ Sunset: 'Wed, 05 Dec 2029 00:00:00 GMT' }),
    'get.sunset-of-no-zone': announcing({ Sunset: '2030-12-05' }),
    'get.deprecation-denied': announcing({ Deprecation: 'false' }),
  }),
  ...faultsOf(
    'get.found',
    { 'get.gone-too-early': inAnswers('getPet', 200, ({ headers }) => ({ status: 410, headers })) },
    { day: '2030-12-04T08:00:00Z' },
  ),
];

/** Several processes, each with its own creations. */
const processes = (processOf: (call: Call) => number): Change =>
  hiding((_, call, birth) => birth !== undefined && processOf(birth.call) !== processOf(call));

const lost = [
  ...faultsOf(['get.found', 'get.stays', 'list.shows-animals'], {
    'get.one-of-three-processes': processes(({ sequence }) => (sequence % 3 === 0 ? 0 : 1)),
    'get.every-tenth-lost': hiding((_, __, birth) => birth !== undefined && birth.nth % 10 === 0),
    // It commits at the beginning of the next write.
    'get.late-by-one': hiding((_, __, birth, made) => birth?.nth === made),
  }),
  ...faultsOf(
    ['get.stays', 'get.found'],
    {
      'get.hidden-after-three-strangers': remembering(() => {
        let strangers = 0;
        return ({ find, finish }) => ({
          find: (store, call) => (strangers > 3 ? undefined : find(store, call)),
          finish: (reply, call) => {
            if (reply.status === 401) strangers += 1;
            return finish(reply, call);
          },
        });
      }),
    },
    { server: () => ({ animals: animals(300) }) },
  ),
];

const single = [
  ...faultsOf(['get.same-animal', 'list.same-animal'], {
    // On one of two nodes.
    'get.one-node-in-latin-1': showing((shown, call, { name }) =>
      isA('getPet')(call) && call.sequence % 2 === 0
        ? { ...shown, name: name.replace(/[^\0-\u00ff]/gu, '?') }
        : shown,
    ),
  }),
  ...faultsOf(
    'get.found',
    // It takes the 0 of an address for none.
    {
      'get.listed-0-not-found': ({ find }) => ({
        find: (store, call) => (asked(call) === 0n ? undefined : find(store, call)),
      }),
    },
    { server: () => ({ animals: [{ id: 0n, name: 'Zero', categoryId: 1n }, ...animals(3)] }) },
  ),
];

export const readingFaults: readonly Fault[] = [
  ...nobody,
  ...ids,
  ...deprecation,
  ...lost,
  ...single,
];
