import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { groupedBy } from '../judge/grouped.ts';
import { packageRoot } from '../package/package.ts';
import { members } from './animal.ts';
import {
  findRequirement,
  gaps,
  inProfile,
  requirementOf,
  requirements,
  untested,
} from './catalogue.ts';
import { profiles } from './plans.ts';
import type { Requirement } from './requirement.ts';

const everyRequirement: readonly Requirement[] = [...requirements, ...untested];

const idsWhere = (holds: (requirement: Requirement) => boolean) =>
  everyRequirement.filter(holds).map((requirement) => requirement.id);

/** The sections of the specification, and the numbered clauses of those that have them. */
const sections = new Set([
  ...['1', '2', '3', '4', '5', '6', '7', '8', '9'],
  ...['4.1', '4.1 r1', '4.1 r2', '4.1 r3', '4.2', '4.2 r1', '4.2 r2', '4.3', '4.4'],
  ...['5.1', '5.2', '5.3', '5.4', '5.5', '5.6'],
  ...['8.1', '8.2', '8.3', '8.4', '8.5'],
  ...['9.1', '9.2', '9.3', '9.4'],
]);

test('the ids are a contract: none appears, disappears or changes level or profile unnoticed', () => {
  const placeOf = ({ id, level, profile }: Requirement) =>
    `${level}, ${profile}: ${id.split('.')[0]}`;
  const rows = [...groupedBy(everyRequirement, placeOf)].map(([place, those]) =>
    [`${place}.`, ...those.map(({ id }) => id.split('.')[1])].join(' '),
  );
  expect(rows.join('\n')).toMatchInlineSnapshot(`
    "required, read-only: version. base-path
    required, read-only: auth. missing-key invalid-key bearer-only
    required, read-only: list. returns-pets default-limit limit status-filter filter-with-limit shows-animals same-animal unique-ids
    required, core: create. created server-id keeps-values status-optional status-values
    required, read-only: create. missing-name missing-category-id invalid-name invalid-category-id invalid-status invalid-body refused-leaves-nothing
    required, read-only: get. found stays not-found
    required, core: get. same-animal
    required, read-only: pet. id name category-id status
    required, read-only: error. fields status
    required, read-only: media. json
    required, read-only: rate. limit-header remaining-header reset-header limit-value remaining-value reset-value plan-limit remaining-falls header-once
    required, full: rate. enforced not-early retry-after recovers
    advisory, read-only: list. complete
    advisory, read-only: auth. comes-first challenge scheme-case
    advisory, core: create. null-status strict-json
    advisory, read-only: error. not-empty
    advisory, read-only: rate. remaining-true reset-true
    advisory, full: rate. retry-after-format
    advisory, read-only: get. deprecation-headers
    gap, core: gap. status-default name-limits extra-properties client-id category-unknown category-negative integer-notation content-type other-methods
    gap, read-only: gap. limit-out-of-range status-filter-unknown list-order paging pet-id-format error-codes unknown-path store-orders
    gap, full: gap. 429-body retry-after-unit rate-window
    untested, full: untested. bans body-size daily-quota key-issue"
  `);
});

test('every requirement has text in every field, without white space at the ends', () => {
  const blemished = (requirement: Requirement) =>
    Object.values(requirement).some((field) => field === '' || field !== field.trim());
  expect(idsWhere(blemished)).toEqual([]);
});

test('every requirement cites sections that the specification has', () => {
  const strays = (requirement: Requirement) =>
    requirement.section.split(', ').some((section) => !sections.has(section));
  expect(idsWhere(strays)).toEqual([]);
});

test('a requirement is stated, and a gap is asked as a question', () => {
  const asks = (requirement: Requirement) =>
    requirement.level === 'gap' || requirement.level === 'untested';
  expect(
    idsWhere((requirement) => requirement.statement.endsWith('?') !== asks(requirement)),
  ).toEqual([]);
  expect(
    idsWhere((requirement) => requirement.statement.endsWith('.') === asks(requirement)),
  ).toEqual([]);
});

test('every requirement is explained in whole sentences', () => {
  expect(idsWhere((requirement) => !requirement.decided.endsWith('.'))).toEqual([]);
  expect(idsWhere((requirement) => !requirement.allows.endsWith('.'))).toEqual([]);
});

test('every requirement names the file that decides it, which contains its id or the table of members that does', () => {
  const ofMembers = members.flatMap((one) => Object.values(one));
  const misplaced = ({ level, decidedBy, file, id }: Requirement) => {
    if (level === 'untested') return decidedBy !== 'nothing' || file !== undefined;
    if (file === undefined) return true;
    const text = readFileSync(join(packageRoot, file), 'utf8');
    return !text.includes(`'${id}'`) && !(ofMembers.includes(id) && /\b\w*embers\b/.test(text));
  };
  expect(idsWhere(misplaced)).toEqual([]);
});

test('a gap is named as a gap, and nothing else is', () => {
  const prefixed = (prefix: string) =>
    everyRequirement.filter((requirement) => requirement.id.startsWith(prefix));
  expect(prefixed('gap.')).toEqual(gaps);
  expect(prefixed('untested.')).toEqual(untested);
});

test('a profile decides its own requirements and those of the smaller profiles', () => {
  const reached = (requirement: Requirement) =>
    profiles.filter((profile) => inProfile(requirement, profile));
  expect(reached(requirementOf('list.limit'))).toEqual(['quick', 'read-only', 'core', 'full']);
  expect(reached(requirementOf('create.created'))).toEqual(['quick', 'core', 'full']);
  expect(reached(requirementOf('rate.enforced'))).toEqual(['full']);
});

test.each(['', 'list', 'list.*', 'List.Limit', 'constructor'])(
  'no requirement has the id %j',
  (id) => {
    expect(findRequirement(id)).toBeUndefined();
  },
);
