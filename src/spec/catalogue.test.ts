import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
import type { Level, Requirement } from './requirement.ts';

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
  const ids = (holds: (requirement: Requirement) => boolean) => idsWhere(holds).join(' ');
  const ofLevel = (level: Level) => ids((one) => one.level === level);
  const ofProfile = (profile: string) =>
    ids((one) => one.profile === profile && one.level !== 'untested');
  expect(ofLevel('required')).toBe(
    words(`version.base-path auth.missing-key auth.invalid-key auth.bearer-only list.returns-pets
      list.default-limit list.limit list.status-filter list.filter-with-limit list.shows-animals
      list.same-animal list.unique-ids create.created create.server-id create.keeps-values
      create.status-optional create.status-values create.missing-name create.missing-category-id
      create.invalid-name create.invalid-category-id create.invalid-status create.invalid-body
      create.refused-leaves-nothing get.found get.same-animal get.stays get.not-found pet.id
      pet.name pet.category-id pet.status error.fields error.status media.json rate.limit-header
      rate.remaining-header rate.reset-header rate.limit-value rate.remaining-value
      rate.reset-value rate.plan-limit rate.remaining-falls rate.header-once rate.enforced
      rate.not-early rate.retry-after rate.recovers`),
  );
  expect(ofLevel('advisory')).toBe(
    words(`list.complete auth.comes-first create.null-status create.strict-json error.not-empty
      auth.challenge auth.scheme-case rate.remaining-true rate.reset-true
      rate.retry-after-format get.deprecation-headers`),
  );
  expect(ofLevel('gap')).toBe(
    words(`gap.status-default gap.limit-out-of-range gap.status-filter-unknown gap.list-order
      gap.paging gap.name-limits gap.extra-properties gap.client-id gap.category-unknown
      gap.category-negative gap.integer-notation gap.content-type gap.pet-id-format
      gap.error-codes gap.429-body gap.retry-after-unit gap.rate-window gap.unknown-path
      gap.other-methods gap.store-orders`),
  );
  expect(ofLevel('untested')).toBe(
    words(`untested.bans untested.body-size untested.daily-quota untested.key-issue`),
  );
  expect(ofProfile('core')).toBe(
    words(`create.created create.server-id create.keeps-values create.status-optional
      create.status-values get.same-animal create.null-status create.strict-json
      gap.status-default gap.name-limits gap.extra-properties gap.client-id gap.category-unknown
      gap.category-negative gap.integer-notation gap.content-type gap.other-methods`),
  );
  expect(ofProfile('full')).toBe(
    words(`rate.enforced rate.not-early rate.retry-after rate.recovers rate.retry-after-format
      gap.429-body gap.retry-after-unit gap.rate-window`),
  );
});

/** Words of several lines in one. */
const words = (text: string) => text.trim().replaceAll(/\s+/g, ' ');

test('no id is given twice', () => {
  const ids = everyRequirement.map((requirement) => requirement.id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test('every id is written as chapter.subject', () => {
  expect(
    idsWhere((requirement) => !/^[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*$/.test(requirement.id)),
  ).toEqual([]);
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
