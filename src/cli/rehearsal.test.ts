import { expect, test } from 'vitest';
import { budgets } from '../catalogue/plans.ts';
import { planQuestions } from '../engine/plan/question-plan.ts';
import { planText } from './rehearsal.ts';

test('the plan is printed question by question, and the last line counts all requests', () => {
  const plan = planQuestions({ profile: 'quick', seed: 1 });
  const lines = planText(plan).trimEnd().split('\n').slice(1);
  expect(lines).toHaveLength(plan.due.length);
  expect(lines[0]).toBe('   1     1  the store at first');
  expect(lines.at(-1)).toMatch(new RegExp(`^ +1 +${budgets.quick.requests}  `));
});

test('what a budget has left goes to further cases, and the plan says how many', () => {
  const { cases } = planQuestions({ profile: 'core', seed: 1, budget: 2000 });
  expect(cases).toBeGreaterThan(10);
  expect(planText(planQuestions({ profile: 'core', seed: 1, budget: 2000 }))).toContain(
    `${cases} generated cases of each property`,
  );
});
