import { expect, test } from 'vitest';
import { waitReasons } from '../../http/pacing/wait-reasons.ts';
import { waitedSeconds } from '../rate-limit.ts';
import type { Report, Wait } from '../report.ts';
import { conformantRecord, reportOf, settingsFor, start } from '../testing/sample.ts';
import { unlikeWaits } from './rejudged.ts';

const plain = reportOf(conformantRecord('full'), settingsFor('full'));

/** A report of a run that waited so, over two minutes. */
function waiting(...waits: Wait[]): Report {
  const sum = waitedSeconds(waits, start + 120_000);
  return { ...plain, run: { ...plain.run, waits, waitedSeconds: sum } };
}

const few = waitReasons.fewRemain;
const wait = (seconds: number, reason: string, at = 0): Wait => ({
  startedAt: start + at * 1000,
  seconds,
  reason,
});
const again = waiting(wait(10, few), wait(7, 'as the 429 indicated', 20));

test.each<[string, Report]>([
  ['the same', again],
  ['a little less', waiting(wait(9.9, few), wait(6.8, 'as the 429 indicated', 20))],
  [
    'a moment more that did not come again',
    waiting(...again.run.waits, wait(0.02, '7, which may pass', 40)),
  ],
])('%s is as it was', (_, told) => {
  expect(unlikeWaits(told, again)).toEqual([]);
});

test.each(Object.entries(waitReasons))(
  'a moment for %s need not come again: whoever words it, it is one of them',
  (_, words) => {
    const reasons = typeof words === 'string' ? [words] : [words(7), words(2000)];
    for (const reason of reasons) {
      expect(unlikeWaits(waiting(...again.run.waits, wait(0.02, reason, 40)), again)).toEqual([]);
    }
  },
);

test('what a service leaves open is waited for longer by chance', () => {
  const open = 'the service answered 429 and did not say when to retry';
  expect(unlikeWaits(waiting(wait(39, open)), waiting(wait(20, open)))).toEqual([]);
});

test.each<[string, Report, string]>([
  ['no wait', waiting(), 'it says that it waited 0 s; its traffic, judged again, gives 17 s'],
  [
    'a longer one',
    waiting(...again.run.waits, wait(60, few, 30)),
    'it says that it waited 77 s; its traffic, judged again, gives 17 s',
  ],
  [
    'the reason of another',
    waiting(wait(10, 'as the 429 indicated'), wait(7, few, 20)),
    'it says that it waited 10 s for "as the 429 indicated" at 2026-01-02T03:04:05.000Z; judged again, it does not then',
  ],
  [
    'one at another time',
    waiting(wait(10, few, 60), wait(7, 'as the 429 indicated', 20)),
    'it says that it waited 10 s for "few requests remain until the rate limit resets" at 2026-01-02T03:05:05.000Z; judged again, it does not then',
  ],
  [
    'one more within another',
    waiting(wait(10, few), wait(7, few, 1), wait(7, 'as the 429 indicated', 20)),
    'it says that it waited 7 s for "few requests remain until the rate limit resets" at 2026-01-02T03:04:06.000Z; judged again, it does not then',
  ],
  [
    'a reason of its own',
    waiting(...again.run.waits, wait(0.01, 'ordered by the auditor', 30)),
    'it says that it waited for "ordered by the auditor"; judged again, it does not',
  ],
])('%s is told', (_, told, words) => {
  expect(unlikeWaits(told, again)).toEqual([words]);
});
