import { expect, test } from 'vitest';
import type { Plan } from '../catalogue/plans.ts';
import { answer, noon } from '../judge/testing/answer.ts';
import { planDoubt } from './plan-doubt.ts';
import { conformantRecord, reportOf, settingsFor } from './testing/sample.ts';

const inMs = (ms: number) => `${Math.floor((noon + ms) / 1000)}`;

const shown = (limit: number, reset: number, status = 200) =>
  answer({
    status,
    headers: [
      ['X-RateLimit-Limit', `${limit}`],
      ['X-RateLimit-Reset', inMs(reset)],
    ],
  });

function doubt(plan: Plan | undefined, ...answers: ReturnType<typeof shown>[]) {
  const settings = { ...settingsFor('core'), ...(plan && { plan }) };
  const report = reportOf(conformantRecord('core'), settings);
  const [words] = planDoubt({ ...report, run: { ...report.run, plan: plan ?? null } }, answers);
  return words;
}

const soon = 60_000;
const today = 3_600_000;

test.each([
  [
    'free',
    1000,
    soon,
    'the limit shown is 1,000 a minute, as on plan business: is --plan free that of this key?',
  ],
  [
    'pro',
    1000,
    soon,
    'the limit shown is 1,000 a minute, as on plan business: is --plan pro that of this key?',
  ],
  [
    'business',
    60,
    soon,
    'the limit shown is 60 a minute, as on plan free: is --plan business that of this key?',
  ],
  [
    'pro',
    1000,
    today,
    'the limit shown is 1,000 a day, as on plan free: is --plan pro that of this key?',
  ],
] as const)('plan %s and a limit of %i is asked about', (plan, limit, reset, due) => {
  expect(doubt(plan, shown(limit, reset), shown(limit, reset - 1000))).toBe(due);
});

test.each([
  ['free', 60, soon],
  ['free', 1000, today],
  ['business', 1000, soon],
  ['business', 100_000, today],
  ['pro', 77, soon],
  ['enterprise', 60, soon],
  [undefined, 60, soon],
] as const)('plan %s and a limit of %i is not', (plan, limit, reset) => {
  expect(doubt(plan, shown(limit, reset))).toBeUndefined();
});

test('limits that differ, refusals and silence ask nothing', () => {
  expect(doubt('free', shown(1000, soon), shown(60, soon))).toBeUndefined();
  expect(doubt('free', shown(1000, soon), shown(1000, today))).toBeUndefined();
  expect(doubt('pro', shown(1000, soon, 429))).toBeUndefined();
  expect(doubt('pro', answer())).toBeUndefined();
  expect(doubt('pro')).toBeUndefined();
});
