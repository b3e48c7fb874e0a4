import { expect, test } from 'vitest';
import { requirements as catalogue, type RequirementId } from '../spec/catalogue.ts';
import { assembleReport } from './assemble.ts';
import type { Report } from './report.ts';
import {
  conformantRecord,
  exchange,
  facts,
  failedCheck,
  passed,
  requiredRows,
  response,
  settingsFor,
  start,
  unanswered,
} from './testing/sample.ts';

const core = settingsFor('core');
const due = requiredRows('core').length;

function requirementOf(report: Report, id: RequirementId) {
  const requirement = report.requirements.find((one) => one.id === id);
  if (requirement === undefined) throw new Error(`no requirement ${id}`);
  return requirement;
}

test('every required and advisory requirement is reported, in the order of the catalogue', () => {
  const { requirements } = assembleReport(conformantRecord('core'), core, facts);
  const judged = catalogue.filter(
    (requirement) => requirement.level === 'required' || requirement.level === 'advisory',
  );
  expect(requirements.map((requirement) => requirement.id)).toEqual(
    judged.map((requirement) => requirement.id),
  );
});

test('a run in which all passed is conformant for its profile', () => {
  const report = assembleReport(conformantRecord('core'), core, facts);
  expect(report.verdict).toBe('conformant');
  expect(report.summary).toBe(`conformant for the core profile: ${due} requirements passed`);
});

test('a failed check fails its requirement and the verdict', () => {
  const record = conformantRecord('core');
  record.checks.set('create.missing-name', [passed, failedCheck()]);
  const report = assembleReport(record, core, facts);
  expect(requirementOf(report, 'create.missing-name')).toMatchObject({
    outcome: 'failed',
    reason: 'an empty object: expected 400',
    checks: [passed, failedCheck()],
  });
  expect(report.verdict).toBe('non-conformant');
  expect(report.summary).toBe(
    `non-conformant for the core profile: 1 requirement failed (create.missing-name)`,
  );
});

test('requirements beyond the profile are skipped, and say which profile decides them', () => {
  const record = conformantRecord('read-only');
  record.findings.push({
    id: 'rate.retry-after',
    exchange: 0,
    at: 'listPets 429',
    problem: 'none',
  });
  const report = assembleReport(record, settingsFor('read-only'), facts);
  expect(requirementOf(report, 'create.created')).toMatchObject({
    outcome: 'skipped',
    reason: 'outside the read-only profile; core decides it',
    checks: [],
  });
  expect(requirementOf(report, 'rate.retry-after').outcome).toBe('skipped');
  expect(report.verdict).toBe('conformant');
});

test('a requirement that is not selected stays skipped whatever was found about it', () => {
  const record = conformantRecord('core');
  record.findings.push({ id: 'pet.id', exchange: 0, at: 'createPet 201', problem: 'no id' });
  record.checks.set('list.limit', [failedCheck()]);
  const selected: RequirementId[] = ['auth.missing-key', 'auth.invalid-key', 'auth.bearer-only'];
  const settings = settingsFor('core', { selected, partial: true });
  const report = assembleReport(record, settings, facts);
  for (const id of ['pet.id', 'list.limit'] as const) {
    expect(requirementOf(report, id)).toMatchObject({
      outcome: 'skipped',
      reason: 'skipped by --only or --skip',
      checks: [],
    });
  }
  expect(report.verdict).toBe('conformant');
  expect(report.summary).toBe(
    `conformant for 3 of ${due} requirements of the core profile, selected by --only or --skip: 3 requirements passed`,
  );
});

test('a selection without requirements is never conformant', () => {
  const settings = settingsFor('core', { selected: ['auth.challenge'], partial: true });
  const report = assembleReport(conformantRecord('core'), settings, facts);
  expect(report.verdict).toBe('incomplete');
  expect(report.summary).toBe(
    `incomplete for 0 of ${due} requirements of the core profile, selected by --only or --skip: no requirement passed`,
  );
});

test('a requirement without checks or findings is inconclusive and says what is missing', () => {
  const record = conformantRecord('core');
  record.checks.delete('pet.id');
  record.checks.delete('list.limit');
  const report = assembleReport(record, core, facts);
  expect(requirementOf(report, 'pet.id').reason).toBe('no response that it applies to');
  expect(requirementOf(report, 'list.limit').reason).toBe('none of its checks finished');
  expect(report.verdict).toBe('incomplete');
  expect(report.summary).toBe(
    `incomplete for the core profile: 2 requirements inconclusive, first list.limit: none of its checks finished`,
  );
});

test('a run that ended early says why, in the requirements and in the summary', () => {
  const record = conformantRecord('core');
  record.checks.clear();
  record.endedEarly = 'no connection to 127.0.0.1:8080';
  const report = assembleReport(record, core, facts);
  expect(requirementOf(report, 'pet.id')).toMatchObject({
    outcome: 'inconclusive',
    reason: 'no connection to 127.0.0.1:8080',
  });
  expect(report.summary).toBe(
    `incomplete for the core profile: the run ended early: no connection to 127.0.0.1:8080`,
  );
  expect(report.run.endedEarly).toBe('no connection to 127.0.0.1:8080');
});

test('the run is counted: requests, animals created, seconds waited', () => {
  const record = conformantRecord('core');
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
});

test('observations of gaps come in the order of the catalogue, several of one kept', () => {
  const record = conformantRecord('core');
  const observed = (id: RequirementId, answer: string) => ({ id, answer, exchanges: [0] });
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
    catalogue.find((requirement) => requirement.id === 'gap.status-default')?.statement,
  );
});

test('silence is the time of attempts without an answer, beside what a run endures of it', () => {
  const record = conformantRecord('core');
  const lost = { ...unanswered(1), finishedAt: unanswered(1).startedAt + 9_500 };
  record.exchanges.push(lost, { ...lost, index: 2 });
  const { run } = assembleReport(record, settingsFor('core', { timeout: 8 }), facts);
  expect(run.silence).toEqual({ seconds: 19, allowedSeconds: 240 });
});
