/** Values of which a lenient reader takes only some: section 4.2. */
import { LosslessNumber, stringify } from 'lossless-json';
import { Refusal } from '../../src/reference/behaviour.ts';
import {
  type Change,
  faultsOf,
  membersOf,
  selecting,
  taking,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { category, digits, reading, status, textOf } from '../member-changes.ts';

const number = (value: unknown) => new LosslessNumber(String(value));
const name = (wrong: (value: unknown) => boolean) => reading('name', wrong, digits);
const memberOf = (value: unknown, member: string): unknown => Object(value)[member];

const names = faultsOf('create.invalid-name', {
  'part.name-below-zero': ['takes numbers below zero', name((one) => /^-/.test(digits(one)))],
  'part.name-with-fraction': [
    'takes numbers with a fraction, which its driver reads as texts',
    name((one) => digits(one).includes('.')),
  ],
});

const categories = faultsOf('create.invalid-category-id', {
  'part.category-of-long-digits': [
    'takes texts of digits that a double does not hold, as clients in JavaScript send them',
    category((one) => /^\d{16,}$/.test(textOf(one)), number),
  ],
  'part.category-fraction-below-one': [
    'takes fractions below one for 0',
    category((one) => /^0\.\d*[1-9]/.test(digits(one))),
  ],
  'part.category-rounded': [
    'rounds what is nearly whole, as a client that calculates with doubles may send it',
    category(
      (one) => /\.99\d*$/.test(digits(one)),
      (one) => number(Math.round(Number(digits(one)))),
    ),
  ],
  'part.category-of-record': [
    'takes a category with its name for its id',
    category(
      (one) => memberOf(one, 'name') !== undefined,
      (one) => memberOf(one, 'id'),
    ),
  ],
  'part.category-true-of-sold': [
    'takes true for 1 in an animal that is sold, as those come from a form',
    taking('categoryId', (one, body) => (one === true && body.status === 'sold' ? number(1) : one)),
  ],
});

const statuses = faultsOf('create.invalid-status', {
  'part.status-of-record': [
    'takes a status with its name for its name',
    status(
      (one) => memberOf(one, 'name') !== undefined,
      (one) => memberOf(one, 'name'),
    ),
  ],
});

/** Reads a body out of an envelope that other interfaces have. */
const opening =
  (open: (members: Readonly<Record<string, unknown>>) => unknown): Change =>
  ({ newAnimal }) => ({
    newAnimal: (call) => {
      const animal = newAnimal(call);
      const inner = animal instanceof Refusal ? open(membersOf(call.body) ?? {}) : undefined;
      return inner === undefined ? animal : newAnimal({ ...call, body: stringify(inner) ?? '' });
    },
  });

const envelopes = faultsOf('create.missing-name', {
  'part.envelope-of-attributes': [
    'takes what stands in data.attributes, as JSON:API has it',
    opening(({ data }) => memberOf(data, 'attributes')),
  ],
  'part.envelope-of-many': [
    'takes the first of pets, as many may be sent at once',
    opening(({ pets }) => memberOf(pets, '0')),
  ],
});

const changes = faultsOf('create.missing-category-id', {
  'part.category-of-animal-with-id': [
    'takes a body with the id of an animal for a change of it, which needs no category',
    taking('categoryId', (one, { id }) =>
      one === undefined && id !== undefined ? number(1) : one,
    ),
  ],
});

const sizes = faultsOf('list.filter-with-limit', {
  'part.limit-of-one-beside-available': [
    'reads a limit of one as a wish for the count, and lists twenty available animals',
    selecting((selection) =>
      selection.limit === 1 && selection.status === 'available'
        ? { ...selection, limit: 20 }
        : selection,
    ),
  ],
});

export const readInPartFaults: readonly Fault[] = [
  ...names,
  ...categories,
  ...statuses,
  ...envelopes,
  ...changes,
  ...sizes,
];
