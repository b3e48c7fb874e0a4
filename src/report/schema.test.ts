import { expect, test } from 'vitest';
import { withBaseline } from './baseline.ts';
import { schemaErrors } from './testing/reports.ts';
import {
  baseline,
  conformantRecord,
  exchange,
  failedCheck,
  reportOf,
  settingsFor,
  start,
} from './testing/sample.ts';

// As it is read back from the file.
const errors = (report: unknown) => schemaErrors(JSON.stringify(report), 'report');

test('assembled reports of every profile are valid, and another is not', () => {
  for (const profile of ['read-only', 'core', 'full'] as const) {
    const report = reportOf(conformantRecord(profile), settingsFor(profile));
    expect(errors(report)).toEqual([]);
    expect(errors({ ...report, formatVersion: 2 })).not.toEqual([]);
  }
});

test('a report with everything that a run can say is valid', () => {
  const record = conformantRecord('full');
  record.exchanges.push(exchange(1));
  record.checks.set('create.missing-name', [failedCheck()]);
  record.findings.push({ id: 'pet.id', exchange: 0, at: 'createPet 201', problem: 'no id' });
  record.observations.push({ id: 'gap.list-order', answer: 'by id', exchanges: [1] });
  record.pauses.push({ startedAt: start, seconds: 1.5, reason: 'the limit', kind: 'rate-limit' });
  record.endedEarly = 'interrupted';
  const implementation = { name: 'Acme', version: '2', contact: 'pets@example.org' };
  const report = reportOf(record, settingsFor('full', { plan: 'free', implementation }));
  expect(errors(withBaseline(report, baseline, '2026-01-02'))).toEqual([]);
});
