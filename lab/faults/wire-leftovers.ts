import { stringify } from 'lossless-json';
import type { NewAnimal } from '../../src/reference/animal.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import { type Change, faultsOf, jsonOf, membersOf } from '../../src/reference/changes.ts';
import type { Store } from '../../src/reference/store.ts';
import type { Fault } from '../../src/reference/subject.ts';

/** Stores an animal from some of the creations that it refuses. */
const leaving =
  (which: (call: Call, reply: Reply) => NewAnimal | undefined): Change =>
  ({ finish, list, find, newId }) => {
    let left: NewAnimal[] = [];
    const settled = (store: Store, call: Call): Store => {
      const [first, ...rest] = left;
      if (first === undefined) return store;
      left = rest;
      store.add({ id: newId(store, call), ...first });
      return settled(store, call);
    };
    return {
      finish: (reply, call) => {
        const animal =
          call.operation === 'createPet' && reply.status >= 400 ? which(call, reply) : undefined;
        if (animal !== undefined) left.push(animal);
        return finish(reply, call);
      },
      list: (store, selection, call) => list(settled(store, call), selection, call),
      find: (store, call) => find(settled(store, call), call),
      newId: (store, call) => newId(settled(store, call), call),
    };
  };

/** The animal that a text describes, whatever else is wrong with it. */
const namedIn = (text: string): NewAnimal | undefined => {
  const name = jsonOf(/"name"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? '');
  return typeof name === 'string' ? { name, categoryId: 1n, status: 'available' } : undefined;
};

const leavingAfter = (when: (call: Call, reply: Reply) => boolean) =>
  leaving((call, reply) => (when(call, reply) ? namedIn(call.body) : undefined));

const members = ({ body }: Call) => membersOf(body) ?? {};

// What is refused was stored already.
const leftovers = faultsOf('create.refused-leaves-nothing', {
  'wire.leaves-wrong-status': [
    'writes an animal before it finds that its status is wrong',
    leavingAfter((call, { status }) => status === 400 && 'status' in members(call)),
  ],
  'wire.leaves-no-category': [
    'writes an animal before it finds that it has no category',
    leavingAfter(
      (call, { status }) =>
        status === 400 && 'name' in members(call) && !('categoryId' in members(call)),
    ),
  ],
  'wire.leaves-wrong-category': [
    'writes an animal, and its category after it, which may be wrong',
    leavingAfter(
      (call, { status }) =>
        status === 400 && stringify(members(call).categoryId)?.startsWith('"') === true,
    ),
  ],
  'wire.leaves-broken-json': [
    'writes an animal as soon as its members are read, before what follows breaks the JSON',
    leavingAfter(
      ({ body }, { status }) =>
        status === 400 && body.startsWith('{') && membersOf(body) === undefined,
    ),
  ],
  'wire.leaves-array': [
    'writes the animals of an array, and then finds that it is not an object',
    leavingAfter(({ body }, { status }) => status === 400 && body.startsWith('[')),
  ],
  'wire.leaves-without-key': [
    'asks for the key when the animal of a creation is written already',
    leavingAfter(
      ({ headers }, { status }) => status === 401 && headers.authorization === undefined,
    ),
  ],
  'wire.leaves-with-wrong-key': [
    'writes an animal while it looks the key up, and keeps it whatever comes of that',
    leavingAfter(
      ({ headers }, { status }) => status === 401 && headers.authorization !== undefined,
    ),
  ],
});

/** Sections 4.2 and 5.3: what a refused creation leaves in the store. */
export const wireLeftoverFaults: readonly Fault[] = leftovers;
