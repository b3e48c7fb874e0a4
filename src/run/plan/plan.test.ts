import { expect, test } from 'vitest';
import '../../../suites/index.ts';
import { budgets, type Profile } from '../../spec/plans.ts';
import { planRun, steps } from './plan.ts';

const seeds = Array.from({ length: 200 }, (_, at) => at - 100);
const namesOf = (profile: Profile, seed: number) =>
  planRun({ profile, seed }).due.map(({ name }) => name);

test.each(['quick', 'read-only', 'core'] as const)(
  'a plan of the profile %s stays within its budget at every seed, and uses it',
  (profile) => {
    for (const seed of seeds) {
      const { requests } = planRun({ profile, seed });
      expect(requests).toBeLessThanOrEqual(budgets[profile].requests);
      expect(requests).toBeGreaterThan(budgets[profile].requests - 4);
    }
  },
);

test.each([
  ['quick', 1],
  ['core', 3],
  ['full', 4],
] as const)('a plan of the profile %s has all up to the tier %i at every seed', (profile, most) => {
  for (const seed of seeds) {
    const { has } = planRun({ profile, seed });
    expect(steps.filter((one) => one.tier <= most && !has(one))).toEqual([]);
  }
});

test('over several runs quick asks all that core always asks of its tier', () => {
  const asked = new Set(seeds.slice(0, 12).flatMap((seed) => namesOf('quick', seed)));
  expect(steps.filter(({ tier, name }) => tier === 2 && !asked.has(name))).toEqual([]);
  expect(namesOf('quick', 1)).not.toEqual(namesOf('quick', 2));
  expect(namesOf('quick', 7)).toEqual(namesOf('quick', 7));
});

test('no budget allows creations to read-only, nor more refused log-ins than a profile may have', () => {
  const { due } = planRun({ profile: 'read-only', seed: 1, budget: 1_000 });
  expect(due.filter(({ creates }) => creates)).toEqual([]);
  const tried = due.reduce((sum, { logIns = 0 }) => sum + logIns, 0);
  expect(tried).toBeLessThanOrEqual(budgets['read-only'].logIns);
});

test('a budget beyond every step repeats generated cases', () => {
  expect(planRun({ profile: 'full', seed: 1 }).cases).toBe(1);
  expect(planRun({ profile: 'full', seed: 1, budget: 2_000 }).cases).toBeGreaterThan(10);
});

test('no two steps have one name', () => {
  expect(new Set(steps.map(({ name }) => name)).size).toBe(steps.length);
});
