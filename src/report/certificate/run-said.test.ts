import { expect, test } from 'vitest';
import { traceparent } from '../../http/trace.ts';
import type { Report } from '../report.ts';
import {
  conformantRecord,
  exchange,
  facts,
  reportOf,
  settingsFor,
  start,
  unanswered,
} from '../testing/sample.ts';
import { settingsByWord, unlikeItsTraffic } from './run-said.ts';

const trace = 'a1'.repeat(16);
const asked = (one: ReturnType<typeof exchange>) => ({
  ...one,
  request: { ...one.request, headers: [...one.request.headers, traceparent(trace, one.index)] },
});

/** A run of a minute that waited for 40 s of it between its two requests, and lost 2 s on a third one. */
const startedAt = start + 55_000;
const exchanges = [
  asked(exchange(0)),
  asked(exchange(1, { startedAt: start + 41_000, finishedAt: start + 41_030 })),
  asked({ ...unanswered(2), startedAt, finishedAt: startedAt + 2000 }),
];
const record = { ...conformantRecord('full'), finishedAt: start + 60_000, exchanges };
const wait = { startedAt: start + 1000, seconds: 40, reason: 'the rate limit' };
record.pauses.push({ ...wait, kind: 'rate-limit' });
const honest = reportOf(record, settingsFor('full'), { ...facts, again: 'reports/again' });

type Run = Report['run'];
const without = (name: keyof Run): Run => {
  const { [name]: _, ...rest } = honest.run;
  return { ...honest.run, ...rest, [name]: undefined };
};
const saying = (changes: Partial<Run>): Run => ({ ...honest.run, ...changes });

test('what a run says of itself is what its traffic shows', () => {
  expect(unlikeItsTraffic(honest, exchanges)).toEqual([]);
});

test.each<[string, Run, RegExp]>([
  ['no folder for another run', without('again'), /^again, which every run writes, is missing/],
  ['no plan of questions', without('questions'), /^questions, which every run writes, is missing/],
  ['no trace', without('trace'), /^trace, which every run writes, is missing/],
  [
    'a trace of another run',
    saying({ trace: 'b2'.repeat(16) }),
    /^requests that were not sent in the trace .*: 3,/,
  ],
  ['a shorter time', saying({ waitedSeconds: 1 }), /^it says that it waited 1 s, .* make it 40 s$/],
  ['no wait', saying({ waits: [] }), /^it says that it waited 40 s, .* make it 0 s$/],
  [
    'a wait after its end',
    saying({ waits: [wait, { ...wait, startedAt: start + 90_000 }] }),
    /^waits that are outside of the time of the run: 1,/,
  ],
  [
    'a wait of more than it may wait',
    saying({ settings: { '--max-wait': '20' } }),
    /^waits that are longer than the 20 s that its settings allow: 1,/,
  ],
  [
    'a wait in which it asked',
    saying({ waits: [{ ...wait, startedAt: start + 15_000 }], waitedSeconds: 40 }),
    /^waits that are of a time in which all went on asking: 1, the first of 40 s$/,
  ],
  [
    'less silence',
    saying({ silence: { seconds: 0, allowedSeconds: 300 } }),
    /^it says that 0 s were silent, and its traffic makes it 2 s$/,
  ],
  [
    'more silence allowed',
    saying({ silence: { seconds: 2, allowedSeconds: 9000 } }),
    /^it says that 9000 s of silence were allowed, and its settings allow 300 s$/,
  ],
])('%s is told', (_, run, words) => {
  expect(unlikeItsTraffic({ ...honest, run }, exchanges).join('\n')).toMatch(words);
});

test('a trace is that of each request, under its own number', () => {
  const [first = exchange(0)] = exchanges;
  const moved = { ...first, request: { ...first.request, headers: [traceparent(trace, 7)] } };
  expect(unlikeItsTraffic(honest, [moved, ...exchanges.slice(1)])).toEqual([
    'requests that were not sent in the trace that it names: 1, the first is exchange 0',
  ]);
});

test('an answer that took longer than --timeout shows that it was another one', () => {
  const late = exchanges.map((one) =>
    one.index === 1 ? { ...one, finishedAt: one.startedAt + 30_000 } : one,
  );
  expect(unlikeItsTraffic(honest, late)).toEqual([
    'answers that took longer than the 10 s that its settings allow (--timeout): 1, the first is exchange 1',
  ]);
  const patient = {
    settings: { '--timeout': '60' },
    silence: { seconds: 2, allowedSeconds: 1800 },
  };
  expect(unlikeItsTraffic({ ...honest, run: saying(patient) }, late)).toEqual([]);
});

test('settings that no traffic shows are told by the word of the report, those that traffic shows are not', () => {
  const words = settingsByWord({ ...honest, run: saying({ settings: { '--grace': '60' } }) });
  expect(words).toBe(
    '--max-wait 120, --timeout 10, --grace 60, --concurrency 4, --max-body 2, --ca not given',
  );
});
