import { readInt64 } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  type Change,
  faultsOf,
  keeping,
  remembering,
  showing,
  together,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { atStart, counting, notFinding, stocked } from '../store-changes.ts';

/** Shows a second id, by which an animal is found as well, in some lists. */
const alias = (where: (call: Call) => boolean): Change => {
  const far = 1_000_000n;
  const known = new Set<bigint>();
  return together(
    ({ keep }) => ({
      keep: (animal, call) => {
        known.add(animal.id);
        return keep(animal, call);
      },
    }),
    ({ find }) => ({
      find: (store, call) => {
        const id = readInt64(call.petId) ?? -1n;
        const own = known.has(id - far) ? id - far : id;
        const found = find(store, { ...call, petId: String(own) });
        return found && { ...found, id };
      },
    }),
    showing((shown, call, { id }) =>
      call.operation === 'listPets' && known.has(id) && where(call)
        ? { ...shown, id: id + far }
        : shown,
    ),
  );
};

// The id in the creation differs from the one in lists, and both are found.
const aliases = [
  ...faultsOf('list.shows-animals', {
    'store.internal-id-in-filtered-lists': [
      'shows the internal id in lists with a status; both are found',
      (base) => alias(({ query }) => query.has('status'))(base),
    ],
    'store.internal-id-in-plain-list': [
      'shows the internal id in the list without parameters; both are found',
      (base) => alias(({ query }) => query.size === 0)(base),
    ],
  }),
];

// A name of the run is in lists twice, though each creation made one animal.
const namesakes = faultsOf('create.keeps-values', {
  'store.third-named-as-the-one-before': [
    'adds every third animal under the name of the one before it',
    remembering(() => {
      let number = 0;
      let last = '';
      return keeping((animal) => {
        number += 1;
        last = number % 3 === 0 ? last : animal.name;
        return { ...animal, name: last };
      });
    }),
  ],
});

const collated = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Gives a new animal the id of one with the same key, which it replaces. */
const sharedId = (keyOf: (name: string) => string): Change =>
  remembering(() => {
    const ids = new Map<string, bigint>();
    return together(counting, ({ keep, newAnimal, newId }) => {
      let key = '';
      return {
        newAnimal: (call) => {
          const animal = newAnimal(call);
          key = 'name' in animal ? keyOf(animal.name) : key;
          return animal;
        },
        newId: (store, call) => ids.get(key) ?? newId(store, call),
        keep: (animal, call) => {
          ids.set(key, animal.id);
          return keep(animal, call);
        },
      };
    });
  });

// Different names that the store takes for the same.
const collisions = stocked(
  faultsOf('create.server-id', {
    'store.names-alike-but-for-case': [
      'compares names without case and accents, and writes a new animal over one of such a name',
      sharedId(collated),
    ],
    'store.names-alike-in-20-characters': [
      'has an index over 20 characters of a name, and writes a new animal over one that begins alike',
      sharedId((name) => name.slice(0, 20).padEnd(20)),
    ],
  }),
);

const afterwards = faultsOf('pet.name', {
  'store.undeclared-body-listed-without-name': [
    'keeps the body of a creation without a content type as it came, and lists the animal without its name',
    remembering(() => {
      const nameless = new Set<bigint>();
      return together(
        ({ keep }) => ({
          keep: (animal, call) => {
            if (call.headers['content-type'] === undefined) nameless.add(animal.id);
            return keep(animal, call);
          },
        }),
        showing((shown, { operation }, { id }) =>
          operation !== 'createPet' && nameless.has(id) ? { ...shown, name: undefined } : shown,
        ),
      );
    }),
  ],
});

// A cache whose key is shorter than an id.
const shortKeys = stocked([
  ...faultsOf('get.found', {
    'store.index-of-odd-places': [
      'halves its index of old animals wrongly, and finds those in even places only',
      notFinding(({ id }) => id <= BigInt(atStart) && id % 2n === 1n),
    ],
  }),
]);

/** Twins, aliases and collisions. */
export const storeTwinsFaults: readonly Fault[] = [
  ...aliases,
  ...namesakes,
  ...collisions,
  ...afterwards,
  ...shortKeys,
];
