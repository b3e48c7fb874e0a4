import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { withBaseline } from './baseline.ts';
import type { Report } from './report.ts';
import {
  baseline,
  conformantRecord,
  exchange,
  failedCheck,
  reportOf,
  settingsFor,
  start,
} from './testing/sample.ts';

const schema: unknown = JSON.parse(
  await readFile(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8'),
);
if (typeof schema !== 'object' || schema === null) throw new Error('the schema is not an object');
const ajv = new Ajv2020({ strict: true, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);

function errors(report: unknown): string[] {
  // As it is read back from the file.
  validate(JSON.parse(JSON.stringify(report)));
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.keyword}`);
}

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
  ['no requirements', { ...report, requirements: [] }],
  ['an unknown plan', { ...report, run: { ...report.run, plan: 'gold' } }],
  ['a seed beyond 32 bits', { ...report, run: { ...report.run, seed: 2 ** 31 } }],
  ['a time without zone', { ...report, run: { ...report.run, startedAt: '2026-01-02T03:04:05' } }],
  ['a negative count', { ...report, run: { ...report.run, requests: -1 } }],
  ['a base address of another scheme', withBaseUrl('file:///v1')],
  ['an exchange that is not an index', withExchanges([0.5])],
  ['a baseline without a file', { ...report, baseline: { file: '', entries: [] } }],
  ['an unknown state', withEntry({ state: 'cold' })],
  ['an expiry that is not a day', withEntry({ expires: '2027-02-30' })],
  [
    'a setting that is not a flag',
    { ...report, run: { ...report.run, settings: { plan: 'pro' } } },
  ],
])('a report with %s is refused', (_, broken) => {
  expect(errors(broken)).not.toEqual([]);
});

function withBaseUrl(baseUrl: string) {
  return { ...report, implementation: { ...report.implementation, baseUrl } };
}

function withEntry(changes: object) {
  const { file = '', entries = [] } = report.baseline ?? {};
  return { ...report, baseline: { file, entries: entries.map((one) => ({ ...one, ...changes })) } };
}

function withExchanges(exchanges: number[]) {
  return { ...report, observations: report.observations.map((one) => ({ ...one, exchanges })) };
}
