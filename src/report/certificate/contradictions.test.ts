import { expect, test } from 'vitest';
import type { Report, ReportedRequirement } from '../report.ts';
import {
  conformantRecord,
  exchange,
  failedCheck,
  reportOf,
  settingsFor,
} from '../testing/sample.ts';
import { whyNotCertifiable } from './certifiable.ts';
import { contradictionsOf, missingEvidence } from './contradictions.ts';

const implementation = { name: 'Corner Pet Shop', version: '2.1', contact: 'qa@shop.example' };

function fullReport(record = conformantRecord('full'), changes = {}): Report {
  return reportOf(record, settingsFor('full', { implementation, ...changes }));
}

function failing(id: 'list.limit' | 'auth.challenge'): Report {
  const record = conformantRecord('full');
  record.checks.set(id, [failedCheck()]);
  return fullReport(record);
}

/** The report with one requirement changed. */
function withRow(report: Report, id: string, changes: Partial<ReportedRequirement>): Report {
  const requirements = report.requirements.map((requirement) =>
    requirement.id === id ? { ...requirement, ...changes } : requirement,
  );
  return { ...report, requirements };
}

test('a report as the suite writes it contradicts nothing, whatever its verdict', () => {
  expect(contradictionsOf(fullReport())).toEqual([]);
  expect(contradictionsOf(failing('list.limit'))).toEqual([]);
  expect(contradictionsOf(failing('auth.challenge'))).toEqual([]);
});

test('an edited verdict and its summary are told', () => {
  const { summary } = fullReport();
  const told = contradictionsOf({ ...failing('list.limit'), verdict: 'conformant', summary });
  expect(told).toEqual([
    'the verdict is conformant, and its requirements make it non-conformant',
    expect.stringMatching(/^the summary is "conformant for .*make it "non-conformant for /),
  ]);
});

test('an edited outcome of a requirement is told, and the verdict that follows from its checks', () => {
  const { verdict, summary } = fullReport();
  const edited = withRow(failing('list.limit'), 'list.limit', { outcome: 'passed' });
  expect(contradictionsOf({ ...edited, verdict, summary })).toEqual(
    expect.arrayContaining([
      'list.limit is passed, and its checks make it failed',
      'the verdict is conformant, and its requirements make it non-conformant',
    ]),
  );
});

test('a requirement that is missing, unknown, twice there or called otherwise is told', () => {
  const report = fullReport();
  const [first] = report.requirements;
  const without = report.requirements.filter(({ id }) => id !== 'list.limit');
  expect(contradictionsOf({ ...report, requirements: without })).toContain(
    'list.limit, which is required, is missing',
  );
  const twice = first ? [...report.requirements, first] : [];
  expect(contradictionsOf({ ...report, requirements: twice })).toContain(
    'version.base-path stands there twice',
  );
  expect(contradictionsOf(withRow(report, 'list.limit', { id: 'list.limits' }))).toContain(
    'list.limits is not a requirement of this suite',
  );
  const advisory = withRow(failing('list.limit'), 'list.limit', { level: 'advisory' });
  expect(contradictionsOf(advisory)).toContain('list.limit is called advisory, and is required');
});

test('traffic must hold as many exchanges as the report counts, and those that it cites', () => {
  const record = conformantRecord('full');
  const report = fullReport(record);
  expect(missingEvidence(report, record.exchanges)).toEqual([]);
  expect(missingEvidence(report, [])).toEqual([
    'it holds 0 exchanges, and the report counts 1 requests',
    'the report cites exchanges that it lacks: 0',
  ]);
  expect(missingEvidence(report, [exchange(0), exchange(1)])).toHaveLength(1);
});

test('only a whole, conformant full run of a named implementation can be certified', () => {
  expect(whyNotCertifiable(fullReport())).toBeUndefined();
  expect(whyNotCertifiable(failing('auth.challenge'))).toBeUndefined();
  expect(whyNotCertifiable(failing('list.limit'))).toBe('the verdict is non-conformant');
  const core = reportOf(conformantRecord('core'), settingsFor('core', { implementation }));
  expect(whyNotCertifiable(core)).toContain('only a full run certifies');
  expect(whyNotCertifiable(fullReport(undefined, { partial: true }))).toContain('--only or --skip');
  const ended = { ...conformantRecord('full'), endedEarly: 'the run was interrupted' };
  expect(whyNotCertifiable(fullReport(ended))).toBe('the run ended early: the run was interrupted');
  const unnamed = fullReport(undefined, { implementation: { name: 'Corner Pet Shop' } });
  expect(whyNotCertifiable(unnamed)).toBe('the implementation has no version, no contact');
});
