import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Inconclusive } from '../../http/inconclusive.ts';
import { Failure, fail, NotApplicable } from '../requests/outcomes.ts';
import { forAll, type PropertyOptions } from './property.ts';

const small = fc.integer({ min: 0, max: 1000 });

const options: PropertyOptions<number> = {
  arbitrary: small,
  seed: 7,
  runs: 50,
  shrinks: 100,
  show: (value) => `number ${value}`,
};

/** Asks the question and returns each value that was tried, with the failure if there was one. */
async function tried(differing: Partial<PropertyOptions<number>>, fails: (n: number) => boolean) {
  const values: number[] = [];
  const failure = await forAll({ ...options, ...differing }, async (value) => {
    values.push(value);
    if (fails(value)) fail(`${value} is wrong`);
  }).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { values, failure };
}

function messageOf(failure: unknown): string {
  if (failure instanceof Failure) return failure.message;
  throw new Error(`no Failure but ${failure}`);
}

test('a property that holds is tried as often as asked, with the same values for the same seed', async () => {
  const first = await tried({}, () => false);
  expect(first.failure).toBeUndefined();
  expect(first.values).toHaveLength(50);
  expect((await tried({}, () => false)).values).toEqual(first.values);
  expect((await tried({ seed: 8 }, () => false)).values).not.toEqual(first.values);
});

test('a failure is shrunk, and reported with the smallest value, the seed and the path', async () => {
  const { failure } = await tried({}, (value) => value >= 100);
  const message = messageOf(failure);
  expect(message).toMatch(/^100 is wrong\n/);
  expect(message).toMatch(
    /smallest failing case: number 100 \(found in \d+ steps?; fast-check seed 7, path [\d:]+\)$/,
  );
});

test.each([0, 1, 5])('no more than %i smaller values are tried', async (shrinks) => {
  const { values, failure } = await tried({ shrinks }, (value) => value >= 100);
  const first = values.findIndex((value) => value >= 100);
  expect(values.length - first - 1).toBeLessThanOrEqual(shrinks);
  expect(messageOf(failure)).toContain('smallest failing case');
});

test('examples come first, and are shrunk like generated values', async () => {
  const { values, failure } = await tried({ examples: [3, 900], runs: 2 }, (n) => n >= 100);
  expect(values.slice(0, 2)).toEqual([3, 900]);
  expect(messageOf(failure)).toContain('smallest failing case: number 100 ');
});

test.each([
  ['Inconclusive', new Inconclusive('no answer')],
  ['NotApplicable', new NotApplicable('gone')],
  ['a defect', new TypeError('x is not a function')],
])('%s ends it at once and passes through', async (_, error) => {
  let calls = 0;
  const question = forAll(options, async () => {
    calls += 1;
    throw error;
  });
  await expect(question).rejects.toBe(error);
  expect(calls).toBe(1);
});

test('a question that cannot be asked while shrinking does not undo the failure', async () => {
  let failed = false;
  const failure = await forAll(options, async (value) => {
    if (failed) throw new Inconclusive('no answer');
    if (value < 100) return;
    failed = true;
    fail(`${value} is wrong`);
  }).catch((error: unknown) => error);
  expect(messageOf(failure)).toMatch(/is wrong\nsmallest failing case: number \d+ /);
});
