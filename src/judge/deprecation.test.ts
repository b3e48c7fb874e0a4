import { expect, test } from 'vitest';
import { judgeDeprecation } from './deprecation.ts';
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
