import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { int64 } from '../../src/catalogue/operations.ts';
import { faultsOf, inAnswers, taking, withStatus } from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import {
  category,
  digits,
  failing,
  is,
  isEmptyList,
  isEmptyObject,
  isKnown,
  isZero,
  reading,
  textOf,
} from '../member-changes.ts';

// Only truthy values are checked, or falsy ones are taken for absent.
const falsy = [
  ...faultsOf('create.invalid-name', {
    'wire.name-false-taken': [
      'asks for the type of a name only if it counts as true: false and 0 are names',
      reading(
        'name',
        (name) => name === false || isZero(name),
        (name) => digits(name) || 'false',
      ),
    ],
    'wire.name-unchecked-in-full-animal': [
      'checks drafts, which have no status, and takes a full animal as it is',
      taking('name', (name, body) =>
        isKnown(body.status) && isLosslessNumber(name) ? digits(name) : name,
      ),
    ],
  }),
  ...faultsOf('create.invalid-category-id', {
    'wire.category-empty-text-as-0': ['makes 0 of an empty string', category(is(''))],
    'wire.category-space-as-0': [
      'makes 0 of a text of white space',
      category((id) => /^\s+$/.test(textOf(id))),
    ],
    'wire.category-false-as-0': ['makes 0 of false', category(is(false))],
    'wire.category-empty-list-as-0': ['makes 0 of an empty array', category(isEmptyList)],
    'wire.category-empty-object-as-0': ['makes 0 of an empty object', category(isEmptyObject)],
  }),
];

const whole = (value: unknown) => (/^-?\d+$/.test(digits(value)) ? BigInt(digits(value)) : 0n);

// Numbers that are not an int64, and not next to its bounds.
const numbers = faultsOf('create.invalid-category-id', {
  'wire.category-beyond-64-bits-crashes': [
    'reads 64 bits without a sign, and fails from 2^64 on: 500',
    failing('categoryId', (id) => whole(id) >= 2n ** 64n),
  ],
  'wire.category-of-forty-digits-crashes': [
    'lets its database find that a number of forty digits does not fit: 500',
    failing('categoryId', (id) => whole(id) > 10n ** 38n),
  ],
  'wire.category-infinite-crashes': [
    'makes infinity of 1e400, and fails: 500',
    failing('categoryId', (id) => digits(id) !== '' && !Number.isFinite(Number(digits(id)))),
  ],
  'wire.category-with-exponent-clamped': [
    'takes what fits of a number with an exponent beyond int64',
    category(
      (id) => /e/i.test(digits(id)) && Number(digits(id)) > 2 ** 63,
      () => new LosslessNumber(String(int64.max)),
    ),
  ],
  'wire.category-fraction-by-exponent': [
    'looks for a point to find a fraction, and takes 15e-1 for 1',
    category(
      (id) => /e-/i.test(digits(id)),
      (id) => new LosslessNumber(String(Math.trunc(Number(digits(id))))),
    ),
  ],
  'wire.category-negative-fraction-rounded': [
    'rounds fractions below 0 up to 0',
    category((id) => /^-0?\.\d+$|^-0\.\d+$/.test(digits(id))),
  ],
  'wire.category-tiny-fraction-taken': [
    'takes a number that is as good as whole: 7.000001',
    category(
      (id) => /^\d+\.0{4,}\d*[1-9]/.test(digits(id)),
      (id) => new LosslessNumber(digits(id).split('.')[0] ?? '0'),
    ),
  ],
});

const constants = faultsOf('create.invalid-body', {
  'wire.category-not-a-number-crashes': [
    'reads NaN, as its parser of JSON does, and cannot make a whole number of it: 500',
    inAnswers('createPet', 400, (reply, { body }) =>
      /: *NaN/.test(body) ? withStatus(reply, 500) : reply,
    ),
  ],
});

/** Section 4.2: names and categories that must be refused, near those that the suite sends. */
export const wireValueFaults: readonly Fault[] = [...falsy, ...numbers, ...constants];
