import { expect, test } from 'vitest';
import { judgeDeprecation } from './answers.ts';
import { defined, problems } from './testing/answer.ts';

test('an animal that the deprecated operation found should carry both headers', () => {
  const found = { operation: 'getPet', status: 200 } as const;
  const deprecation = ['Deprecation', '@1767225600'] as const;
  const sunset = ['Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT'] as const;
  const problem = (...headers: (typeof deprecation | typeof sunset)[]) =>
    problems(judgeDeprecation(defined({ ...found, headers })))['get.deprecation-headers'];
  expect(problem()).toBe('no Deprecation and no Sunset header');
  expect(problem(deprecation)).toBe('no Sunset header');
  expect(problem(sunset)).toBe('no Deprecation header');
  expect(problem(deprecation, sunset)).toBeUndefined();
  expect(judgeDeprecation(defined({ operation: 'getPet', status: 404 }))).toEqual([]);
  expect(judgeDeprecation(defined())).toEqual([]);
});

test.each([
  ['@1767225600', 'Wed, 04 Dec 2030 10:00:00 GMT', 'nothing'],
  ['true', 'Fri, 06 Dec 2030 11:59:59 GMT', 'nothing'],
  ['Thu, 01 Jan 2026 00:00:00 GMT', 'Thu, 05 Dec 2030 23:59:59 GMT', 'nothing'],
  ['@1767225600', 'Fri, 06 Dec 2030 12:00:00 GMT', 'nothing'],
  ['@1767225600', 'Fri, 06 Dec 2030 12:00:01 GMT', 'Sunset'],
  ['@1767225600', 'Wed, 05 Dec 2029 00:00:00 GMT', 'Sunset'],
  ['@1767225600', 'Sun, 12 May 2030 00:00:00 GMT', 'Sunset'],
  ['@1767225600', '2030-12-05', 'Sunset'],
  ['false', 'Thu, 05 Dec 2030 00:00:00 GMT', 'Deprecation'],
  ['untrue', 'Thu, 05 Dec 2030 00:00:00 GMT', 'Deprecation'],
  ['', 'Thu, 05 Dec 2030 00:00:00 GMT', 'Deprecation'],
])('of Deprecation %j and Sunset %j, %s is wrong', (deprecation, sunset, wrong) => {
  const headers = [
    ['Deprecation', deprecation],
    ['Sunset', sunset],
  ] as const;
  const answer = defined({ operation: 'getPet', status: 200, headers });
  const problem = problems(judgeDeprecation(answer))['get.deprecation-headers'] ?? 'nothing is';
  expect(problem.startsWith(`${wrong} is`)).toBe(true);
});
