import { expect, test } from 'vitest';
import { requirements as catalogue, type RequirementId } from '../spec/catalogue.ts';
import {
  conformantRecord,
  exchange,
  facts,
  failedCheck,
  passed,
  reportOf,
  requiredRows,
  response,
  settingsFor,
  start,
  unanswered,
} from './testing/sample.ts';

type Sample = ReturnType<typeof conformantRecord>;

const due = requiredRows('core').length;

/** The report of a core run after a change. */
function changed(change: (record: Sample) => void, selected?: readonly RequirementId[]) {
  const record = conformantRecord('core');
  change(record);
  const settings = settingsFor('core', selected && { selected, partial: true });
  const report = reportOf(record, settings);
  const of = (id: RequirementId) => report.requirements.find((one) => one.id === id);
  return { report, of };
}

test('every required and advisory requirement is reported, in the order of the catalogue', () => {
  const judged = catalogue.filter(({ level }) => level === 'required' || level === 'advisory');
  expect(reportOf().requirements.map(({ id }) => id)).toEqual(judged.map(({ id }) => id));
});

const endings: readonly (readonly [string, string, (record: Sample) => void])[] = [
  ['that all passed', `conformant for the core profile: ${due} requirements passed`, () => {}],
  [
    'with a failed check',
    'non-conformant for the core profile: 1 requirement failed (create.missing-name)',
    ({ checks }) => void checks.set('create.missing-name', [passed, failedCheck()]),
  ],
  [
    'with requirements that nothing decided',
    'incomplete for the core profile: 2 requirements inconclusive, first list.limit: none of its checks finished',
    ({ checks }) => {
      for (const id of ['pet.id', 'list.limit'] as const) checks.delete(id);
    },
  ],
  [
    'that ended early',
    'incomplete for the core profile: the run ended early: a signal',
    (record) => {
      record.checks.clear();
      record.endedEarly = 'a signal';
    },
  ],
];

test.each(endings)('the summary of a run %s', (_, summary, change) => {
  const { report } = changed(change);
  expect(report.summary).toBe(summary);
  expect(report.verdict).toBe(summary.split(' ', 1)[0]);
});

test('a requirement says why it failed, or what was missing', () => {
  const { of } = changed(({ checks }) => {
    checks.set('create.missing-name', [passed, failedCheck()]);
    checks.delete('pet.id');
  });
  expect(of('create.missing-name')).toMatchObject({
    outcome: 'failed',
    reason: 'an empty object: expected 400',
    checks: [passed, failedCheck()],
  });
  expect(of('pet.id')?.reason).toBe('no response that it applies to');
});

test('what the profile or a setting leaves out stays skipped, whatever was found about it', () => {
  const { report, of } = changed(
    ({ findings, checks }) => {
      findings.push({ id: 'pet.id', exchange: 0, at: 'createPet 201', problem: 'no id' });
      checks.set('list.limit', [failedCheck()]);
    },
    ['auth.missing-key', 'auth.invalid-key', 'auth.bearer-only', 'rate.enforced'],
  );
  const skipped = { outcome: 'skipped', checks: [] };
  for (const id of ['pet.id', 'list.limit'] as const) {
    expect(of(id)).toMatchObject({ ...skipped, reason: 'skipped by --only or --skip' });
  }
  const reason = 'outside the core profile; full decides it';
  expect(of('rate.enforced')).toMatchObject({ ...skipped, reason });
  expect(report.summary).toBe(
    `conformant for 3 of ${due} requirements of the core profile, selected by --only or --skip: 3 requirements passed`,
  );
});

test('a selection without requirements is never conformant', () => {
  expect(changed(() => {}, ['auth.challenge']).report.summary).toBe(
    `incomplete for 0 of ${due} requirements of the core profile, selected by --only or --skip: no requirement passed`,
  );
});

test('the run is counted: requests, animals created, seconds waited and lost in silence', () => {
  const { report } = changed((record) => {
    const lost = { ...unanswered(1), finishedAt: unanswered(1).startedAt + 9_500 };
    record.exchanges[1] = lost;
    record.exchanges.push(exchange(2, { response: response({ status: 400 }) }));
    // Request 3 was still under way when the run was cut short.
    record.exchanges[4] = exchange(4, { operation: 'listPets' });
    const wait = { startedAt: start, seconds: 1, reason: 'the limit', kind: 'rate-limit' } as const;
    record.pauses.push(wait, { ...wait, startedAt: start + 500 });
    record.pauses.push({ ...wait, startedAt: start + 1800, seconds: 60 });
    record.pauses.push({ ...wait, kind: 'catch-up' });
  });
  expect(report.run).toMatchObject({
    startedAt: '2026-01-02T03:04:05.000Z',
    finishedAt: '2026-01-02T03:04:07.000Z',
    requests: 4,
    animalsCreated: 1,
    waitedSeconds: 1.7,
    silence: { seconds: 9.5, allowedSeconds: 300 },
    command: facts.command,
  });
});

test('observations of gaps come in the order of the catalogue, several of one kept', () => {
  const observed = (id: RequirementId, answer: string) => ({ id, answer, exchanges: [0] });
  const { report } = changed(({ observations }) =>
    observations.push(
      observed('gap.list-order', 'by id'),
      observed('gap.status-default', 'available'),
      observed('gap.list-order', 'the same twice'),
      observed('list.limit', 'of no gap'),
    ),
  );
  expect(report.observations.map(({ id, answer }) => [id, answer])).toEqual([
    ['gap.status-default', 'available'],
    ['gap.list-order', 'by id'],
    ['gap.list-order', 'the same twice'],
  ]);
});
