import { expect, test } from 'vitest';
import type { RunRecord } from '../engine/record.ts';
import { annotations } from './annotations.ts';
import {
  conformantRecord,
  exchange,
  failedCheck,
  passed,
  reportOf,
  requiredRows,
  response,
} from './testing/sample.ts';

function lines(record: RunRecord): string[] {
  return annotations(reportOf(record), record.exchanges).split('\n').slice(0, -1);
}

test('failures are errors; what is inconclusive and what is advisory are warnings', () => {
  const record = conformantRecord('core');
  expect(lines(record)).toEqual([]);
  record.checks.set('create.missing-name', [failedCheck({ message: 'came 201: 100%' })]);
  record.checks.set('list.limit', [{ ...passed, outcome: 'inconclusive', message: 'no animals' }]);
  record.checks.set('auth.challenge', [failedCheck()]);
  const [error, ...warnings] = lines(record);
  expect(error).toBe(
    '::error title=create.missing-name (section 4.2 r1)::A new animal without `name` is refused with 400. an empty object: came 201: 100%25',
  );
  expect(warnings.map((line) => line.split('::')[1])).toEqual([
    'warning title=list.limit inconclusive (section 4.1)',
    'warning title=auth.challenge (section 5.3)',
  ]);
});

test('what follows from one cause is told by the cause alone', () => {
  const record = conformantRecord('core');
  record.exchanges.splice(0, Infinity, exchange(0, { response: response({ status: 401 }) }));
  const open = { ...passed, outcome: 'inconclusive' as const, message: 'came 401' };
  for (const { id } of requiredRows('core')) record.checks.set(id, [open]);
  record.checks.set('list.limit', [failedCheck()]);
  expect(lines(record)).toEqual([
    `::error title=petstore-conformance::the service answers 401 to the configured key; what to do: give the run a key that is valid at this address; ${requiredRows('core').length - 1} requirements follow from it`,
    expect.stringMatching(/^::error title=list\.limit /),
  ]);
});

test('no string of the service becomes a command of its own', () => {
  const record = conformantRecord('core');
  record.checks.set('list.limit', [
    failedCheck({ title: 'x\n::set-env name=A::b\r\n::stop-commands::y' }),
  ]);
  expect(lines(record)).toHaveLength(1);
  expect(lines(record)[0]).toMatch(/^::error title=list\.limit \(section 4\.1\)::/);
});

test('no more are written than are shown', () => {
  const record = conformantRecord('core');
  for (const requirement of requiredRows('core'))
    record.checks.set(requirement.id, [failedCheck()]);
  expect(lines(record)).toHaveLength(10);
});
