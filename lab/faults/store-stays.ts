/** Animals that exist and cannot be read, or not for long: section 4.3. */
import type { Animal } from '../../src/reference/animal.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  type Change,
  faultsOf,
  inAnswers,
  remembering,
  together,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { atStart, hiding, losing, newestFirst, notFinding, stocked } from '../store-changes.ts';

const start = BigInt(atStart);
const isOld = ({ id }: Animal) => id <= start;

/** Two processes, each with its own creations and the animals of the start. */
const twoProcesses = (processOf: (call: Call) => number): Change =>
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

/** Counts the reads of each animal. */
const afterReads = (lost: (reads: number) => boolean): Change =>
  remembering(() => {
    const reads = new Map<bigint, number>();
    return notFinding(({ id }) => {
      const before = reads.get(id) ?? 0;
      reads.set(id, before + 1);
      return lost(before);
    });
  });

// Several stores behind one address.
const processes = faultsOf('get.stays', {
  'store.two-processes-in-turn': [
    'runs two processes with a store each, and sends requests to them in turn',
    twoProcesses(({ sequence }) => sequence % 2),
  ],
  'store.one-of-three-processes-apart': [
    'runs three processes, two of which share a store while one has its own',
    twoProcesses(({ sequence }) => (sequence % 3 === 0 ? 0 : 1)),
  ],
  'store.snapshot-of-a-connection': [
    'reads on every fourth request from a transaction that was opened at the start',
    remembering(() => {
      let created = new Set<bigint>();
      return together(
        hiding(({ id }, { sequence }) => sequence % 4 === 3 && created.has(id)),
        ({ keep }) => ({
          keep: (animal, call) => {
            created = new Set([...created, animal.id]);
            return keep(animal, call);
          },
        }),
      );
    }),
  ],
});

// Reads, time, or what others do take animals away.
const gone = faultsOf('get.stays', {
  'store.read-once': [
    'takes an animal out of its cache by reading it, and does not find it again',
    afterReads((before) => before > 0),
  ],
  'store.read-twice-then-gone': [
    'reserves an animal for those who look at it twice, and hides it from them',
    afterReads((before) => before > 1),
  ],
  'store.every-other-read': [
    'answers every second read of an animal from a cache that is never filled',
    afterReads((before) => before % 2 === 1),
  ],
});

// Accepted but not stored; only some of these animals are ever asked for.
const lost = faultsOf('get.found', {
  'store.every-tenth-lost': [
    'answers 201 and loses every tenth animal, as one of ten shards is down',
    losing((nth) => nth % 10 === 0),
  ],
  'store.replication-stops': [
    'reads from a replica that gets the first ten animals and no more',
    losing((nth) => nth > 10),
  ],
});

// Old animals that lists show and that are not found by their ids.
const oldOnes = stocked(
  faultsOf('get.found', {
    'store.sold-before-archived': [
      'lists animals that were sold before the run, and finds them no more, as they lie in the archive',
      notFinding((one) => isOld(one) && one.status === 'sold'),
    ],
    'store.beyond-first-page-not-found': [
      'finds old animals by an index of the first hundred',
      notFinding(({ id }) => id > 100n && id <= start),
    ],
    'store.refused-caller-hides-animal': [
      'caches by the address what it answered first: that there is no animal, if the caller had no key',
      remembering(() => {
        const cached = new Map<string, number>();
        const caching = (status: number) =>
          inAnswers('getPet', status, (reply, { petId }) => {
            cached.set(petId, cached.get(petId) ?? status);
            return reply;
          });
        return together(
          caching(401),
          caching(200),
          notFinding((_, { petId }) => cached.get(petId) === 401),
        );
      }),
    ],
  }),
).map((fault): Fault => ({ ...fault, needsWholeRun: true }));

const oldOnesNewestFirst = newestFirst(
  faultsOf('get.found', {
    'store.lists-deeper-than-it-finds': [
      'finds the newest 200 animals only, and lists older ones by their status',
      ({ find }) => ({
        find: (store, call) => {
          const found = find(store, call);
          return found && found.id + 200n <= BigInt(store.size) ? undefined : found;
        },
      }),
    ],
  }),
);

const processesOnStock = stocked(
  faultsOf('get.stays', {
    'store.old-animals-now-and-then': [
      'does not find an old animal on every third read, as one of three replicas was never filled',
      remembering(() => {
        let reads = 0;
        return notFinding((one) => isOld(one) && ++reads % 3 === 2);
      }),
    ],
  }),
);

/** What exists is found, and stays. */
export const storeStaysFaults: readonly Fault[] = [
  ...processes,
  ...gone,
  ...lost,
  ...oldOnes,
  ...oldOnesNewestFirst,
  ...processesOnStock,
];
