import { expect, test } from 'vitest';
import type { Exchange } from '../../http/exchange.ts';
import { userAgent } from '../../package/package.ts';
import {
  conformantRecord,
  exchange,
  reportOf,
  settingsFor,
  start,
  unanswered,
} from '../testing/sample.ts';
import { unlikeRecorded } from './run-said.ts';

const report = reportOf(conformantRecord('full'), settingsFor('full'));

const sent = (one: Exchange, arrival: number, header = 'User-Agent'): Exchange => ({
  ...one,
  arrival,
  request: { ...one.request, headers: [[header, userAgent('full')]] },
});

const times = (from: number, to: number) => ({ startedAt: start + from, finishedAt: start + to });

/** Two that overlap, the second of which was answered first, and one without an answer. */
const honest = [
  sent(exchange(0, times(0, 300)), 1),
  sent(exchange(1, times(100, 200)), 0, 'user-agent'),
  sent({ ...unanswered(2), ...times(400, 500), reusedConnection: true }, 2),
];

test('what a run records is in order', () => {
  expect(unlikeRecorded(report, honest)).toEqual([]);
});

const order = 'answers in an order that their times do not have';

test.each<[string, number, Partial<Exchange>, string]>([
  ['an answer in the place of another', 1, { arrival: 1 }, `${order}: 2, the first is exchange 0`],
  ['one that came before it was over', 1, times(100, 400), `${order}: 1, the first is exchange 0`],
  ['a place beyond the last', 2, { arrival: 9 }, `${order}: 1, the first is exchange 2`],
  [
    'an answer that began after its end',
    0,
    { waitMs: 900 },
    'answers that began after they had ended: 1, the first is exchange 0',
  ],
  [
    'an answer that was lost and is there',
    0,
    { reusedConnection: false },
    'answers that are told to be lost with their connection: 1, the first is exchange 0',
  ],
  [
    'a request of another program',
    0,
    { request: { ...exchange(0).request, headers: [['User-Agent', 'curl/8']] } },
    `requests that were not sent as ${userAgent('full')}: 1, the first is exchange 0`,
  ],
])('%s is told, and with it the exchange', (_, at, change, words) => {
  const changed = honest.map((one) => (one.index === at ? { ...one, ...change } : one));
  expect(unlikeRecorded(report, changed)).toEqual([words]);
});
