import { expect, test } from 'vitest';
import type { Outcome } from '../../judge/outcome.ts';
import { compareReports } from './compare.ts';
import type { Matrix } from './comparison.ts';
import { labelsOf } from './judged.ts';
import { type Difference, reportFile } from './testing/samples.ts';

function matrix(differences: readonly Difference[], forced = false): Matrix {
  const files = differences.map((one, at) => reportFile(`${at}.json`, one));
  const found = compareReports(files, forced);
  if (found.kind !== 'matrix') throw new Error('no matrix');
  return found;
}

test.each<[string, readonly Difference[], boolean, string]>([
  ['two of one name', [{}, {}], false, 'changes'],
  ['two of which one has no name', [{}, { name: null }], false, 'changes'],
  ['two without name', [{ name: null }, { name: null }], false, 'changes'],
  ['two of different names', [{}, { name: 'Beta' }], false, 'matrix'],
  ['three of one name', [{}, {}, {}], false, 'matrix'],
  ['two of one name, with the matrix asked for', [{}, {}], true, 'matrix'],
])('reports of %s', (_, differences, forced, kind) => {
  const files = differences.map((one, at) => reportFile(`${at}.json`, one));
  expect(compareReports(files, forced).kind).toBe(kind);
});

test.each<[readonly (Outcome | null)[], string]>([
  [['passed', 'failed', 'passed'], 'diverging'],
  [['passed', 'failed', 'skipped'], 'diverging'],
  [['failed', 'failed', 'failed'], 'failed-everywhere'],
  [['failed', 'inconclusive', null], 'failed-everywhere'],
  [['passed', 'passed', 'passed'], 'passed-everywhere'],
  [['passed', 'not-applicable', 'passed'], 'passed-where-decided'],
  [['passed', null, 'passed'], 'passed-where-decided'],
  [['skipped', 'inconclusive', 'not-applicable'], 'undecided-everywhere'],
])('%j is %s', (outcomes, standing) => {
  const found = matrix(
    outcomes.map((outcome, at) => ({
      name: `Vendor ${at}`,
      ...(outcome === null ? { without: ['list.limit'] } : { outcomes: { 'list.limit': outcome } }),
    })),
  );
  const row = found.rows.find(({ id }) => id === 'list.limit');
  expect(row?.standing).toBe(standing);
  expect(row?.cells.map((cell) => cell?.outcome ?? null)).toEqual(outcomes);
});

test('requirements and gaps that one report alone has are there, and missing is not a difference', () => {
  const found = matrix([
    { name: 'A', without: ['get.found'] },
    { name: 'B', answers: { 'gap.list-order': 'by id' } },
    { name: 'C', answers: { 'gap.list-order': 'by id', 'gap.paging': 'none' } },
    { name: 'D', answers: { 'gap.paging': 'Link' } },
  ]);
  expect(found.rows.find(({ id }) => id === 'get.found')?.cells[0]).toBeNull();
  expect(found.gaps.map(({ id, group, answers }) => [id, group, answers])).toEqual([
    ['gap.list-order', 'alike', [null, 'by id', 'by id', null]],
    ['gap.paging', 'differing', [null, null, 'none', 'Link']],
  ]);
});

test('a gap that fewer than two answered is neither alike nor counted', () => {
  const found = matrix([
    { name: 'A', answers: { 'gap.list-order': 'by id', 'gap.limit-out-of-range': 'limit=0: 400' } },
    { name: 'B', answers: { 'gap.paging': 'none', 'gap.limit-out-of-range': 'limit=abc: 422' } },
    { name: 'C', answers: { 'gap.paging': 'Link' } },
  ]);
  expect(Object.fromEntries(found.gaps.map(({ id, group }) => [id, group]))).toEqual({
    'gap.list-order': 'too-few',
    'gap.limit-out-of-range': 'too-few',
    'gap.paging': 'differing',
  });
  expect(found.summary).toMatch(/ and in 1 of 1 gap;/);
});

test('what was not the same for all is noted', () => {
  const { notes } = matrix([
    { name: 'A', digest: 'e'.repeat(64) },
    { name: 'B', plan: 'pro', partial: true },
    { name: 'C', profile: 'full', endedEarly: 'the key was refused' },
  ]);
  expect(notes.join('\n')).toMatch(
    /2 different suites.*\nThe profiles differ: core, full\.\nThe plans differ: unknown, pro\.\nOnly a part.*: B\.\nThe run ended early: C:/,
  );
});

test.each<[readonly Difference[], readonly string[]]>([
  [
    [{ name: 'A' }, { name: 'B', version: '2' }],
    ['A', 'B 2'],
  ],
  [
    [{ name: null }, { name: 'B' }],
    ['http://127.0.0.1:8080/v1', 'B'],
  ],
  [
    [{ version: '1' }, { version: '1', baseUrl: 'https://b.example/v1' }],
    ['Acme 1 at http://127.0.0.1:8080/v1', 'Acme 1 at https://b.example/v1'],
  ],
  [
    [{ name: null }, { name: null, startedAt: '2027-01-02T03:04:05.000Z' }],
    [
      'http://127.0.0.1:8080/v1 of 2026-01-02 03:04:05 UTC',
      'http://127.0.0.1:8080/v1 of 2027-01-02 03:04:05 UTC',
    ],
  ],
])('%j are told apart', (differences, labels) => {
  expect(labelsOf(differences.map((one, at) => reportFile(`${at}.json`, one)))).toEqual(labels);
});

test('a hundred reports that are alike in all, or are one file, have labels of their own', () => {
  const alike = Array.from({ length: 50 }, (_, at) => reportFile(`${at}.json`));
  const same = Array.from({ length: 50 }, () => reportFile('same.json'));
  expect(new Set(labelsOf([...alike, ...same])).size).toBe(100);
});
