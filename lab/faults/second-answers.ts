/** Answers that differ the second time, or after something else, because of a cache or a shared buffer. */
import { stringify } from 'lossless-json';
import { payloadOf } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  animals,
  type Change,
  faultsOf,
  inAnswers,
  inLists,
  remembering,
  showing,
  showingIn,
  together,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { asDouble } from '../member-changes.ts';

/** Changes the reply to each read of an animal except the first. */
const onSecondRead = (change: (reply: Reply, call: Call) => Reply): Change =>
  remembering(() => {
    const read = new Set<string>();
    return inAnswers('getPet', 200, (reply, call) => {
      const isAgain = read.has(call.petId);
      read.add(call.petId);
      return isAgain ? change(reply, call) : reply;
    });
  });

/** Shows another category in each read of an animal except the first. */
const categoryOfAgain = (kept: (id: bigint) => bigint): Change =>
  remembering(() => {
    const read = new Set<bigint>();
    return showingIn('getPet', (shown, { id, categoryId }) => {
      const isAgain = read.has(id);
      read.add(id);
      return isAgain ? { ...shown, categoryId: kept(categoryId) } : shown;
    });
  });

/** The greatest whole number up to which a double has all. */
const safe = BigInt(Number.MAX_SAFE_INTEGER);

const bodiless = ({ headers }: Reply, status: number): Reply => ({ status, headers });

const broken = { code: 'internal', message: 'The cache holds something else.', status: 500 };

const reads: readonly Fault[] = [
  ...faultsOf('get.found', {
    'second.read-fails': [
      'cannot read what its cache keeps of an animal: 500 from the second read on',
      onSecondRead(({ headers }) => ({ status: 500, headers, body: broken })),
    ],
    'second.read-not-modified': [
      'answers 304 to callers that read an animal again, with or without a condition',
      onSecondRead((reply) => bodiless(reply, 304)),
    ],
    'second.read-empty': [
      'answers 204 to callers that read an animal again',
      onSecondRead((reply) => bodiless(reply, 204)),
    ],
    'second.read-null': [
      'gives null from the second read of an animal on',
      onSecondRead((reply) => ({ ...reply, body: null })),
    ],
    'second.read-in-array': [
      'keeps animals in its cache as the rows of a query: an array from the second read on',
      onSecondRead((reply) => ({ ...reply, body: [reply.body] })),
    ],
    'second.read-as-string': [
      'encodes what its cache keeps as JSON once more: a string from the second read on',
      onSecondRead((reply) => ({ ...reply, text: stringify(payloadOf(reply).toString()) ?? '' })),
    ],
    'second.old-ones-fail': [
      'fails for every third animal that it was filled with: 500',
      inAnswers('getPet', 200, (reply, { petId }) =>
        Number(petId) <= 90 && Number(petId) % 3 === 0
          ? { ...reply, status: 500, body: broken }
          : reply,
      ),
    ],
  }).map((fault) =>
    fault.id === 'second.old-ones-fail'
      ? { ...fault, server: () => ({ animals: animals(90) }) }
      : fault,
  ),
  ...faultsOf('get.same-animal', {
    'second.name-of-the-last-read': [
      'keeps the name of what it read last in a buffer, and shows it with an animal that its cache holds',
      remembering(() => {
        const read = new Set<bigint>();
        let last: string | undefined;
        return showing((shown, { operation }, { id, name }) => {
          if (operation !== 'getPet') return shown;
          const isAgain = read.has(id);
          read.add(id);
          const before = last ?? name;
          last = name;
          return isAgain ? { ...shown, name: before } : shown;
        });
      }),
    ],
    'second.category-as-double': [
      'keeps animals that were read in a cache of doubles: a category beyond 2^53 is rounded from the second read on',
      categoryOfAgain(asDouble),
    ],
    'second.category-clamped-to-double': [
      'keeps animals that were read in a cache whose numbers end at 2^53',
      categoryOfAgain((id) => (id > safe ? safe : id)),
    ],
    'second.category-in-32-bits': [
      'keeps animals that were read in a cache with 32 bits for a category',
      categoryOfAgain((id) => BigInt.asIntN(32, id)),
    ],
    'second.category-as-double-after-refusals': [
      'reads its store again after 20 refused creations, through doubles: categories beyond 2^53 are rounded by then',
      remembering(() => {
        let refused = 0;
        return together(
          inAnswers('createPet', 400, (reply) => {
            refused += 1;
            return reply;
          }),
          showingIn('getPet', (shown, { categoryId }) =>
            refused < 20 ? shown : { ...shown, categoryId: asDouble(categoryId) },
          ),
        );
      }),
    ],
  }),
];

const lists: readonly Fault[] = faultsOf('list.same-animal', {
  'second.list-begins-with-the-name-before': [
    'renews its first row except for the name, which is that of the list before',
    remembering(() => {
      let last: unknown;
      return inLists((items) => {
        const [first, ...others] = items;
        if (first === undefined) return items;
        const name: unknown = Object(first).name;
        const before = last ?? name;
        last = name;
        return [{ ...Object(first), name: before }, ...others];
      });
    }),
  ],
});

export const secondAnswerFaults: readonly Fault[] = [...reads, ...lists];
