import { afterEach, expect, test, vi } from 'vitest';
import type { RunEvent } from '../run/events.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import { isLive, type ProgressOptions, progress } from './progress.ts';
import { exchange, failedCheck, start } from './testing/sample.ts';

afterEach(() => {
  vi.useRealTimers();
});

function watched(options: Partial<ProgressOptions> = {}) {
  vi.useFakeTimers({ now: start });
  const writes: string[] = [];
  const stream = { columns: 80, write: (text: string) => writes.push(text) };
  const shown = progress(stream, { live: true, now: Date.now, ...options });
  return { ...shown, writes };
}

const answered: RunEvent = { type: 'exchange', exchange: exchange(0), findings: [] };
const started = (id: RequirementId): RunEvent => ({ type: 'check-started', id, title: 'a case' });
const failed = (id: RequirementId): RunEvent => ({
  type: 'check-finished',
  id,
  result: failedCheck(),
});
const paused = (seconds: number, changes = {}): RunEvent => ({
  type: 'pause',
  pause: { startedAt: start, seconds, reason: 'the limit resets', kind: 'rate-limit', ...changes },
});
const found: RunEvent = {
  type: 'exchange',
  exchange: exchange(0),
  findings: [
    { id: 'pet.id', exchange: 0, at: 'listPets 200', problem: 'no id' },
    { id: 'auth.challenge', exchange: 0, at: 'listPets 401', problem: 'none' },
  ],
};

test('the live line is rewritten in place, once in 100 ms at most', () => {
  const { onEvent, writes, stop } = watched();
  onEvent(started('list.limit'));
  for (let n = 0; n < 5; n += 1) onEvent(answered);
  onEvent(failed('list.limit'));
  expect(writes).toEqual(['\r\u001b[2K0 requests, 0 failures | list.limit']);
  vi.advanceTimersByTime(99);
  expect(writes).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(writes.slice(1)).toEqual(['\r\u001b[2K5 requests, 1 failure | list.limit']);
  vi.advanceTimersByTime(1000);
  expect(writes).toHaveLength(2);
  stop();
});

test.each([
  [{ isTTY: true }, {}, true],
  [{}, {}, false],
  [{ isTTY: true }, { TERM: 'dumb' }, false],
  [{ isTTY: true }, { CI: 'true' }, false],
])('on %j with %j a line is rewritten: %s', (stream, env, live) => {
  expect(isLive(stream, env)).toBe(live);
});

test('a pause is counted down with its reason, then the work goes on', () => {
  const { onEvent, writes, stop } = watched();
  onEvent(paused(2));
  vi.advanceTimersByTime(2500);
  expect(writes.map((text) => text.replace('\r\u001b[2K', ''))).toEqual([
    '0 requests, 0 failures | waiting 2 s: the limit resets',
    '0 requests, 0 failures | waiting 1 s: the limit resets',
    '0 requests, 0 failures',
  ]);
  stop();
});

test('failures are requirements: what advisories and requirements left out show does not count', () => {
  const { onEvent, writes, stop } = watched({ selected: ['pet.id', 'auth.challenge'] });
  onEvent(failed('list.limit'));
  onEvent(found);
  onEvent(found);
  vi.advanceTimersByTime(100);
  expect(writes.at(-1)).toBe('\r\u001b[2K2 requests, 1 failure');
  stop();
});

test('without a terminal: a line for each long wait, with what has failed', () => {
  const { onEvent, writes, stop } = watched({ live: false });
  onEvent(started('auth.missing-key'));
  onEvent(paused(1));
  onEvent(paused(2.1));
  onEvent(failed('list.limit'));
  onEvent(found);
  onEvent(paused(2, { reason: 'GET /pets/3 and GET /pets disagree', atMost: 10 }));
  onEvent(paused(2, { reason: 'GET /pets/3 and GET /pets disagree', atMost: 10 }));
  stop();
  expect(writes).toEqual([
    'waiting 3 s, until 03:04:07 UTC: the limit resets\n',
    'waiting 2 s (of at most 10): GET /pets/3 and GET /pets disagree; failed so far: list.limit, pet.id\n',
  ]);
});
