import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import type { RunRecord } from '../engine/record.ts';
import { ctrf } from './ctrf.ts';
import { ctrfSchema } from './testing/artefact-schemas.ts';
import {
  conformantRecord,
  failedCheck,
  passed,
  reportOf,
  settingsFor,
  start,
} from './testing/sample.ts';

const ajv = new Ajv2020({ strict: true, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(ctrfSchema);

function render(record: RunRecord) {
  const implementation = { name: 'Acme', version: '2' };
  const report = reportOf(record, settingsFor('core', { implementation }));
  const written = ctrf(report, record.exchanges);
  validate(JSON.parse(JSON.stringify(written)));
  expect(validate.errors).toBeNull();
  return written.results;
}

test('the report is valid CTRF, and its counts are those of its tests', () => {
  const record = conformantRecord('core');
  record.checks.set('create.missing-name', [passed, failedCheck()]);
  record.checks.set('list.limit', [{ ...passed, outcome: 'inconclusive', message: 'no animals' }]);
  const { summary, tests } = render(record);
  expect(summary).toMatchObject({ failed: 1, pending: 0, other: 1, start, stop: start + 2000 });
  expect(summary.tests).toBe(tests.length);
  expect(summary.passed + summary.failed + summary.skipped + summary.other).toBe(tests.length);
});

test('each outcome keeps its own word', () => {
  const record = conformantRecord('core');
  record.checks.set('create.missing-name', [failedCheck()]);
  record.checks.set('list.limit', [{ ...passed, outcome: 'inconclusive', message: 'no animals' }]);
  record.checks.set('auth.challenge', [failedCheck()]);
  const { tests } = render(record);
  const told = (id: string) => tests.find((one) => one.labels.requirement === id);
  expect(told('create.missing-name')).toMatchObject({
    status: 'failed',
    rawStatus: 'failed',
    suite: ['section 4.2 r1', 'create.missing-name'],
    message: 'expected 400; came 201',
    trace: expect.stringContaining('POST /v1/pets -> 201 Created, #0 in traffic.har'),
  });
  expect(told('list.limit')).toMatchObject({ status: 'other', rawStatus: 'inconclusive' });
  expect(told('auth.challenge')).toMatchObject({ status: 'other', rawStatus: 'warning' });
  expect(told('rate.enforced')).toMatchObject({ status: 'skipped', rawStatus: 'skipped' });
  expect(told('get.found')).not.toHaveProperty('message');
});
