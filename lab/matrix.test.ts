import { expect, test } from 'vitest';
import { faults } from './faults.ts';
import { evaluate, judgeFault } from './matrix.ts';
import type { Trial } from './trial.ts';

const trialOf = (id: string, failed: readonly string[]): Trial => ({
  id,
  seed: 1,
  verdict: 'conformant',
  failed: Object.fromEntries(failed.map((one) => [one, 'as it says'])),
  undecided: {},
  decided: 1,
  due: 1,
  defects: [],
  requests: 1,
  refusals: 0,
  animalsCreated: 0,
  milliseconds: 1,
});

const judged = faults.map((fault) => judgeFault(fault, trialOf(fault.id, fault.breaks)));
const problemsOf = (some: typeof judged) =>
  evaluate(some, [], { whole: true, seconds: 1, meetings: [] }).problems;

test('a whole lab whose faults are all found has no problem', () => {
  expect(problemsOf(judged)).toEqual([]);
});

test('an advisory that no fault of a whole lab breaks is a problem', () => {
  const without = judged.filter(({ breaks }) => !breaks.includes('error.not-empty'));
  expect(problemsOf(without)).toEqual(['error.not-empty has no fault']);
});
