import { expect, test } from 'vitest';
import { timelineOf } from './assemble.ts';
import { exchange, response, unanswered } from './testing/sample.ts';

const rate = (limit: string, remaining: string) =>
  [
    ['x-ratelimit-limit', limit],
    ['X-RateLimit-Remaining', remaining],
    ['X-RateLimit-Reset', '1767323100'],
  ] as const;

test('each answer that shows a limit is a point, in the order of asking', () => {
  const late = {
    ...exchange(0),
    finishedAt: 20,
    response: { ...response(), headers: rate('60', '58') },
  };
  const early = {
    ...exchange(1),
    finishedAt: 10,
    response: { ...response(), headers: rate('60', '59') },
  };
  const points = timelineOf([late, early, unanswered(2)]);
  expect(points.map(({ exchange, at, remaining }) => [exchange, at, remaining])).toEqual([
    [0, 20, 58],
    [1, 10, 59],
  ]);
  expect(points[0]).toMatchObject({ limit: 60, reset: 1767323100, refused: false });
});

test('what is not a number is null, and an answer without any is not a point unless it is a 429', () => {
  const words = { ...exchange(0), response: { ...response(), headers: rate('many', '-1') } };
  const refused = { ...exchange(1), response: { ...response(), status: 429, headers: [] } };
  const silent = { ...exchange(2), response: { ...response(), headers: [] } };
  const points = timelineOf([words, refused, silent]);
  expect(
    points.map(({ exchange, limit, remaining, refused }) => [exchange, limit, remaining, refused]),
  ).toEqual([
    [0, null, -1, false],
    [1, null, null, true],
  ]);
});
