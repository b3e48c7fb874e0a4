import { describe, expect, test } from 'vitest';
import type { Plan } from '../../../catalogue/plans.ts';
import type { Answered, Exchange } from '../../../http/exchange.ts';
import { broken } from '../../testing/answer.ts';
import { type Limited, limited } from '../testing/limited.ts';
import { judgeLimit } from './limit.ts';

const id = 'rate.reset-true';

const isFound = (exchanges: readonly Exchange[], plan?: Plan) =>
  broken(judgeLimit(exchanges, { plan })).includes(id);

const isJudged = (exchanges: readonly Exchange[], plan?: Plan) =>
  judgeLimit(exchanges, { plan }).some((finding) => finding.id === id);

/** The answers without a header. */
const without = (header: string, exchanges: readonly Answered[]): Answered[] =>
  exchanges.map((one) => {
    const headers = one.response.headers.filter(([name]) => name !== header);
    return { ...one, response: { ...one.response, headers } };
  });

describe('the number of a minute with a reset far ahead', () => {
  const shown = (seconds: number) => limited({ at: 0, remaining: 59, resetsAt: seconds * 1000 });

  test.each([
    [300, false],
    [301, true],
    [86_430, true],
    // That is not a time of reset, which rate.reset-value says.
    [86_431, false],
  ])('by %i s: found: %s', (seconds, found) => {
    expect(isFound(shown(seconds), 'free')).toBe(found);
  });

  test.each([
    [600, false],
    [601, true],
  ])('by %i s, by the clock of the client alone: found: %s', (seconds, found) => {
    expect(isFound(without('Date', shown(seconds)), 'free')).toBe(found);
  });

  test('is that of a plan which has such a number', () => {
    expect(isFound(shown(301), 'pro')).toBe(false);
    expect(isFound(shown(301), 'enterprise')).toBe(false);
    expect(isFound(shown(301))).toBe(false);
  });

  test('is judged by any reset that is near', () => {
    expect(isJudged(shown(300), 'free')).toBe(true);
    expect(isJudged(shown(300))).toBe(false);
  });

  test('is not that of a day, whose reset test servers may shorten', () => {
    const ofDay = (seconds: number) =>
      limited({ at: 0, remaining: 999, limit: 1000, resetsAt: seconds * 1000 });
    expect(isFound(ofDay(20), 'free')).toBe(false);
    expect(isFound(ofDay(301), 'free')).toBe(false);
  });
});

describe('a 429 of the minute that says to retry soon and to reset much later', () => {
  const refused = (wait: number, seconds: number, facts: Partial<Limited> = {}) =>
    limited({
      at: 0,
      took: 0,
      remaining: 0,
      status: 429,
      resetsAt: seconds * 1000,
      more: [['Retry-After', `${wait}`]],
      ...facts,
    });

  test.each([
    [40, 40, false],
    [40, 600, false],
    [40, 601, true],
    [40, 86_430, true],
    [40, 86_431, false],
    [300, 3600, true],
    // A ban is announced.
    [301, 3600, false],
    [3600, 3600, false],
  ])('in %i s and in %i s: found: %s', (wait, seconds, found) => {
    expect(isFound(refused(wait, seconds), 'free')).toBe(found);
  });

  test.each<readonly [string, readonly Answered[], Plan | undefined]>([
    ['of another limit', refused(40, 3600, { limit: 1000 }), 'free'],
    ['of another status', refused(40, 3600, { status: 503 }), 'free'],
    ['without a time to retry', refused(40, 3600, { more: [] }), 'free'],
    ['without a reset', without('X-RateLimit-Reset', refused(40, 3600)), 'free'],
    ['without a limit', without('X-RateLimit-Limit', refused(40, 3600)), 'enterprise'],
    ['of a plan without numbers', refused(40, 3600), 'enterprise'],
    ['without a plan', refused(40, 3600), undefined],
  ])('is none if it is %s', (_, exchanges, plan) => {
    expect(isFound(exchanges, plan)).toBe(false);
  });
});
