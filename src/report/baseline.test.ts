import { expect, test } from 'vitest';
import type { Outcome, Verdict } from '../judge/outcome.ts';
import {
  applyBaseline,
  baselineSummary,
  decidingVerdict,
  type ExpectedFailure,
  type JudgedRun,
  withBaseline,
} from './baseline.ts';
import { renderOutcome } from './console.ts';
import { markdown } from './markdown.ts';
import { page } from './page.ts';
import type { EntryState, Report } from './report.ts';
import { baseline, conformantRecord, failedCheck, reportOf } from './testing/sample.ts';

const day = '2027-01-31';
const whole: JudgedRun['run'] = { partial: false, endedEarly: null };

function known(requirement: ExpectedFailure['requirement'], expires = day): ExpectedFailure {
  return { requirement, reason: 'r', owner: 'o', expires };
}

function run(outcomes: Readonly<Record<string, Outcome>>, how = whole): JudgedRun {
  const requirements = Object.entries(outcomes);
  return {
    run: how,
    requirements: requirements.map(([id, outcome]) => ({ id, level: 'required', outcome })),
  };
}

test.each<[Outcome, expires: string, EntryState]>([
  ['failed', '2027-01-31', 'covered'],
  ['failed', '2027-01-30', 'expired'],
  ['inconclusive', '2027-01-30', 'not-judged'],
  ['passed', '2027-01-30', 'stale'],
  ['skipped', '2027-01-30', 'not-judged'],
])('a requirement that is %s makes an entry until %s %s', (outcome, expires, state) => {
  const judged = applyBaseline(run({ 'list.limit': outcome }), [known('list.limit', expires)], day);
  expect(judged).toEqual([{ ...known('list.limit', expires), state }]);
});

test.each([
  { partial: true, endedEarly: null },
  { partial: false, endedEarly: 'interrupted' },
])('what every answer bears on is not stale by a run that saw a part of them: %j', (how) => {
  const judged = run({ 'pet.id': 'passed', 'list.limit': 'passed', 'pet.name': 'failed' }, how);
  const entries = [known('pet.id'), known('list.limit'), known('pet.name')];
  const states = (one: JudgedRun) => applyBaseline(one, entries, day).map(({ state }) => state);
  expect(states(judged)).toEqual(['not-judged', 'stale', 'covered']);
  expect(states({ ...judged, run: whole })).toEqual(['stale', 'stale', 'covered']);
});

const [failed, passed, open] = ['failed', 'passed', 'inconclusive'] as const;

test.each<[Verdict, Readonly<Record<string, Outcome>>, ExpectedFailure[]]>([
  ['non-conformant', { 'list.limit': failed }, []],
  ['conformant', { 'list.limit': failed }, [known('list.limit')]],
  ['non-conformant', { 'list.limit': failed, 'pet.id': failed }, [known('list.limit')]],
  ['non-conformant', { 'list.limit': failed }, [known('list.limit', '2020-01-31')]],
  ['non-conformant', { 'list.limit': passed }, [known('list.limit')]],
  ['incomplete', { 'list.limit': failed, 'pet.id': open }, [known('list.limit')]],
  ['conformant', { 'list.limit': 'skipped', 'pet.id': passed }, [known('list.limit')]],
  ['incomplete', { 'list.limit': 'skipped' }, [known('list.limit')]],
])('the exit status is that of a %s run: %j', (verdict, outcomes, entries) => {
  const judged = run(outcomes);
  const baseline = { file: 'b.yaml', entries: applyBaseline(judged, entries, day) };
  expect(decidingVerdict({ ...judged, baseline, verdict: 'incomplete' })).toBe(verdict);
});

const { exchanges } = conformantRecord('core');
const look = { color: false, written: [], exit: 1 };

/** A run with failures, and what it says of the first entries of the sample on the day of its start. */
function judged(failed: readonly ('create.missing-name' | 'list.limit')[], entries = 4): Report {
  const record = conformantRecord('core');
  for (const id of failed) record.checks.set(id, [failedCheck()]);
  const report = reportOf(record);
  const known = { ...baseline, entries: baseline.entries.slice(0, entries) };
  return withBaseline(report, known, report.run.startedAt.slice(0, 10));
}

const mixed = judged(['create.missing-name', 'list.limit']);

test('the report says what became of each entry, and its verdict heeds none of them', () => {
  expect(mixed.baseline?.entries.map(({ state }) => state)).toEqual([
    'covered',
    'expired',
    'stale',
    'not-judged',
  ]);
  const plain = { ...mixed, baseline: null };
  expect(mixed.verdict).toBe('non-conformant');
  expect(mixed.summary).toBe(plain.summary);
  expect(decidingVerdict(plain)).toBe('non-conformant');
  expect(decidingVerdict(judged(['create.missing-name'], 1))).toBe('conformant');
});

test('the summary counts what mattered, and says nothing where nothing did', () => {
  expect(baselineSummary(mixed)).toBe(
    'known/baseline.yaml: 1 known failure covered, 1 stale, 1 expired',
  );
  expect(baselineSummary(judged([], 0))).toBe('');
  expect(baselineSummary({ ...mixed, baseline: null })).toBe('');
});

test('console, Markdown and page say the state of each entry, and what to do', () => {
  const text = renderOutcome(mixed, exchanges, look);
  expect(text).toMatch(/^Failure 1 of 1, usual cause: [\s\S]*?\n {2}FAILED list\.limit /);
  expect(text).not.toContain('FAILED create.missing-name');
  expect(text).toContain(
    'Baseline known/baseline.yaml\n' +
      '  covered create.missing-name until 2026-01-31 (team@example.org): a default <b>name</b>; PET-123\n' +
      '  expired list.limit until 2026-01-01 (Zoë): PET-7; fix the failure, or have its owner extend the entry\n' +
      '  stale list.returns-pets until 2026-12-31 (Zoë): PET-8; it passes now: remove the entry (baseline update --only-stale)\n',
  );
  expect(text).toMatch(/\nnon-conformant for .*; known\/baseline\.yaml: 1 known .*; exit 1\n$/);
  const md = markdown(mixed, exchanges);
  expect(md).toContain(
    '- **covered** `create.missing-name` until 2026-01-31 (team&#64;&#8203;example.org): a default &#60;b&#62;name&#60;/b&#62;; PET-123\n',
  );
  const html = page(mixed, exchanges);
  expect(html).toContain('<section id="baseline"');
  expect(html).toContain('known until 2026-01-31 (team@example.org)</span>');
  expect(html).toContain('a default &lt;b>name&lt;/b>; PET-123');
  expect(html).not.toContain('<b>name');
});

test('the heading of a summary follows the exit status', () => {
  expect(markdown(judged([], 3), exchanges)).toMatch(
    /^# Conformance: conformant; the baseline has a stale or expired entry\n/,
  );
});
