import { expect, test } from 'vitest';
import type { CheckResult, Outcome } from './outcome.ts';
import { decideRequirement, decideVerdict } from './verdict.ts';

const outcomes: Outcome[] = ['passed', 'failed', 'inconclusive', 'skipped', 'not-applicable'];

const check = (outcome: Outcome, at = 0, message = `why ${at}\nmore`): CheckResult => ({
  title: `check ${at}`,
  outcome,
  message,
  exchanges: [],
});

const requirement = (...given: Outcome[]) =>
  decideRequirement(given.map((outcome, at) => check(outcome, at)));

/** The strongest outcome first: it decides the requirement, whatever the others are. */
const strength: Outcome[] = ['failed', 'inconclusive', 'passed', 'not-applicable', 'skipped'];

const subsets = Array.from({ length: 2 ** outcomes.length - 1 }, (_, at) =>
  outcomes.filter((_one, place) => ((at + 1) >> place) % 2 === 1),
);

test.each(subsets.map((given) => [given.join(' and '), given] as const))(
  'a requirement with checks that are %s',
  (_, given) => {
    const due = strength.find((one) => given.includes(one));
    expect(requirement(...given).outcome).toBe(due);
    expect(requirement(...[...given].reverse()).outcome).toBe(due);
  },
);

test('a requirement without checks is inconclusive, and says so', () => {
  expect(requirement()).toEqual({
    outcome: 'inconclusive',
    reason: 'the run ended before it was decided',
  });
});

test('the reason is the first line of the message that decided the requirement', () => {
  expect(requirement('passed', 'failed').reason).toBe('check 1: why 1');
  expect(requirement('failed', 'failed', 'failed').reason).toBe('check 0: why 0 (and 2 more)');
  expect(requirement('passed', 'inconclusive').reason).toBe('check 1: why 1');
  expect(requirement('passed').reason).toBe('1 check passed');
  expect(requirement('passed', 'passed', 'skipped').reason).toBe('2 checks passed');
  expect(requirement('skipped', 'not-applicable').reason).toBe('why 1');
  expect(requirement('skipped').reason).toBe('why 0');
});

const verdicts: [Outcome[], ReturnType<typeof decideVerdict>][] = [
  [['passed'], 'conformant'],
  [['passed', 'not-applicable'], 'conformant'],
  [['passed', 'failed'], 'non-conformant'],
  [['failed', 'inconclusive', 'passed'], 'non-conformant'],
  [['inconclusive', 'failed'], 'non-conformant'],
  [['passed', 'inconclusive'], 'incomplete'],
  [['inconclusive'], 'incomplete'],
  [['not-applicable'], 'incomplete'],
  [['skipped'], 'incomplete'],
  [[], 'incomplete'],
];

test.each(verdicts)('requirements that are %j make a run %s', (given, verdict) => {
  expect(decideVerdict(given)).toBe(verdict);
});

test.each(subsets.map((given) => [given] as const))(
  'a conformant run has a pass and no inconclusive requirement: %j',
  (given) => {
    const due = given.includes('failed')
      ? 'non-conformant'
      : given.includes('passed') && !given.includes('inconclusive')
        ? 'conformant'
        : 'incomplete';
    expect(decideVerdict(given)).toBe(due);
  },
);
