/** What storage does on its own: it replaces, evicts, merges, delays and repeats. Sections 4.1 to 4.3. */
import { isLosslessNumber } from 'lossless-json';
import type { Animal } from '../../src/reference/animal.ts';
import { readInt64 } from '../../src/reference/behaviour.ts';
import {
  animals,
  type Change,
  faultsOf,
  membersOf,
  overlapping,
  remembering,
  storing,
  together,
} from '../../src/reference/changes.ts';
import { everyTurn, type Fault } from '../../src/reference/subject.ts';
import { counting, hiding, losing, notFinding } from '../store-changes.ts';

/** Keeps the order in which animals were created, and hides those that are too old. */
const hidingOld = (most: number): Change =>
  remembering(() => {
    const order: bigint[] = [];
    return together(
      counting,
      hiding(({ id }) => order.includes(id) && order.indexOf(id) < order.length - most),
      ({ keep }) => ({
        keep: (animal, call) => {
          order.push(animal.id);
          return keep(animal, call);
        },
      }),
    );
  });

/** INSERT OR REPLACE with an index on names: the animal that had the name before is gone. */
const replacing: Change = remembering(() => {
  const newest = new Map<string, bigint>();
  return together(
    counting,
    hiding(({ id, name }) => (newest.get(name) ?? id) !== id),
    ({ keep }) => ({
      keep: (animal, call) => {
        newest.set(animal.name, animal.id);
        return keep(animal, call);
      },
    }),
  );
});

/** Keeps only the first animal of each name. */
const swallowing: Change = remembering(() => {
  const names = new Set<string>();
  return together(
    counting,
    losing((_, { name }) => names.size === names.add(name).size),
  );
});

/** What is written shows from the next write on. */
const lateByOne: Change = remembering(() => {
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
});

const idSent = (body: string): bigint | undefined => {
  const id = membersOf(body)?.id;
  return isLosslessNumber(id) ? readInt64(id.toString()) : undefined;
};

/** save() of an object-relational mapper: an object with the id of a record updates it. */
const merging: Change = ({ newId, keep }) => ({
  newId: (store, call) => {
    const id = idSent(call.body);
    return id !== undefined && store.get(id) ? id : newId(store, call);
  },
  keep,
});

/** Inserts an animal twice, as the sender retries without need. */
const twice = (which: (animal: Animal) => boolean): Change =>
  remembering(() => {
    const again: Animal[] = [];
    return together(counting, ({ keep, list, find, newId }) => ({
      keep: (animal, call) => {
        if (which(animal)) again.push(animal);
        return keep(animal, call);
      },
      list: (store, selection, call) => {
        for (const animal of again.splice(0)) store.add({ ...animal, id: newId(store, call) });
        return list(store, selection, call);
      },
      find: (store, call) => {
        for (const animal of again.splice(0)) store.add({ ...animal, id: newId(store, call) });
        return find(store, call);
      },
    }));
  });

const withoutStatus = ({ id, name, categoryId }: Animal): Animal => ({ id, name, categoryId });

/** Looking for an id that no animal has creates a record, as a map with defaults does. */
const madeByLooking: Change = ({ find }) => ({
  find: (store, call) => {
    const found = find(store, call);
    const id = readInt64(call.petId);
    if (!found && id !== undefined) store.add({ id, name: '', categoryId: 0n });
    return found;
  },
});

/** Two replicas of the lists, one of which never gets new animals. */
const listsFlap = (which: (sequence: number) => boolean): Change =>
  remembering(() => {
    const created = new Set<bigint>();
    return ({ keep, list }) => ({
      keep: (animal, call) => {
        created.add(animal.id);
        return keep(animal, call);
      },
      list: (store, selection, call) => {
        if (!which(call.sequence)) return list(store, selection, call);
        const all = list(store, { ...selection, limit: 100_000 }, call);
        return all.filter(({ id }) => !created.has(id)).slice(0, selection.limit);
      },
    });
  });

const setUps: Readonly<Record<string, Partial<Fault>>> = {
  'engine.lists-flap-stocked': { server: () => ({ animals: animals(30) }) },
  'engine.not-found-plain': { settings: everyTurn },
};

export const storageEngineFaults: readonly Fault[] = [
  ...faultsOf('get.found', {
    'engine.replace-into': [
      'writes with INSERT OR REPLACE over an index of names: a namesake takes away the animal before it',
      replacing,
    ],
    'engine.newest-20': ['keeps the newest twenty animals that were added', hidingOld(20)],
    'engine.namesake-swallowed': [
      'has an index of unique names, and passes over its objection: a namesake is answered and not kept',
      swallowing,
    ],
    'engine.foreign-key-swallowed': [
      'answers before its database objects to a category that does not exist',
      together(
        counting,
        losing((_, { categoryId }) => categoryId !== 1n),
      ),
    ],
    'engine.emoji-swallowed': [
      'answers before its table of three bytes a character objects to a name',
      together(
        counting,
        losing((_, { name }) => /[\u{10000}-\u{10ffff}]/u.test(name)),
      ),
    ],
    'engine.digits-swallowed': [
      'answers before it finds that a name of digits is not a name',
      together(
        counting,
        losing((_, { name }) => /^\d+$/.test(name)),
      ),
    ],
    'engine.not-found-plain': [
      'does not find the 15th animal by its id, as a page of its index is broken',
      remembering(() => notFinding(({ id }) => id === 15n)),
    ],
  }),
  ...faultsOf(['get.found', 'get.not-found'], {
    'engine.ids-of-one-digit': [
      'reads the first digit of an id in an address',
      ({ find }) => ({
        find: (store, call) => find(store, { ...call, petId: call.petId.slice(0, 1) }),
      }),
    ],
  }),
  ...faultsOf(['get.found', 'get.stays'], {
    'engine.late-by-one': [
      'commits at the beginning of the next write: the latest animal is not there yet',
      lateByOne,
    ],
  }),
  ...faultsOf(['create.server-id', 'get.found'], {
    'engine.lost-update': [
      'reads its file, adds and writes it: of creations at once only the last stays',
      overlapping((base, busy) => ({
        keep: (animal, call) => (busy() ? undefined : base.keep(animal, call)),
      })),
    ],
  }),
  ...faultsOf('get.stays', {
    'engine.newest-24': ['keeps the newest 24 animals that were added', hidingOld(24)],
  }),
  ...faultsOf('create.server-id', {
    'engine.merge-by-id': [
      'saves through a mapper: a creation with the id of an animal writes over that animal',
      merging,
    ],
    'engine.each-twice': [
      'adds each animal twice, as its sender tries again without need',
      twice(() => true),
    ],
    'engine.pending-twice': [
      'adds pending animals twice',
      twice(({ status }) => status === 'pending'),
    ],
  }),
  ...faultsOf('list.shows-animals', {
    'engine.status-not-stored': [
      'answers a creation with what was sent, and has no column for the status',
      storing(withoutStatus),
    ],
    'engine.lists-flap': [
      'reads every second list from a replica that never gets what is new',
      listsFlap((sequence) => sequence % 2 === 0),
    ],
    'engine.lists-flap-third': [
      'reads every third list from a replica that never gets what is new',
      listsFlap((sequence) => sequence % 3 === 0),
    ],
    'engine.lists-flap-stocked': [
      'reads every third list from a replica that never gets what is new, and had 30 animals before',
      listsFlap((sequence) => sequence % 3 === 0),
    ],
  }),
  ...faultsOf('get.not-found', {
    'engine.made-by-looking': [
      'makes a record of each id that it is asked for, as a map with defaults does',
      madeByLooking,
    ],
  }),
].map((fault) => ({ ...fault, ...setUps[fault.id], needsWholeRun: true }));
