import { expect, test } from 'vitest';
import type { Outcome, Verdict } from '../../judge/outcome.ts';
import { dayOf } from '../../text/words.ts';
import {
  applyBaseline,
  type EntryState,
  type ExpectedFailure,
  type JudgedRun,
  verdictBesideBaseline,
} from '../baseline.ts';

const day = '2027-01-31';
const whole: JudgedRun['run'] = { partial: false, endedEarly: null };

function known(requirement: ExpectedFailure['requirement'], expires = day): ExpectedFailure {
  return { requirement, reason: 'r', owner: 'o', expires };
}

function run(outcomes: Readonly<Record<string, Outcome>>, how = whole): JudgedRun {
  const requirements = Object.entries(outcomes);
  return {
    run: how,
    requirements: requirements.map(([id, outcome]) => ({ id, level: 'required', outcome })),
  };
}

test.each<[Outcome, expires: string, EntryState]>([
  ['failed', '2027-01-31', 'covered'],
  ['failed', '2027-01-30', 'expired'],
  ['inconclusive', '2027-01-31', 'not-judged'],
  ['inconclusive', '2027-01-30', 'not-judged'],
  ['passed', '2027-01-31', 'cured'],
  ['passed', '2027-01-30', 'cured'],
  ['skipped', '2027-01-30', 'not-judged'],
  ['not-applicable', '2027-01-30', 'not-judged'],
])('a requirement that is %s makes an entry until %s %s', (outcome, expires, state) => {
  const judged = applyBaseline(run({ 'list.limit': outcome }), [known('list.limit', expires)], day);
  expect(judged).toEqual([{ ...known('list.limit', expires), state }]);
});

test('an entry is in date to the end of its day in UTC', () => {
  expect(dayOf(Date.UTC(2027, 0, 31, 23, 59, 59, 999))).toBe('2027-01-31');
  expect(dayOf(Date.UTC(2027, 1, 1))).toBe('2027-02-01');
});

test.each([
  { partial: true, endedEarly: null },
  { partial: false, endedEarly: 'interrupted' },
])(
  'a requirement that every answer bears on is not cured by a run that saw a part of them: %j',
  (how) => {
    const requirements = {
      'pet.id': 'passed',
      'list.limit': 'passed',
      'pet.name': 'failed',
    } as const;
    const entries = [known('pet.id'), known('list.limit'), known('pet.name')];
    const states = (judged: JudgedRun) =>
      applyBaseline(judged, entries, day).map(({ state }) => state);
    expect(states(run(requirements, how))).toEqual(['not-judged', 'cured', 'covered']);
    expect(states(run(requirements))).toEqual(['cured', 'cured', 'covered']);
  },
);

test.each<[string, Readonly<Record<string, Outcome>>, ExpectedFailure[], Verdict]>([
  ['no entry', { 'list.limit': 'failed' }, [], 'non-conformant'],
  ['no entry and a pass', { 'list.limit': 'passed' }, [], 'conformant'],
  ['all covered', { 'list.limit': 'failed' }, [known('list.limit')], 'conformant'],
  [
    'one not covered',
    { 'list.limit': 'failed', 'pet.id': 'failed' },
    [known('list.limit')],
    'non-conformant',
  ],
  ['expired', { 'list.limit': 'failed' }, [known('list.limit', '2020-01-31')], 'non-conformant'],
  [
    'expired, inconclusive',
    { 'list.limit': 'inconclusive', 'pet.id': 'passed' },
    [known('list.limit', '2020-01-31')],
    'incomplete',
  ],
  ['cured', { 'list.limit': 'passed' }, [known('list.limit')], 'non-conformant'],
  [
    'covered, one inconclusive',
    { 'list.limit': 'failed', 'pet.id': 'inconclusive' },
    [known('list.limit')],
    'incomplete',
  ],
  [
    'covered, one uncovered, one inconclusive',
    { 'list.limit': 'failed', 'pet.id': 'inconclusive', 'pet.name': 'failed' },
    [known('list.limit')],
    'non-conformant',
  ],
  [
    'not judged',
    { 'list.limit': 'skipped', 'pet.id': 'passed' },
    [known('list.limit')],
    'conformant',
  ],
  ['nothing decided', { 'list.limit': 'skipped' }, [known('list.limit')], 'incomplete'],
])('the verdict beside the baseline: %s', (_, outcomes, entries, verdict) => {
  const judged = run(outcomes);
  expect(verdictBesideBaseline(judged.requirements, applyBaseline(judged, entries, day))).toBe(
    verdict,
  );
});

test('a failed advisory decides nothing', () => {
  const requirements = [
    { id: 'auth.challenge', level: 'advisory', outcome: 'failed' },
    { id: 'pet.id', level: 'required', outcome: 'passed' },
  ] as const;
  expect(verdictBesideBaseline(requirements, [])).toBe('conformant');
});
