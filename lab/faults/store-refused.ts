/**
 * Refusals that take effect nevertheless: what is left behind, and ids that no animal has. Sections 4.2, 4.3 and 5.3.
 */

import { int64, type PetStatus, petStatuses } from '../../src/catalogue/operations.ts';
import type { Animal, NewAnimal } from '../../src/reference/animal.ts';
import { readInt64 } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  type Change,
  faultsOf,
  inAnswers,
  membersOf,
  remembering,
} from '../../src/reference/changes.ts';
import type { Store } from '../../src/reference/store.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { leaving, newestFirst, stocked } from '../store-changes.ts';

const statusIn = (value: unknown): PetStatus | undefined =>
  petStatuses.find((known) => known === String(value).trim().toLowerCase());

/** What very lenient code reads from the body of a creation. */
function drafted({ body }: Call): NewAnimal | undefined {
  const members = membersOf(body);
  if (members === undefined) return undefined;
  const { name, categoryId, status } = members;
  const known = statusIn(status);
  const draft = {
    name: typeof name === 'string' ? name : '',
    categoryId: readInt64(String(categoryId)) ?? 0n,
  };
  return known === undefined ? draft : { ...draft, status: known };
}

const withStatusOf = (value: PetStatus, animal: NewAnimal | undefined) =>
  animal && { ...animal, status: value };

const has = (call: Call, member: string) => membersOf(call.body)?.[member] !== undefined;

// The answer refuses, and the store accepts.
const refusedStays = faultsOf('create.refused-leaves-nothing', {
  'store.kept-before-the-key-is-asked': [
    'keeps an animal before it looks at the key, and answers 401 then',
    leaving(({ status }, call) => (status === 401 ? drafted(call) : undefined)),
  ],
  'store.kept-for-wrong-keys': [
    'does not stop after the 401 to a wrong key, and keeps the animal',
    leaving(({ status }, call) =>
      status === 401 && call.headers.authorization ? drafted(call) : undefined,
    ),
  ],
  'store.kept-for-no-key': [
    'does not stop after the 401 to a missing header, and keeps the animal',
    leaving(({ status }, call) =>
      status === 401 && call.headers.authorization === undefined ? drafted(call) : undefined,
    ),
  ],
  'store.kept-before-the-status-is-checked': [
    'inserts an animal, then sets its status, and refuses a wrong one with the animal in place',
    leaving(({ status }, call) =>
      status === 400 && has(call, 'status') && has(call, 'name') && has(call, 'categoryId')
        ? drafted(call)
        : undefined,
    ),
  ],
  'store.kept-with-a-category-made-up': [
    'inserts an animal with the category 0 before it looks up a category, and refuses it then',
    leaving(({ status }, call) =>
      status === 400 && has(call, 'name') && !has(call, 'status') ? drafted(call) : undefined,
    ),
  ],
  'store.kept-as-available': [
    'keeps each animal that it refuses, as available',
    leaving(({ status }, call) =>
      status === 400 ? withStatusOf('available', drafted(call)) : undefined,
    ),
  ],
  'store.broken-json-kept': [
    'queues a body for a second, lenient parser that keeps the animal after the first has refused it',
    leaving(({ status }, { body }) => {
      const name = /"name"\s*:\s*"([^"]+)"/.exec(body)?.[1];
      const broken = status === 400 && membersOf(body) === undefined;
      return broken && name !== undefined ? { name, categoryId: 1n } : undefined;
    }),
  ],
  'store.array-kept': [
    'keeps the animals of an array one by one, and answers 400 as it has no answer for several',
    leaving(({ status }, { body }) => {
      const inner = /^\s*\[(.*)\]\s*$/s.exec(body)?.[1];
      const members = status === 400 && inner !== undefined ? membersOf(inner) : undefined;
      return members && { name: String(members.name), categoryId: 1n };
    }),
  ],
});

const refusedStaysOnStock = newestFirst(
  faultsOf('create.refused-leaves-nothing', {
    'store.kept-on-stock-before-the-key-is-asked': [
      'keeps an animal before it looks at the key, on top of 300 others',
      leaving(({ status }, call) => (status === 401 ? drafted(call) : undefined)),
    ],
    'store.kept-on-stock-before-it-is-checked': [
      'keeps each animal that it refuses, on top of 300 others',
      leaving(({ status }, call) => (status === 400 ? drafted(call) : undefined)),
    ],
  }),
);

// An id that no animal has, near one that an animal has, is answered with an animal or an error.
const nobody = (
  which: (id: bigint, store: Store) => boolean,
  found: (store: Store) => Animal | undefined,
): Change => {
  return ({ find }) => ({
    find: (store, call) => {
      const id = readInt64(call.petId);
      const base = find(store, call);
      return base === undefined && id !== undefined && which(id, store) ? found(store) : base;
    },
  });
};

const highest = (store: Store) => store.all().reduce((most, { id }) => (id > most ? id : most), 0n);

const failing = (which: (id: bigint) => boolean): Change =>
  inAnswers('getPet', 404, (reply, { petId }) =>
    which(readInt64(petId) ?? -1n)
      ? { ...reply, status: 500, body: { code: 'internal', message: 'Failed.', status: 500 } }
      : reply,
  );

const ids = faultsOf('get.not-found', {
  'store.id-0-gives-the-first': [
    'takes the id 0 for none, and gives the first animal',
    nobody(
      (id) => id === 0n,
      (store) => store.all()[0],
    ),
  ],
  'store.next-id-gives-the-last': [
    'gives the last animal for the next id, as its search ends one too late',
    nobody(
      (id, store) => id === highest(store) + 1n,
      (store) => store.all().at(-1),
    ),
  ],
  'store.id-0-fails': [
    'looks for the row before the first one, and answers 500',
    failing((id) => id === 0n),
  ],
  'store.highest-id-fails': [
    'adds one to the highest int64, and answers 500',
    failing((id) => id === int64.max),
  ],
  'store.highest-id-gives-the-newest': [
    'takes the highest int64 for infinity, and gives the newest animal',
    nobody(
      (id) => id === int64.max,
      (store) => store.all().at(-1),
    ),
  ],
  'store.ids-in-31-bits': [
    'masks the sign of 32 bits, and finds animal 1 as 2147483649',
    ({ find }) => ({
      find: (store, call) => {
        const id = readInt64(call.petId);
        const low = id !== undefined && id < 2n ** 32n ? BigInt.asUintN(31, id) : id;
        return low === undefined ? undefined : find(store, { ...call, petId: String(low) });
      },
    }),
  ],
  'store.ids-by-five-digits': [
    'finds an animal by the last five digits of an id below a million, as its labels have five',
    ({ find }) => ({
      find: (store, call) => {
        const id = readInt64(call.petId) ?? -1n;
        const label = id >= 0n && id < 1_000_000n ? id % 100_000n : id;
        return find(store, { ...call, petId: String(label) });
      },
    }),
  ],
  'store.ids-by-beginning': [
    'numbers animals from 100001, and finds one whose id begins with the digits that are asked for',
    remembering(() => {
      let last = 100_000n;
      return ({ find }) => ({
        newId: () => {
          last += 1n;
          return last;
        },
        find: (store, call) =>
          find(store, call) ?? store.all().find(({ id }) => String(id).startsWith(call.petId)),
      });
    }),
  ],
  'store.category-taken-for-id': [
    'looks for an animal of the category if there is none of the id',
    remembering(() => ({ find }) => ({
      find: (store, call) =>
        find(store, call) ??
        store.all().find(({ categoryId }) => String(categoryId) === call.petId),
    })),
  ],
});

const oldIds = stocked(
  faultsOf('get.not-found', {
    'store.next-id-on-stock': [
      'gives the newest of 300 animals for the next id',
      nobody(
        (id, store) => id === highest(store) + 1n,
        (store) => store.all().at(-1),
      ),
    ],
    'store.id-0-on-stock': [
      'lays its animals out in an array, and gives one for the id 0',
      nobody(
        (id) => id === 0n,
        (store) => store.all()[0],
      ),
    ],
  }),
);

/** What was refused, and what does not exist. */
export const storeRefusedFaults: readonly Fault[] = [
  ...refusedStays,
  ...refusedStaysOnStock,
  ...ids,
  ...oldIds,
];
