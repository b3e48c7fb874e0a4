/**
 * Animals that are shown differently from their creation, but not at once, not by each node, or not all of them: a twin
 * that is created and read at once looks right. Section 4.3.
 */
import type { Animal } from '../../src/reference/animal.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  type Change,
  faultsOf,
  remembering,
  showing,
  showingIn,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { hiding, notFinding } from '../store-changes.ts';

/** What a Latin-1 column keeps of a name. */
const inLatin1 = ({ name }: Animal) => ({ name: name.replace(/[^\0-\u00ff]/gu, '?') });

const in32Bits = ({ categoryId }: Animal) => ({ categoryId: BigInt.asIntN(32, categoryId) });

/** How long the cache in front of the table holds an animal, in milliseconds: less than a run takes. */
const cachedMs = 30;

/** Shows an animal from a cache at first, and from its table later. */
const cachedAtFirst = (stored: (animal: Animal) => Partial<Animal>, forMs = cachedMs): Change =>
  remembering(() => {
    const since = new Map<bigint, number>();
    return showing((shown, call, animal) => {
      const at = since.get(animal.id) ?? call.at;
      since.set(animal.id, at);
      return call.at - at > forMs ? { ...shown, ...stored(animal) } : shown;
    });
  });

/** One of several nodes shows animals differently. */
const byOneNode = (
  nodes: number,
  operation: Call['operation'],
  stored: (animal: Animal) => Partial<Animal>,
): Change =>
  showing((shown, call, animal) =>
    call.operation === operation && call.sequence % nodes === 0
      ? { ...shown, ...stored(animal) }
      : shown,
  );

/** One of several nodes never learns of an animal that another one accepted. */
const notFoundByOneOf = (nodes: number): Change =>
  notFinding((_, call) => call.sequence % nodes === 0);

/** A cache with this many slots, each of which holds the details of the latest animal. */
const slots = 16n;

export const shownLaterFaults: readonly Fault[] = [
  ...faultsOf('get.same-animal', {
    'later.name-in-capitals': [
      'shows a new animal from a cache for a second, and later in capitals, as its table has it',
      cachedAtFirst(({ name }) => ({ name: name.toUpperCase() }), 1000),
    ],
  }).map((fault): Fault => ({ ...fault, inVirtualTime: { latencyMs: [20, 90] } })),
  ...faultsOf('get.same-animal', {
    'later.name-in-latin-1': [
      'shows a new animal from a cache, and later out of a table in Latin-1',
      cachedAtFirst(inLatin1),
    ],
    'later.category-in-32-bits': [
      'shows a new animal from a cache, and later with the 32 bits of its category that it stored',
      cachedAtFirst(in32Bits),
    ],
    'later.category-of-none': [
      'shows a new animal from a cache, and later without the category that its table of categories lacks',
      cachedAtFirst(({ categoryId }) => ({ categoryId: categoryId === 1n ? 1n : 0n })),
    ],
    'later.name-masked': [
      'masks names as personal data, except those that a cache still holds',
      cachedAtFirst(({ name }) => ({ name: `${name.slice(0, 3)}***` })),
    ],
    'later.read-by-one-node-in-latin-1': [
      'has two nodes, one of which reads names through a driver that speaks Latin-1',
      byOneNode(2, 'getPet', inLatin1),
    ],
    'later.first-without-category': [
      'takes the first animal for a template, and shows it in category 0 by its id',
      showingIn('getPet', (body, { id }) => (id === 1n ? { ...body, categoryId: 0n } : body)),
    ],
    'later.category-of-a-slot': [
      'keeps categories for getPet in 16 slots, and never looks whose category a slot holds',
      ({ find }) => ({
        find: (store, call) => {
          const animal = find(store, call);
          const last = store.all().findLast(({ id }) => id % slots === (animal?.id ?? 0n) % slots);
          return animal && { ...animal, categoryId: last?.categoryId ?? animal.categoryId };
        },
      }),
    ],
  }),
  ...faultsOf('list.same-animal', {
    'later.listed-by-one-node-in-latin-1': [
      'has five nodes, one of which lists names through a driver that speaks Latin-1',
      byOneNode(5, 'listPets', inLatin1),
    ],
  }),
  ...faultsOf('get.stays', {
    'later.gone-beyond-latin-1': [
      'finds a new animal in a cache, and later in a table that took no name beyond Latin-1',
      remembering(() => {
        const since = new Map<bigint, number>();
        return hiding((animal, call) => {
          const at = since.get(animal.id) ?? call.at;
          since.set(animal.id, at);
          return call.at - at > cachedMs && /[^\0-\u00ff]/u.test(animal.name);
        });
      }),
    ],
    'later.not-found-by-one-of-three-nodes': [
      'has three nodes, one of which finds no animal that is new',
      notFoundByOneOf(3),
    ],
    'later.not-found-by-one-of-five-nodes': [
      'has five nodes, one of which finds no animal that is new',
      notFoundByOneOf(5),
    ],
  }),
].map((fault) => ({ ...fault, needsWholeRun: true }));
