import { expect, test } from 'vitest';
import type { SuiteResult } from './suite-result.ts';
import { publishedBefore, publishedResult, triedOf } from './suite-tried.ts';

const result = (id: string, what: Partial<SuiteResult>): SuiteResult => ({
  mutant: { id, active: '1', file: 'suites/a.ts', line: 1, kind: 'Regex', change: 'a → b' },
  reachedBy: 0,
  tried: { judged: 0, differing: [], run: 0 },
  code: 'as it is',
  effort: 'thorough',
  ...what,
});

const noticed = result('aa', {
  tried: { judged: 0, differing: [], run: 0, noticed: { entry: 'list.none', how: 'as published' } },
});
const lost = result('bb', { tried: { lost: 'as published' } });
const failed = result('cc', { tests: { code: 'of a test', failed: 'a.test.js: it holds' } });
const survived = result('dd', { tests: { code: 'of tests' } });
const briefly = result('ff', { effort: 'brief', tests: { code: 'of tests' } });
const untested = result('ee', { effort: 'brief' });
const all = [noticed, lost, failed, survived, briefly, untested];

test('what was published is read as it was found', () => {
  const tried = triedOf(all);
  expect(all.map(({ mutant, code }) => publishedResult(tried, mutant, code))).toEqual(all);
});

test('the results of a file hold until its code changes', () => {
  expect(publishedResult(triedOf(all), noticed.mutant, 'changed')).toBeUndefined();
});

test('a mutant of which nothing was published is tried', () => {
  const other = result('gg', {});
  expect(publishedResult(triedOf(all), other.mutant, other.code)).toBeUndefined();
});

const befores = [{ entry: 'list.none' }, {}, { test: 'a.test.js: it holds' }, {}, {}, {}];

test('what noticed a mutant before its file changed is known from its result', () => {
  const tried = triedOf(all);
  expect(all.map(({ mutant }) => publishedBefore(tried, mutant))).toEqual(befores);
});

test('and is published until it is tried again, and is no result', () => {
  const [first, ...others] = all.map(({ mutant }, at) => ({ mutant, before: befores[at] ?? {} }));
  const tried = triedOf([noticed], others);
  expect(all.map(({ mutant }) => publishedBefore(tried, mutant))).toEqual(befores);
  expect(all.map(({ mutant, code }) => publishedResult(tried, mutant, code))).toEqual([
    noticed,
    ...others.map(() => undefined),
  ]);
  expect(publishedBefore(triedOf([], others), first?.mutant ?? lost.mutant)).toEqual({});
  expect(publishedBefore({}, lost.mutant)).toEqual({});
});
