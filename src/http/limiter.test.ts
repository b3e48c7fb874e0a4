import { expect, test } from 'vitest';
import type { RecordedResponse } from './exchange.ts';
import { Pace, reserveOf } from './limiter.ts';
import { noon } from './testing/fake-clock.ts';

function response(status: number, headers: Record<string, string> = {}): RecordedResponse {
  return { status, statusText: '', headers: Object.entries(headers), body: '', truncated: false };
}

const pace = () => new Pace(120_000, () => 0);

const rate = (limit: number, remaining: number, resetsAt: number) => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(resetsAt / 1000),
});

/** Sends and answers one request, and gives how long the next one waits. */
function wait(one: Pace, answer: RecordedResponse, now = noon): number {
  one.sending(now);
  one.answered(answer, now, now);
  return (one.holdAt(now)?.until ?? now) - now;
}

test.each([
  ['while many remain, with others in flight, is of calls at once: a short wait', 500, 2, 1000],
  ['while few remain waits for the reset', 2, 2, 50_000],
  ['of a request that was alone waits for the reset', 500, 1, 50_000],
])('a 429 that does not say when to retry, %s', (_, remaining, together, most) => {
  const one = pace();
  const headers = rate(1000, remaining, noon + 50_000);
  wait(one, response(200, headers));
  for (let sent = 0; sent < together; sent += 1) one.sending(noon);
  for (let sent = 0; sent < together; sent += 1) one.answered(response(429, headers), noon, noon);
  const waits = (one.holdAt(noon)?.until ?? noon) - noon;
  expect(waits).toBeLessThanOrEqual(most);
  expect(waits).toBeGreaterThan(most / 3);
});

test('Retry-After: 0 is not a reason to send at once', () => {
  expect(wait(pace(), response(429, { 'Retry-After': '0' }))).toBeGreaterThanOrEqual(500);
});

test.each([
  ['nothing', {}, 0],
  ['none left', rate(60, 0, noon + 9000), 9000],
  ['a tenth left, which is for other users', rate(60, 6, noon + 9000), 9000],
  ['more than that left', rate(60, 7, noon + 9000), 0],
  ['a reset in the past', rate(60, 0, noon - 1000), 0],
  ['milliseconds', { ...rate(60, 0, noon), 'X-RateLimit-Reset': String(noon + 9000) }, 0],
  ['a number of seconds', { ...rate(60, 0, noon), 'X-RateLimit-Reset': '9' }, 0],
])('after a response that shows %s the next one waits', (_, headers, ms) => {
  expect(wait(pace(), response(200, headers))).toBe(ms);
});

test('requests in flight count as spent', () => {
  const one = pace();
  expect(wait(one, response(200, rate(60, 7, noon + 9000)))).toBe(0);
  one.sending(noon);
  expect(one.holdAt(noon)?.until).toBe(noon + 9000);
});

test.each([
  [undefined, 0],
  [5, 0],
  [60, 6],
  [1000, 20],
])('of a limit of %s, %i are left to others', (limit, reserve) => {
  expect(reserveOf(limit)).toBe(reserve);
});

/** Waits at the reserve of 6 for a reset, sends one request then, and gives whether it would wait again. */
function waitsAgain(one: Pace, now: number, remaining: number): boolean {
  one.holdAt(now);
  const after = now + 50_000;
  one.sending(after);
  expect(one.isFull).toBe(true);
  one.answered(response(200, rate(60, remaining, after + 50_000)), after, after);
  expect(one.isFull).toBe(false);
  return one.holdAt(after) !== undefined;
}

test('a window that gives back a place at a time is waited for; a number that only falls is not, after two', () => {
  const [sliding, falling] = [pace(), pace()];
  for (const one of [sliding, falling]) wait(one, response(200, rate(60, 6, noon + 50_000)));
  const waits = (one: Pace, shown: readonly number[]) =>
    shown.map((remaining, turn) => waitsAgain(one, noon + turn * 50_000, remaining));
  expect(waits(sliding, [6, 6, 6])).toEqual([true, true, true]);
  expect(waits(falling, [5, 4])).toEqual([true, false]);
});

test('while several are in flight, fewer are sent at once, until the service takes them', () => {
  const one = pace();
  wait(one, response(200, rate(300, 200, noon + 60_000)));
  const batch = (now: number, most: number) => {
    let sent = 0;
    while (sent < 4 && !one.isFull) {
      one.sending(now);
      sent += 1;
    }
    const refusal = response(429, { ...rate(300, 190, noon + 60_000), 'Retry-After': '1' });
    for (let at = 0; at < sent; at += 1) {
      const served = response(200, rate(300, 190, noon + 60_000));
      one.answered(at < most ? served : refusal, now, now + 10);
    }
    return sent;
  };
  expect([1, 2, 3, 4].map((turn) => batch(noon + turn * 2000, 2))).toEqual([4, 3, 2, 2]);
});
