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

test('every member of every object is required, and no other is allowed', () => {
  const whole: unknown = JSON.parse(JSON.stringify(fullReport()));
  let tried = 0;
  // The settings of a run are a map from flags to texts.
  for (const path of objectsIn(whole).filter((one) => one.join('.') !== 'run.settings')) {
    const { target: more, root } = copyAt(whole, path);
    more.surprise = 1;
    expect(errors(root), path.join('.')).toContainEqual(
      expect.stringContaining('additionalProperties'),
    );
    const present = Object.keys(copyAt(whole, path).target);
    // Reports of before have no plan of questions.
    for (const name of present.filter((one) => one !== 'questions')) {
      const less = copyAt(whole, path);
      delete less.target[name];
      expect(errors(less.root), [...path, name].join('.')).toContainEqual(
        expect.stringContaining('required'),
      );
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(40);
});

const report = fullReport();
const point = { exchange: 0, at: start, caller: 'key-holder', refused: false };

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

test('no number of a report is without bounds, and no time is one of which no date can be made', () => {
  const rated = { ...report.run, timeline: [{ ...point, limit: 60, remaining: 59, reset: 1 }] };
  const whole: unknown = JSON.parse(JSON.stringify({ ...report, run: rated }));
  expect(errors(whole)).toEqual([]);
  let tried = 0;
  for (const path of objectsIn(whole)) {
    for (const [name, value] of Object.entries(copyAt(whole, path).target)) {
      const isTime = typeof value === 'string' && /^\d{4}-.*Z$/.test(value);
      if (typeof value !== 'number' && !isTime) continue;
      const { target, root } = copyAt(whole, path);
      target[name] = isTime ? '2016-12-31T23:59:60Z' : 1e308;
      expect(errors(root), [...path, name].join('.')).not.toEqual([]);
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(20);
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

type Path = readonly (string | number)[];

/** The paths of all objects, of each array only the first that differs in kind: the first item. */
function objectsIn(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value))
    return value.slice(0, 1).flatMap((item) => objectsIn(item, [...path, 0]));
  if (!isObject(value)) return [];
  const below = Object.entries(value).flatMap(([name, item]) => objectsIn(item, [...path, name]));
  return [path, ...below];
}

function copyAt(whole: unknown, path: Path): { root: unknown; target: Record<string, unknown> } {
  const root: unknown = structuredClone(whole);
  let target: unknown = root;
  for (const step of path) target = Array.isArray(target) ? target[Number(step)] : at(target, step);
  if (!isObject(target)) throw new Error(`no object at ${path.join('.')}`);
  return { root, target };
}

function at(value: unknown, step: string | number): unknown {
  return isObject(value) ? value[step] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
