/** Section 4.2: what is required by some statuses only, members by other names, and wrong names that leave a trace. */
import { isLosslessNumber } from 'lossless-json';
import { faultsOf, membersOf, taking } from '../../src/reference/changes.ts';
import { everyTurn, type Fault } from '../../src/reference/subject.ts';
import { failing, reading, textOf } from '../member-changes.ts';
import { leaving } from '../store-changes.ts';
import { refusedWith } from '../wire-changes.ts';

/** A member of an object; undefined if the value is none. */
const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;

/** Fails if this member nests as deep as recursion goes. */
const failingIfNested = (member: string) =>
  refusedWith(500, ({ body }) => body.includes(`"${member}":${'['.repeat(1000)}`));

const byStatus: readonly Fault[] = [
  ...faultsOf('create.missing-name', {
    'almost.name-not-for-sold': [
      'requires no name of an animal that is sold, as its new owner gives it one',
      taking('name', (name, { status }) =>
        name === undefined && status === 'sold' ? 'Sold' : name,
      ),
    ],
    'almost.name-under-title': [
      'takes the title for a missing name, as an older version had it',
      taking('name', (name, { title }) => (name === undefined ? title : name)),
    ],
  }),
  ...faultsOf('create.missing-category-id', {
    'almost.category-not-for-pending': [
      'requires no category of an animal that is pending',
      taking('categoryId', (category, { status }) =>
        category === undefined && status === 'pending' ? 1 : category,
      ),
    ],
    'almost.category-under-older-name': [
      'takes a category that is a number under its older name, category',
      taking('categoryId', (id, { category }) =>
        id === undefined && isLosslessNumber(category) ? category : id,
      ),
    ],
  }),
  ...faultsOf('create.invalid-body', {
    'almost.nested-crashes': [
      'reads nested values by recursion, and fails if they are nested a thousand times: 500',
      refusedWith(500, ({ body }) => body.startsWith('['.repeat(1000))),
    ],
  }),
  ...faultsOf('create.invalid-category-id', {
    'almost.nested-category-crashes': [
      'turns a wrong category into a text by recursion, and fails if it is nested a thousand times: 500',
      failingIfNested('categoryId'),
    ],
  }),
  ...faultsOf('create.invalid-status', {
    'almost.nested-status-crashes': [
      'turns a wrong status into a text by recursion, and fails if it is nested a thousand times: 500',
      failingIfNested('status'),
    ],
  }),
  ...faultsOf('create.invalid-name', {
    'almost.nested-name-crashes': [
      'turns a wrong name into a text by recursion, and fails if it is nested a thousand times: 500',
      failingIfNested('name'),
    ],
    'almost.name-infinite-crashes': [
      'repeats a wrong name in its message, and fails to write one that is infinite: 500',
      failing(
        'name',
        (name) => isLosslessNumber(name) && !Number.isFinite(Number(name.toString())),
      ),
    ],
  }),
].map((fault) => ({ ...fault, settings: everyTurn }));

const names: readonly Fault[] = [
  ...faultsOf('create.invalid-name', {
    'almost.name-by-language': [
      'takes a name by language, of which it keeps the English one',
      reading(
        'name',
        (name) => textOf(memberOf(name, 'en')) !== '',
        (name) => memberOf(name, 'en'),
      ),
    ],
  }),
  ...faultsOf('create.refused-leaves-nothing', {
    'almost.leaves-number-as-name': [
      'keeps an animal under a name that is a number, and then finds that this is no text',
      leaving(({ status }, { body }) => {
        const name = membersOf(body)?.name;
        return status === 400 && isLosslessNumber(name)
          ? { name: name.toString(), categoryId: 1n }
          : undefined;
      }),
    ],
  }),
];

export const almostRefusedFaults: readonly Fault[] = [...byStatus, ...names];
