import { expect, test } from 'vitest';
import type { RunRecord } from '../run/record.ts';
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

test('a cause of failures is an error; what is inconclusive and what is advisory are warnings', () => {
  const record = conformantRecord('core');
  expect(lines(record)).toEqual([]);
  record.checks.set('create.missing-name', [failedCheck({ message: 'came 201: 100%' })]);
  record.checks.set('list.limit', [{ ...passed, outcome: 'inconclusive', message: 'no animals' }]);
  record.checks.set('auth.challenge', [failedCheck({ exchanges: [] })]);
  const [error, ...warnings] = lines(record);
  expect(error).toBe(
    '::error title=create.missing-name (section 4.2 r1)::came 201: 100%25; usual cause: Nothing checks that `name` is there, or a default fills it in first.',
  );
  expect(warnings.map((line) => line.split('::')[1])).toEqual([
    'warning title=auth.challenge (section 5.3)',
    'warning title=list.limit inconclusive',
  ]);
});

test('what follows from one cause is told by the cause alone', () => {
  const record = conformantRecord('core');
  record.exchanges.splice(0, Infinity, exchange(0, { response: response({ status: 500 }) }));
  const open = { ...passed, outcome: 'inconclusive' as const, message: 'came 500' };
  for (const { id } of requiredRows('core')) record.checks.set(id, [open]);
  record.checks.set('list.limit', [failedCheck()]);
  expect(lines(record)).toEqual([
    `::error title=petstore-conformance::every response to the configured key is 500; what to do: look into the service's log first; ${requiredRows('core').length} requirements follow from it: version.base-path, auth.missing-key, auth.invalid-key and ${requiredRows('core').length - 3} more`,
  ]);
});

test('no more of a kind are written than are shown', () => {
  const record = conformantRecord('core');
  const open = { ...passed, outcome: 'inconclusive' as const };
  for (const [at, { id }] of requiredRows('core').entries()) {
    record.checks.set(id, [{ ...open, message: `${at}` }]);
  }
  expect(lines(record)).toHaveLength(10);
});
