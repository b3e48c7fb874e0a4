import { expect, test } from 'vitest';
import type { CheckResult, Finding, Outcome } from './outcome.ts';
import {
  checksOfFindings,
  decideRequirement,
  decideVerdict,
  findingsTitle,
  tellingExchange,
} from './verdict.ts';

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
  [['inconclusive', 'failed'], 'non-conformant'],
  [['passed', 'inconclusive'], 'incomplete'],
  [['inconclusive'], 'incomplete'],
  [['skipped'], 'incomplete'],
  [[], 'incomplete'],
];

test.each(verdicts)('requirements that are %j make a run %s', (given, verdict) => {
  expect(decideVerdict(given)).toBe(verdict);
});

const id = 'rate.reset-header';

function finding(exchange: number, at: string, problem?: string): Finding {
  return { id, exchange, at, ...(problem !== undefined && { problem }) };
}

function only(findings: readonly Finding[]) {
  const checks = checksOfFindings(findings).get(id) ?? [];
  expect(checks).toHaveLength(1);
  const [check] = checks;
  if (check === undefined) throw new Error('no check');
  return check;
}

test('findings without a problem make one passed check with the first ten exchanges', () => {
  const findings = Array.from({ length: 14 }, (_, index) => finding(index, 'listPets 200'));
  expect(only(findings)).toEqual({
    title: findingsTitle,
    outcome: 'passed',
    message: '',
    exchanges: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  });
});

test('one problem fails the check and says how many answers of that place show it', () => {
  const findings = Array.from({ length: 12 }, (_, index) =>
    finding(index, 'listPets 401', index < 3 ? 'no X-RateLimit-Reset' : undefined),
  );
  const check = only([...findings, finding(20, 'getPet 200')]);
  expect(check.outcome).toBe('failed');
  expect(check.message).toBe('listPets 401: no X-RateLimit-Reset (3 of 12 responses)');
  expect(check.exchanges).toEqual([0, 1, 2]);
});

test('problems are reported most frequent first, five at most, and each has its evidence', () => {
  const findings = 'abcdefg'
    .split('')
    .flatMap((letter, place) =>
      Array.from({ length: place === 6 ? 9 : 1 }, (_, n) => finding(place * 10 + n, letter, 'bad')),
    );
  const check = only(findings);
  const lines = check.message.split('\n');
  expect(lines[0]).toBe('g: bad (9 of 9 responses)');
  expect(lines).toHaveLength(6);
  expect(lines[5]).toBe('and 2 more');
  expect(check.exchanges).toEqual([60, 0, 10, 20, 30, 61, 62, 63, 64, 65]);
  expect(tellingExchange(check)).toBe(60);
});

test('a wrong member is shown by the creation that sent it, however many lists show the same', () => {
  const category = (exchange: number, at: string): Finding => ({
    id: 'pet.category-id',
    exchange,
    at,
    problem: `${at.startsWith('list') ? '/0' : ''}/categoryId must be int64`,
  });
  const findings = [category(3, 'createPet 201'), category(7, 'listPets 200')];
  const categoryCheck = (...found: Finding[]) =>
    checksOfFindings(found).get('pet.category-id')?.[0];
  const check = categoryCheck(...findings, category(8, 'listPets 200'));
  expect(check?.message).toMatch(/^listPets 200: .*\ncreatePet 201: /);
  expect(check?.exchanges).toEqual([3, 7, 8]);
  expect(categoryCheck(category(7, 'listPets 200'))?.exchanges).toEqual([7]);
  const headers = [finding(1, 'listPets 200', 'x'), finding(2, 'listPets 200', 'x')];
  expect(only([finding(0, 'createPet 201', 'x'), ...headers]).exchanges).toEqual([1, 0, 2]);
});

test('the same problem with other numbers counts as the same, and the first stands for all', () => {
  const [nine, ten] = [9, 10].map((id) => finding(id, 'a', `the id ${id} is there twice`));
  const found = [nine, ten, finding(11, 'a', 'the name 9 is there twice')].flatMap(
    (one) => one ?? [],
  );
  expect(only(found).message.split('\n')).toEqual([
    'a: the id 9 is there twice (2 of 3 responses)',
    'a: the name 9 is there twice (1 of 3 responses)',
  ]);
});
