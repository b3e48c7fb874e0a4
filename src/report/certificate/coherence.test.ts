import { afterEach, expect, test, vi } from 'vitest';
import { mostAtOnce } from '../../engine/limit/spending.ts';
import type { Exchange } from '../../http/exchange.ts';
import { datesOf, machineInZone } from '../../http/testing/zone.ts';
import type { Report } from '../report.ts';
import { conformantRecord, exchange, reportOf, settingsFor, start } from '../testing/sample.ts';
import { coherenceOf } from './coherence.ts';

const now = start + 60_000;

afterEach(() => {
  vi.restoreAllMocks();
});

/** What is impossible of a run of these exchanges, with settings as given. */
function impossibleIn(exchanges: readonly Exchange[], run: Partial<Report['run']> = {}) {
  return judged(exchanges, run).impossible;
}

function judged(exchanges: readonly Exchange[], run: Partial<Report['run']> = {}) {
  const record = { ...conformantRecord('full'), exchanges: [...exchanges] };
  const report = reportOf(record, settingsFor('full'));
  return coherenceOf({ ...report, run: { ...report.run, ...run } }, exchanges, now);
}

/** So many that were asked in one moment and answered one after the other. */
const together = (length: number) =>
  Array.from({ length }, (_, index) =>
    exchange(index, { startedAt: start + 100, finishedAt: start + 200 + index * 50 }),
  );

test.each(['1', '4'])('what spends a limit together is of a run with --concurrency %s', (said) => {
  const settings = { '--concurrency': said };
  expect(impossibleIn(together(mostAtOnce), { settings })).toEqual([]);
  expect(impossibleIn(together(mostAtOnce + 4), { settings })).toEqual([
    expect.stringMatching(`^more requests at once than the ${said} that the run may send: `),
  ]);
});

test('a run that started long before its first exchange is none', () => {
  const early = (minutes: number) => ({
    startedAt: new Date(start - minutes * 60_000).toISOString(),
  });
  expect(impossibleIn([exchange(0)], early(4))).toEqual([]);
  expect(impossibleIn([exchange(0)], early(60))).toEqual([
    'the run started at 2026-01-02T02:04:05.000Z, 60 minutes before its first exchange',
  ]);
});

test('a run that finished long after its last exchange is none, unless it waited', () => {
  const late = (minutes: number, waits: Report['run']['waits'] = []) => ({
    finishedAt: new Date(start + minutes * 60_000).toISOString(),
    waits,
  });
  const finished = (minutes: number) =>
    `the run finished at ${new Date(start + minutes * 60_000).toISOString()}, ${minutes} minutes after its last exchange`;
  const wait = { startedAt: start + 1000, seconds: 3600, reason: 'the rate limit' };
  expect(impossibleIn([exchange(0)], late(4))).toEqual([]);
  expect(impossibleIn([exchange(0)], late(6))).toEqual([finished(6)]);
  expect(impossibleIn([exchange(0)], late(64, [wait]))).toEqual([]);
  expect(impossibleIn([exchange(0)], late(67, [wait]))).toEqual([finished(67)]);
});

test.each(Object.entries(datesOf(start)))(
  'a Date as %s has it is of the clock of the run, whatever zone this machine is in',
  (_, date) => {
    machineInZone('-0500');
    const { response } = exchange(0);
    if (response === undefined) throw new Error('the sample has an answer');
    const headers = [
      ...response.headers.filter(([name]) => name !== 'date'),
      ['date', date] as const,
    ];
    const { odd } = judged([exchange(0, { response: { ...response, headers } })]);
    expect(odd.filter((line) => line.includes('Date'))).toEqual([]);
  },
);
