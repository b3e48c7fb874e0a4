import { expect, test } from 'vitest';
import type { RowId } from '../catalogue/catalogue.ts';
import { rows } from '../catalogue/catalogue.ts';
import { findingsTitle } from '../judge/findings.ts';
import { assembleReport } from './assemble.ts';
import type { Report } from './report.ts';
import {
  exchange,
  facts,
  failedCheck,
  passed,
  requiredRows,
  response,
  settingsFor,
  soundRecord,
  start,
  unanswered,
} from './testing/sample.ts';

const core = settingsFor('core');
const due = requiredRows('core').length;

function rowOf(report: Report, id: RowId) {
  const row = report.requirements.find((one) => one.id === id);
  if (row === undefined) throw new Error(`no row ${id}`);
  return row;
}

test('every required and advisory row is reported, in the order of the catalogue', () => {
  const { requirements } = assembleReport(soundRecord('core'), core, facts);
  const judged = rows.filter((row) => row.level === 'required' || row.level === 'advisory');
  expect(requirements.map((row) => row.id)).toEqual(judged.map((row) => row.id));
});

test('a run in which all passed is conformant for its profile', () => {
  const report = assembleReport(soundRecord('core'), core, facts);
  expect(report.verdict).toBe('conformant');
  expect(report.summary).toBe(
    `conformant for the core profile: ${due} of ${due} required rows passed`,
  );
});

test('rows that do not apply are no part of the score', () => {
  const record = soundRecord('core');
  const exempt = { ...passed, outcome: 'not-applicable', message: 'no plan configured' } as const;
  record.checks.set('rate.plan-limit', [exempt]);
  const report = assembleReport(record, core, facts);
  expect(report.summary).toBe(
    `conformant for the core profile: ${due - 1} of ${due - 1} required rows passed (1 not applicable)`,
  );
});

test('a failed check fails its row and the verdict', () => {
  const record = soundRecord('core');
  record.checks.set('create.missing-name', [passed, failedCheck()]);
  const report = assembleReport(record, core, facts);
  expect(rowOf(report, 'create.missing-name')).toMatchObject({
    outcome: 'failed',
    reason: 'an empty object: expected 400',
    checks: [passed, failedCheck()],
  });
  expect(report.verdict).toBe('non-conformant');
  expect(report.summary).toBe(
    `non-conformant for the core profile: 1 of ${due} required rows failed (create.missing-name)`,
  );
});

test('a problem found in passing fails its row beside passed checks', () => {
  const record = soundRecord('core');
  record.findings.push({ id: 'pet.id', exchange: 0, at: 'createPet 201', problem: 'no id' });
  const row = rowOf(assembleReport(record, core, facts), 'pet.id');
  expect(row.outcome).toBe('failed');
  expect(row.checks.map((check) => check.title)).toEqual([passed.title, findingsTitle]);
});

test('findings alone decide a row', () => {
  const record = soundRecord('core');
  record.checks.delete('pet.id');
  record.findings.push({ id: 'pet.id', exchange: 0, at: 'createPet 201' });
  expect(rowOf(assembleReport(record, core, facts), 'pet.id').outcome).toBe('passed');
});

test('a failed advisory row changes no verdict', () => {
  const record = soundRecord('core');
  record.checks.set('auth.challenge', [failedCheck()]);
  const report = assembleReport(record, core, facts);
  expect(rowOf(report, 'auth.challenge').outcome).toBe('failed');
  expect(report.verdict).toBe('conformant');
});

test('rows beyond the profile are skipped, and say which profile decides them', () => {
  const record = soundRecord('read-only');
  record.findings.push({
    id: 'rate.retry-after',
    exchange: 0,
    at: 'listPets 429',
    problem: 'none',
  });
  const report = assembleReport(record, settingsFor('read-only'), facts);
  expect(rowOf(report, 'create.created')).toMatchObject({
    outcome: 'skipped',
    reason: 'outside the read-only profile: decided by core',
    checks: [],
  });
  expect(rowOf(report, 'rate.retry-after').outcome).toBe('skipped');
  expect(report.verdict).toBe('conformant');
});

test('a row that is not selected stays skipped whatever was found about it', () => {
  const record = soundRecord('core');
  record.findings.push({ id: 'pet.id', exchange: 0, at: 'createPet 201', problem: 'no id' });
  record.checks.set('list.limit', [failedCheck()]);
  const selected: RowId[] = ['auth.missing-key', 'auth.invalid-key', 'auth.bearer-only'];
  const settings = settingsFor('core', { selected, partial: true });
  const report = assembleReport(record, settings, facts);
  for (const id of ['pet.id', 'list.limit'] as const) {
    expect(rowOf(report, id)).toMatchObject({
      outcome: 'skipped',
      reason: 'left out by --only or --skip',
      checks: [],
    });
  }
  expect(report.verdict).toBe('conformant');
  expect(report.summary).toBe(
    `conformant for the 3 requirements selected by --only or --skip; ${due - 3} others were not judged`,
  );
});

test('a selection without required rows is never conformant', () => {
  const settings = settingsFor('core', { selected: ['auth.challenge'], partial: true });
  const report = assembleReport(soundRecord('core'), settings, facts);
  expect(report.verdict).toBe('incomplete');
  expect(report.summary).toBe(
    `incomplete for the 0 requirements selected by --only or --skip: no required row passed; ${due} others were not judged`,
  );
});

test('a row without checks or findings is undecided and says what is missing', () => {
  const record = soundRecord('core');
  record.checks.delete('pet.id');
  record.checks.delete('list.limit');
  const report = assembleReport(record, core, facts);
  expect(rowOf(report, 'pet.id').reason).toBe('no answer came back that it applies to');
  expect(rowOf(report, 'list.limit').reason).toBe('none of its checks came to an end');
  expect(report.verdict).toBe('incomplete');
  expect(report.summary).toBe(
    `incomplete for the core profile: 2 of ${due} required rows undecided, first list.limit: none of its checks came to an end`,
  );
});

test('a run that ended early says why, in the rows and in the summary', () => {
  const record = soundRecord('core');
  record.checks.clear();
  record.endedEarly = 'no connection to 127.0.0.1:8080';
  const report = assembleReport(record, core, facts);
  expect(rowOf(report, 'pet.id')).toMatchObject({
    outcome: 'inconclusive',
    reason: 'no connection to 127.0.0.1:8080',
  });
  expect(report.summary).toBe(
    `incomplete for the core profile: ${due} of ${due} required rows undecided, because the run ended early: no connection to 127.0.0.1:8080`,
  );
  expect(report.run.endedEarly).toBe('no connection to 127.0.0.1:8080');
});

test('the run is counted: requests, animals created, seconds waited', () => {
  const record = soundRecord('core');
  record.exchanges[1] = unanswered(1);
  record.exchanges.push(exchange(2, { response: response({ status: 400 }) }));
  // Request 3 was still under way when the run was cut short.
  record.exchanges[4] = exchange(4, { operation: 'listPets' });
  const wait = { startedAt: start, seconds: 1, reason: 'the limit', kind: 'rate-limit' } as const;
  record.pauses.push(wait, { ...wait, startedAt: start + 500 });
  record.pauses.push({ ...wait, startedAt: start + 1800, seconds: 60 });
  record.pauses.push({ ...wait, kind: 'catch-up' });
  const { run } = assembleReport(record, core, facts);
  expect(run).toMatchObject({
    startedAt: '2026-01-02T03:04:05.000Z',
    finishedAt: '2026-01-02T03:04:07.000Z',
    requests: 4,
    animalsCreated: 1,
    waitedSeconds: 1.7,
    plan: null,
    command: facts.command,
    argv: facts.argv,
  });
  expect(run.waits).toHaveLength(3);
});

test('observations of gaps come in the order of the catalogue, several of one kept', () => {
  const record = soundRecord('core');
  const observed = (id: RowId, answer: string) => ({ id, answer, exchanges: [0] });
  record.observations.push(
    observed('gap.list-order', 'by id'),
    observed('gap.status-default', 'available'),
    observed('gap.list-order', 'the same twice'),
    observed('list.limit', 'of no gap'),
  );
  const { observations } = assembleReport(record, core, facts);
  expect(observations.map(({ id, answer }) => [id, answer])).toEqual([
    ['gap.status-default', 'available'],
    ['gap.list-order', 'by id'],
    ['gap.list-order', 'the same twice'],
  ]);
  expect(observations[0]?.question).toBe(
    rows.find((row) => row.id === 'gap.status-default')?.statement,
  );
});

test('no key of the settings is in the report', () => {
  const settings = settingsFor('core', { apiKey: 'sk-one', rateLimitKey: 'sk-two' });
  expect(JSON.stringify(assembleReport(soundRecord('core'), settings, facts))).not.toContain('sk-');
});

test('silence is the time of attempts without an answer, beside what a run endures of it', () => {
  const record = soundRecord('core');
  const lost = { ...unanswered(1), finishedAt: unanswered(1).startedAt + 9_500 };
  record.exchanges.push(lost, { ...lost, index: 2 });
  const { run } = assembleReport(record, settingsFor('core', { timeout: 8 }), facts);
  expect(run.silence).toEqual({ seconds: 19, allowedSeconds: 240 });
});
