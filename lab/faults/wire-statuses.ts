import { petStatuses } from '../../src/catalogue/operations.ts';
import {
  type Change,
  faultsOf,
  membersOf,
  showing,
  together,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import {
  digits,
  failing,
  is,
  isEmptyList,
  isEmptyObject,
  isKnown,
  isZero,
  status,
  textOf,
} from '../member-changes.ts';

// A falsy value is taken for no status.
const falsy = [
  ...faultsOf('create.invalid-status', {
    'wire.status-false-dropped': ['takes false for no status', status(is(false))],
    'wire.status-empty-list-dropped': ['takes an empty array for no status', status(isEmptyList)],
    'wire.status-empty-object-dropped': [
      'takes an empty object for no status',
      status(isEmptyObject),
    ],
  }),
];

// A status is compared loosely: a part of it, text beside it, another type.
const loosely = faultsOf('create.invalid-status', {
  'wire.status-true-taken': [
    'compares loosely, so that true is the first status',
    status(is(true), () => 'available'),
  ],
  'wire.status-with-space-behind': [
    'takes white space off the end of a status',
    status(
      (value) => isKnown(textOf(value).trimEnd()),
      (value) => textOf(value).trimEnd(),
    ),
  ],
  'wire.status-with-line-break-behind': [
    'has a regular expression whose end is also the end of a line',
    status(
      (value) => isKnown(textOf(value).replace(/\n$/, '')),
      (value) => textOf(value).trimEnd(),
    ),
  ],
  'wire.status-by-beginning': [
    'takes what begins with a status for it: sold-out',
    status(
      (value) => petStatuses.some((one) => textOf(value).startsWith(one)),
      (value) => petStatuses.find((one) => textOf(value).startsWith(one)),
    ),
  ],
  'wire.status-within': [
    'looks for a status within the text: unavailable',
    status(
      (value) =>
        /^[a-z]+$/.test(textOf(value)) && petStatuses.some((one) => textOf(value).endsWith(one)),
      (value) => petStatuses.find((one) => textOf(value).endsWith(one)),
    ),
  ],
  'wire.status-abbreviated': [
    'takes the beginning of a status for it: avail',
    status(
      (value) =>
        textOf(value).length > 2 && petStatuses.some((one) => one.startsWith(textOf(value))),
      (value) => petStatuses.find((one) => one.startsWith(textOf(value))),
    ),
  ],
  'wire.status-several': [
    'takes the first of several with commas between',
    status(
      (value) => textOf(value).split(',').every(isKnown),
      (value) => textOf(value).split(',')[0],
    ),
  ],
  'wire.status-of-the-prototype': [
    'looks a status up in an object, which also has a constructor',
    status((value) => textOf(value) in {}),
  ],
  'wire.status-by-ordinal-text': [
    'takes the number of a status in a text',
    status(
      (value) => /^[012]$/.test(textOf(value)),
      (value) => petStatuses[Number(value)],
    ),
  ],
  'wire.status-null-as-text': [
    'takes the words null and none for no status',
    status((value) => /^(null|none)$/.test(textOf(value))),
  ],
  'wire.status-beyond-enumeration-crashes': [
    'looks a number up among its statuses, and fails for 99: 500',
    failing('status', (value) => Number(digits(value) || 0) > 2),
  ],
  'wire.status-negative-crashes': [
    'looks a number up among its statuses, and fails below 0: 500',
    failing('status', (value) => digits(value).startsWith('-')),
  ],
  'wire.status-long-crashes': [
    'lets its database find that a status of over 20 characters does not fit: 500',
    failing('status', (value) => textOf(value).length > 20),
  ],
  'wire.status-with-apostrophe-crashes': [
    'writes the status into its query as it is, and fails at an apostrophe: 500',
    failing('status', (value) => textOf(value).includes("'")),
  ],
  'wire.status-with-percent-crashes': [
    'formats its message with the status in it, and fails at a percent sign: 500',
    failing('status', (value) => textOf(value).includes('%')),
  ],
  'wire.status-with-brace-crashes': [
    'formats its message with the status in it, and fails at a brace: 500',
    failing('status', (value) => textOf(value).includes('{')),
  ],
  'wire.status-beyond-ascii-crashes': [
    'puts the refused status into a header, and fails, as none may hold it: 500',
    failing('status', (value) => /[^\x20-\x7e]/.test(textOf(value))),
  ],
  'wire.status-zero-dropped': ['takes 0 for no status, as it counts as false', status(isZero)],
  'wire.status-place-from-1': [
    'has a column that takes the places of its words, from 1 on, for the words',
    status(
      (value) => ['1', '2', '3'].includes(digits(value)),
      (value) => petStatuses[Number(digits(value)) - 1],
    ),
  ],
  'wire.status-true-422': ['answers 422 to a boolean', failing('status', is(true), 422)],
});

// The enumeration has one word more than the specification.
const others = faultsOf(
  ['create.invalid-status', 'pet.status'],
  Object.fromEntries(
    [
      ['reserved', 'kept a status of an older version'],
      ['adopted', 'has a status that the next version will have'],
      ['unknown', 'has a status for what it does not know'],
      ['deleted', 'has a status that only its own staff should use'],
      ['placed', 'shares its enumeration with the orders of the store'],
      ['archived', 'has a status for records that are put away'],
    ].map(([word = '', title = '']): [string, readonly [string, Change]] => [
      `wire.status-${word}`,
      [
        `${title}: ${word}`,
        together(
          showing((shown, { body }) =>
            membersOf(body)?.status === word ? { ...shown, status: word } : shown,
          ),
          status(is(word)),
        ),
      ],
    ]),
  ),
);

/** Sections 2 and 4.2: statuses that must be refused, near those that the suite sends. */
export const wireStatusFaults: readonly Fault[] = [...falsy, ...loosely, ...others];
