import { expect, test } from 'vitest';
import '../../../suites/index.ts';
import { budgets } from '../../spec/plans.ts';
import { checks, nameOfCheck } from '../checks/registration.ts';
import { allQuestions, planQuestions } from './question-plan.ts';

const seeds = Array.from({ length: 200 }, (_, at) => at - 100);
const namesOf = (profile: 'quick' | 'read-only' | 'core' | 'full', seed: number) =>
  planQuestions({ profile, seed }).due.map(({ name }) => name);

test.each(['quick', 'read-only', 'core'] as const)(
  'a plan of the profile %s stays within its budget at every seed',
  (profile) => {
    for (const seed of seeds) {
      const { requests } = planQuestions({ profile, seed });
      expect(requests).toBeLessThanOrEqual(budgets[profile].requests);
      // A budget that is left over is a question that could have been asked.
      expect(requests).toBeGreaterThan(budgets[profile].requests - 4);
    }
  },
);

test('the same profile and seed make the same plan', () => {
  expect(namesOf('quick', 7)).toEqual(namesOf('quick', 7));
});

test.each(['quick', 'core'] as const)(
  'the questions that the profile %s leaves out change with the seed, and each that takes turns is asked at some seed',
  (profile) => {
    const plans = seeds.map((seed) => new Set(namesOf(profile, seed)));
    const sometimes = allQuestions.filter(({ name }) => plans.some((plan) => plan.has(name)));
    const always = sometimes.filter(({ name }) => plans.every((plan) => plan.has(name)));
    expect(sometimes.length).toBeGreaterThan(always.length);
    expect(namesOf(profile, 1)).not.toEqual(namesOf(profile, 2));
  },
);

test('full asks every question', () => {
  const { due } = planQuestions({ profile: 'full', seed: 1 });
  expect(new Set(due)).toEqual(new Set(allQuestions));
});

test('quick asks nothing that core leaves to full at every seed', () => {
  const core = new Set(seeds.flatMap((seed) => namesOf('core', seed)));
  const quick = seeds.flatMap((seed) => namesOf('quick', seed));
  expect(quick.filter((name) => !core.has(name))).toEqual([]);
});

test('read-only plans no creation', () => {
  const { due } = planQuestions({ profile: 'read-only', seed: 1 });
  expect(due.filter(({ creates }) => creates)).toEqual([]);
});

test('every question that names a check names an existing one', () => {
  const known = new Set(checks.map(nameOfCheck));
  const unknown = allQuestions
    .map(({ name }) => name)
    .filter((name) => /^[a-z]+\.[a-z-]+: /.test(name) && !known.has(name));
  expect(unknown).toEqual([]);
});

test('a name that is neither a question nor a check is a defect of the suite', () => {
  const plan = planQuestions({ profile: 'core', seed: 1 });
  expect(() => plan.asks('a question that nobody wrote')).toThrow('the plan has no question');
  expect(plan.asks('version.base-path: the configured address')).toBe(true);
});
