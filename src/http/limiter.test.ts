import { assert, expect, test } from 'vitest';
import type { RecordedResponse } from './exchange.ts';
import { Pace, reserveOf } from './limiter.ts';
import { noon } from './testing/fake-clock.ts';

function response(status: number, headers: Record<string, string> = {}): RecordedResponse {
  return { status, statusText: '', headers: Object.entries(headers), body: '', truncated: false };
}

const pace = (random = 0) => new Pace(120_000, () => random);

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

test('nothing holds it back at first, nor after an answer without headers', () => {
  const one = pace();
  expect(one.holdAt(noon)).toBeUndefined();
  expect(wait(one, response(200))).toBe(0);
});

test('each refusal in a row doubles the backoff, and a good answer ends the requirement', () => {
  const one = pace();
  const [first, second, third] = [0, 10_000, 20_000].map((later) =>
    wait(one, response(429), noon + later),
  );
  assert(first !== undefined && second !== undefined && third !== undefined);
  expect(first).toBeGreaterThanOrEqual(500);
  expect(second).toBeGreaterThan(1.9 * first);
  expect(third).toBeGreaterThan(1.9 * second);
  expect(one.refusals).toBe(3);
  wait(one, response(200), noon + 60_000);
  expect(one.refusals).toBe(0);
  expect(wait(one, response(429), noon + 60_000)).toBe(first);
});

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
  [0, 9000],
  [6, 9000],
  [7, 0],
])('of 60, with %i left, it holds for %i ms: a tenth is for other users', (remaining, ms) => {
  expect(wait(pace(), response(200, rate(60, remaining, noon + 9000)))).toBe(ms);
});

test.each([
  [undefined, 0],
  [5, 0],
  [60, 6],
  [300, 20],
  [1000, 20],
])('of a limit of %s, %i are left to others', (limit, reserve) => {
  expect(reserveOf(limit)).toBe(reserve);
});

test('a reset in the past, or one that is milliseconds or a number of seconds, holds nothing', () => {
  expect(wait(pace(), response(200, rate(60, 0, noon - 1000)))).toBe(0);
  const inMs = { ...rate(60, 0, noon), 'X-RateLimit-Reset': String(noon + 9000) };
  expect(wait(pace(), response(200, inMs))).toBe(0);
  const delta = { ...rate(60, 0, noon), 'X-RateLimit-Reset': '9' };
  expect(wait(pace(), response(200, delta))).toBe(0);
});

test('a service whose remaining is always 0 is believed twice at most, four requests at a time', () => {
  const one = pace();
  let now = noon;
  let waits = 0;
  for (let round = 0; round < 10; round += 1) {
    const sentAt = now;
    for (let sent = 0; sent < 4; sent += 1) one.sending(sentAt);
    // The next request asks as soon as one of the four is answered.
    let until = now;
    for (let answered = 0; answered < 4; answered += 1) {
      now += 5;
      one.answered(response(200, rate(60, 0, noon + (round + 1) * 60_000)), sentAt, now);
      until = one.holdAt(now)?.until ?? now;
    }
    if (until > now) waits += 1;
    now = Math.max(until, noon + (round + 1) * 60_000);
    one.holdAt(now);
  }
  expect(waits).toBeLessThanOrEqual(2);
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
