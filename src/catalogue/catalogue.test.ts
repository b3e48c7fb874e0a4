import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../package/package.ts';
import { advisories } from './advisories.ts';
import { findRow, inProfile, rowOf, rows } from './catalogue.ts';
import { gaps } from './gaps.ts';
import { profiles } from './plans.ts';
import { requirements } from './requirements.ts';
import type { Level, Row } from './row.ts';
import { untested } from './untested.ts';

const everyRow: readonly Row[] = [...rows, ...untested];

const idsWhere = (holds: (row: Row) => boolean) => everyRow.filter(holds).map((row) => row.id);

/** The sections of the specification, and the numbered clauses of those that have them. */
const sections = new Set([
  ...['1', '2', '3', '4', '5', '6', '7', '8', '9'],
  ...['4.1', '4.1 r1', '4.1 r2', '4.1 r3', '4.2', '4.2 r1', '4.2 r2', '4.3', '4.4'],
  ...['5.1', '5.2', '5.3', '5.4', '5.5', '5.6'],
  ...['8.1', '8.2', '8.3', '8.4', '8.5'],
  ...['9.1', '9.2', '9.3', '9.4'],
]);

test('the ids are a contract: none appears, disappears or changes level unnoticed', () => {
  const ids = (level: Level) => idsWhere((row) => row.level === level);
  expect({
    required: ids('required'),
    advisory: ids('advisory'),
    gap: ids('gap'),
    untested: ids('untested'),
  }).toMatchInlineSnapshot(`
    {
      "advisory": [
        "auth.comes-first",
        "create.null-status",
        "error.not-empty",
        "auth.challenge",
        "auth.scheme-case",
        "rate.retry-after-format",
        "get.deprecation-headers",
      ],
      "gap": [
        "gap.status-default",
        "gap.limit-out-of-range",
        "gap.status-filter-unknown",
        "gap.list-order",
        "gap.paging",
        "gap.name-limits",
        "gap.extra-properties",
        "gap.client-id",
        "gap.category-unknown",
        "gap.category-negative",
        "gap.integer-notation",
        "gap.content-type",
        "gap.pet-id-format",
        "gap.error-codes",
        "gap.429-body",
        "gap.retry-after-unit",
        "gap.rate-window",
        "gap.unknown-path",
        "gap.other-methods",
        "gap.store-orders",
      ],
      "required": [
        "version.base-path",
        "auth.missing-key",
        "auth.invalid-key",
        "auth.bearer-only",
        "list.returns-pets",
        "list.default-limit",
        "list.limit",
        "list.status-filter",
        "list.filter-with-limit",
        "list.shows-animals",
        "list.same-animal",
        "list.unique-ids",
        "create.created",
        "create.server-id",
        "create.keeps-values",
        "create.status-optional",
        "create.status-values",
        "create.missing-name",
        "create.missing-category-id",
        "create.invalid-name",
        "create.invalid-category-id",
        "create.invalid-status",
        "create.invalid-body",
        "create.refused-leaves-nothing",
        "get.found",
        "get.same-animal",
        "get.stays",
        "get.not-found",
        "pet.id",
        "pet.name",
        "pet.category-id",
        "pet.status",
        "error.fields",
        "error.status",
        "media.json",
        "rate.limit-header",
        "rate.remaining-header",
        "rate.reset-header",
        "rate.limit-value",
        "rate.remaining-value",
        "rate.reset-value",
        "rate.plan-limit",
        "rate.remaining-falls",
        "rate.enforced",
        "rate.not-early",
        "rate.retry-after",
        "rate.recovers",
      ],
      "untested": [
        "untested.bans",
        "untested.body-size",
        "untested.daily-quota",
        "untested.key-issue",
      ],
    }
  `);
});

test('each profile decides the same rows as ever beyond those of the smaller ones', () => {
  const above = rows.filter((row) => row.profile !== 'read-only');
  expect(above.map((row) => `${row.profile} ${row.id}`)).toMatchInlineSnapshot(`
    [
      "core create.created",
      "core create.server-id",
      "core create.keeps-values",
      "core create.status-optional",
      "core create.status-values",
      "core get.same-animal",
      "full rate.enforced",
      "full rate.not-early",
      "full rate.retry-after",
      "full rate.recovers",
      "core create.null-status",
      "full rate.retry-after-format",
      "core gap.status-default",
      "core gap.name-limits",
      "core gap.extra-properties",
      "core gap.client-id",
      "core gap.category-unknown",
      "core gap.category-negative",
      "core gap.integer-notation",
      "core gap.content-type",
      "full gap.429-body",
      "full gap.retry-after-unit",
      "full gap.rate-window",
      "core gap.other-methods",
    ]
  `);
});

test('no id is given twice', () => {
  const ids = everyRow.map((row) => row.id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test('every id is written as chapter.subject', () => {
  expect(idsWhere((row) => !/^[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*$/.test(row.id))).toEqual([]);
});

test('every row has text in every field, without white space at the ends', () => {
  const blemished = (row: Row) =>
    Object.values(row).some((field) => field === '' || field !== field.trim());
  expect(idsWhere(blemished)).toEqual([]);
});

test('every row cites sections that the specification has', () => {
  const strays = (row: Row) => row.section.split(', ').some((section) => !sections.has(section));
  expect(idsWhere(strays)).toEqual([]);
});

test('what is due is stated, and what is open is asked', () => {
  const asks = (row: Row) => row.level === 'gap' || row.level === 'untested';
  expect(idsWhere((row) => row.statement.endsWith('?') !== asks(row))).toEqual([]);
  expect(idsWhere((row) => row.statement.endsWith('.') === asks(row))).toEqual([]);
});

test('every row is explained in whole sentences', () => {
  expect(idsWhere((row) => !row.decided.endsWith('.'))).toEqual([]);
  expect(idsWhere((row) => !row.allows.endsWith('.'))).toEqual([]);
});

test('every row names the file that decides it, in which its id stands, unless nothing does', () => {
  const misplaced = ({ level, decidedBy, file, id }: Row) => {
    if (level === 'untested') return decidedBy !== 'nothing' || file !== undefined;
    return file === undefined || !readFileSync(join(packageRoot, file), 'utf8').includes(`'${id}'`);
  };
  expect(idsWhere(misplaced)).toEqual([]);
});

test('every clause and every gap has its place in the description', () => {
  const homeless = ({ level, place }: Row) => {
    return (level === 'required' || level === 'gap') !== (place !== undefined);
  };
  expect(idsWhere(homeless)).toEqual([]);
});

test.each([
  ['requirements', requirements, 'required'],
  ['advisories', advisories, 'advisory'],
  ['gaps', gaps, 'gap'],
  ['untested', untested, 'untested'],
] as const)('%s holds rows of its own level alone', (_name, list, level) => {
  expect(new Set(list.map((row) => row.level))).toEqual(new Set([level]));
});

test('a gap is named as one, and nothing else is', () => {
  const prefixed = (prefix: string) => everyRow.filter((row) => row.id.startsWith(prefix));
  expect(prefixed('gap.')).toEqual(gaps);
  expect(prefixed('untested.')).toEqual(untested);
});

test('a profile decides its own rows and those of the smaller profiles', () => {
  const reached = (row: Row) => profiles.filter((profile) => inProfile(row, profile));
  expect(reached(rowOf('list.limit'))).toEqual(['read-only', 'core', 'full']);
  expect(reached(rowOf('create.created'))).toEqual(['core', 'full']);
  expect(reached(rowOf('rate.enforced'))).toEqual(['full']);
});

test('every row is found by its id', () => {
  expect(idsWhere((row) => findRow(row.id) !== row)).toEqual([]);
});

test.each(['', 'list', 'list.*', 'List.Limit', 'constructor'])('no row has the id %j', (id) => {
  expect(findRow(id)).toBeUndefined();
});
