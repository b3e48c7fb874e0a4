/** Animals of a stocked store with rare ids and names: sections 2 and 4.3. */

import { int64 } from '../../src/catalogue/operations.ts';
import type { Animal } from '../../src/reference/animal.ts';
import { readInt64 } from '../../src/reference/behaviour.ts';
import { type Change, faultsOf, readingId, showing } from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { inListsShowing, inReadsShowing, kennel, notFinding } from '../store-changes.ts';

const rare = [0n, int64.max - 1n, 2n ** 53n + 1n, -7n, 2n ** 31n, 2n ** 32n + 9n];

const odd = ['Mr <b> & Co', "O'Hara", 'naïve 犬', 'Zoë 🐕', '007', '', 'null', 'a,b;c'];

/** The same faults on a store of 60 animals, of which the first have rare ids and odd names. */
const withRareOnes = (faults: readonly Fault[]): Fault[] =>
  faults.map((fault) => ({
    ...fault,
    server: () => ({
      animals: kennel(60).map((animal, at) => ({
        ...animal,
        id: rare[at] ?? animal.id,
        name: odd[at] ?? animal.name,
      })),
    }),
  }));

const finding = (change: (found: Animal | undefined, id: bigint) => Animal | undefined): Change => {
  return ({ find }) => ({
    find: (store, call) => change(find(store, call), readInt64(call.petId) ?? -1n),
  });
};

const fails: (which: (id: bigint) => boolean) => Change = (which) =>
  notFinding(({ id }) => which(id));

// Listed with an id by which it is not found.
const rareIds = withRareOnes(
  faultsOf('get.found', {
    'store.listed-0-not-found': [
      'lists an animal with the id 0, and takes the 0 of an address for none',
      fails((id) => id === 0n),
    ],
    'store.listed-near-end-not-found': [
      'lists an animal near the highest int64, and adds two to an id before it compares',
      fails((id) => id + 2n > int64.max),
    ],
    'store.listed-negative-not-found': [
      'lists an animal with an id below zero, and reads digits only from an address',
      fails((id) => id < 0n),
    ],
    'store.listed-beyond-2-53-through-double': [
      'lists an animal with an id beyond 2^53, and looks for it by the nearest double',
      readingId((id) => (id < 2n ** 60n ? BigInt(Number(id)) : id)),
    ],
    'store.listed-beyond-2-31-not-found': [
      'lists an animal with the id 2^31, and reads an address into 32 bits with a sign',
      finding((found, id) => (id === BigInt.asIntN(32, id) || id > 2n ** 53n ? found : undefined)),
    ],
  }),
);

const roundedIds = withRareOnes(
  faultsOf('get.found', {
    'store.odd-id-listed-as-double': [
      'lists an id beyond 2^53 as the nearest double, under which no animal is found',
      showing((shown, { operation }, { id }) =>
        operation === 'listPets' && id > 2n ** 53n && id < 2n ** 60n
          ? { ...shown, id: BigInt(Number(id)) }
          : shown,
      ),
    ],
  }),
);

// Old names in a list and in reads by the id.
const oddNames = withRareOnes([
  ...faultsOf('list.same-animal', {
    'store.old-odd-names-escaped-in-lists': [
      'escapes old names in lists for HTML, and shows them as they are by their ids',
      inListsShowing(({ name }) => ({
        name: name.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
      })),
    ],
    'store.old-names-in-latin-1-by-id': [
      'reads names by the id from an old table through a driver that speaks Latin-1',
      inReadsShowing(({ id, name }) => ({
        name: id <= 60n ? Buffer.from(name).toString('latin1') : name,
      })),
    ],
    'store.old-empty-names-filled-in-lists': [
      'writes "Unnamed" for an empty name in lists, and not by the id',
      inListsShowing(({ name }) => ({ name: name === '' ? 'Unnamed' : name })),
    ],
  }),
  ...faultsOf('get.same-animal', {
    'store.old-digits-as-numbers-by-id': [
      'drops the zeros before a name of digits by the id',
      inReadsShowing(({ name }) => ({ name: name.replace(/^0+(?=\d+$)/, '') })),
    ],
  }),
]);

// An id that no animal has, but that is the value of another member.
const otherMembers = faultsOf('get.not-found', {
  'store.name-taken-for-id': [
    'looks for an id among the names as well, and finds an animal whose name is that number',
    ({ find }) => ({
      find: (store, call) =>
        find(store, call) ??
        store
          .all()
          .find(({ name }) => /^\d+$/.test(name) && BigInt(name) === readInt64(call.petId)),
    }),
  ],
});

/** Rare ids. */
export const storeIdsFaults: readonly Fault[] = [
  ...rareIds,
  ...roundedIds,
  ...oddNames,
  ...otherMembers,
];
