import { expect, test } from 'vitest';
import { withBaseline } from './baseline.ts';
import type { Report } from './report.ts';
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

function fullReport(): Report {
  const record = conformantRecord('full');
  record.exchanges.push(exchange(1));
  record.checks.set('create.missing-name', [failedCheck()]);
  record.findings.push({ id: 'pet.id', exchange: 0, at: 'createPet 201', problem: 'no id' });
  record.observations.push({ id: 'gap.list-order', answer: 'by id', exchanges: [1] });
  record.pauses.push({ startedAt: start, seconds: 1.5, reason: 'the limit', kind: 'rate-limit' });
  record.endedEarly = 'interrupted';
  const implementation = { name: 'Acme', version: '2', contact: 'pets@example.org' };
  const settings = settingsFor('full', { plan: 'free', implementation });
  return withBaseline(reportOf(record, settings), baseline, '2026-01-02');
}

test('assembled reports of every profile are valid', () => {
  for (const profile of ['read-only', 'core', 'full'] as const) {
    const report = reportOf(conformantRecord(profile), settingsFor(profile));
    expect(errors(report)).toEqual([]);
  }
  expect(errors(fullReport())).toEqual([]);
});

const report = fullReport();
test.each<[string, unknown]>([
  ['another format version', { ...report, formatVersion: 2 }],
  ['an unknown verdict', { ...report, verdict: 'passed' }],
  ['a time without zone', { ...report, run: { ...report.run, startedAt: '2026-01-02T03:04:05' } }],
  ['a base address of another scheme', withBaseUrl('file:///v1')],
])('a report with %s is refused', (_, broken) => {
  expect(errors(broken)).not.toEqual([]);
});

function withBaseUrl(baseUrl: string) {
  return { ...report, implementation: { ...report.implementation, baseUrl } };
}
