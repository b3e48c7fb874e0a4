/** Creations that change what was sent, or are not all handled alike: section 4.2. */

import { int64 } from '../../src/catalogue/operations.ts';
import type { Animal, NewAnimal } from '../../src/reference/animal.ts';
import { Refusal } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  type Change,
  faultsOf,
  keeping,
  overlapping,
  readingBody,
  remembering,
  taking,
  together,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { altering, stocked } from '../store-changes.ts';

const naming = (change: (name: string) => string): Change =>
  keeping((animal) => ({ ...animal, name: change(animal.name) }));
const replacing = (what: RegExp, by: string): Change => naming((name) => name.replace(what, by));
const category = (change: (id: bigint) => bigint): Change =>
  keeping((animal) => ({ ...animal, categoryId: change(animal.categoryId) }));
const refusing = (which: (animal: NewAnimal) => boolean, status = 400): Change =>
  keeping((animal) =>
    which(animal) ? new Refusal(status, 'refused', 'That animal cannot be added.') : animal,
  );

const sentBare = ({ headers }: Call) => headers['content-type'] === undefined;
const sentAsText = ({ headers }: Call) => /^text\/plain/.test(headers['content-type'] ?? '');

/** Accepts bodies that are not declared as JSON. */
const takingText: Change = ({ newAnimal }) => ({
  newAnimal: (call) =>
    newAnimal(
      sentAsText(call)
        ? { ...call, headers: { ...call.headers, 'content-type': undefined } }
        : call,
    ),
});

// Accepted with other values, in requests that only probes of gaps send.
const onOtherWays = faultsOf('create.keeps-values', {
  'store.long-name-cut': [
    'answers 201 to a name of 10,000 characters, and keeps 255 of them',
    taking('name', (name) => (typeof name === 'string' ? [...name].slice(0, 255).join('') : name)),
  ],
  'store.negative-category-turned': [
    'takes the amount of a negative category',
    category((id) => (id < 0n && id > int64.min ? -id : id)),
  ],
  'store.integer-with-fraction-read-by-digits': [
    'reads the digits of 1.0, and makes 10 of it',
    readingBody((text) => text.replace(/("categoryId":\d+)\.0(?!\d)/, '$10')),
  ],
  'store.exponent-read-by-digits': [
    'reads the digits of 1e0, and makes 10 of it',
    readingBody((text) => text.replace(/("categoryId":\d+)e0/, '$10')),
  ],
  'store.unknown-member-drops-status': [
    'leaves out the status of an animal that comes with a member it does not know',
    altering(
      ({ body }) => body.includes('"conformance"'),
      ({ name, categoryId }) => ({ name, categoryId }),
    ),
  ],
  'store.client-id-taken-for-category': [
    'fills its fields by their types, and takes the id that was sent for the category',
    altering(
      ({ body }) => /"id"\s*:/.test(body),
      (animal, { body }) => ({
        ...animal,
        categoryId: BigInt(/"id"\s*:\s*(\d+)/.exec(body)?.[1] ?? animal.categoryId),
      }),
    ),
  ],
  'store.undeclared-body-in-latin-1': [
    'reads the name from a form if no content type is given, and keeps it with its quotes',
    altering(sentBare, (animal) => ({ ...animal, name: JSON.stringify(animal.name) })),
  ],
  'store.text-body-without-status': [
    'takes a body sent as text, and leaves its status out',
    together(
      takingText,
      altering(sentAsText, ({ name, categoryId }) => ({ name, categoryId })),
    ),
  ],
});

const otherFields = faultsOf('pet.category-id', {
  'store.negative-category-unsigned': [
    'shows a category below zero as an unsigned number',
    category((id) => (id < 0n ? BigInt.asUintN(64, id) : id)),
  ],
});

/** Fails some creations, by their number. */
const nth = (which: (count: number) => boolean, status: number): Change =>
  remembering(() => {
    let count = 0;
    return refusing(() => which(++count), status);
  });

/** Numbers animals above the 300 of the start. */
const numbering = (id: (before: number, call: Call) => bigint): Change =>
  remembering(() => {
    let before = 0;
    return () => ({ newId: (_, call) => 300n + id(before++, call) });
  });

const keepingTheFirst: Change = ({ keep }) => {
  const taken = new Set<bigint>();
  return {
    keep: (animal: Animal, call: Call) => {
      if (taken.has(animal.id)) return undefined;
      taken.add(animal.id);
      return keep(animal, call);
    },
  };
};

// Faults that only many creations, or odd ones, on a stocked store show.
const onStock = stocked([
  ...faultsOf('create.keeps-values', {
    'store.stocked-name-cut-at-64': [
      'keeps 64 characters of a name, in a store that has 300 animals already',
      replacing(/(?<=^.{64}).*$/su, ''),
    ],
    'store.stocked-name-as-number': [
      'drops the zeros before a name of digits, in a store that has 300 animals already',
      replacing(/^0+(?=\d+$)/, ''),
    ],
    'store.stocked-name-shared': [
      'keeps the name in a shared variable, in a store that has 300 animals already',
      remembering(() => {
        let last = '';
        return overlapping((base, busy) => {
          return keeping((animal) => {
            last = busy() ? last : animal.name;
            return { ...animal, name: last };
          })(base);
        });
      }),
    ],
  }),
  ...faultsOf('create.created', {
    'store.stocked-every-seventh-fails': [
      'fails every seventh creation with 500, in a store that has 300 animals already',
      nth((count) => count % 7 === 0, 500),
    ],
    'store.stocked-locked-under-load': [
      'answers 500 to a creation while another one is written',
      overlapping((base, busy) => refusing(() => busy(), 500)(base)),
    ],
  }),
  ...faultsOf(['create.server-id', 'get.same-animal'], {
    'store.stocked-counter-restarts': [
      'numbers new animals in three digits of base two, and begins again after eight',
      together(
        numbering((before) => 1n + BigInt(before % 8)),
        keepingTheFirst,
      ),
    ],
  }),
  ...faultsOf(['create.server-id', 'get.same-animal'], {
    'store.stocked-ids-shared-under-load': [
      'reads the highest id before it writes, in a store that has 300 animals already',
      remembering(() => {
        let last = 300n;
        return overlapping((_, busy) => ({ newId: () => (busy() ? last : ++last) }));
      }),
    ],
  }),
]);

/** Creations. */
export const storeCreationsFaults: readonly Fault[] = [...onOtherWays, ...otherFields, ...onStock];
