import { expect, test } from 'vitest';
import {
  againText,
  judgeQuick,
  quickFaults,
  quickOrders,
  quickShareDue,
  quickVariants,
} from './quick.ts';
import type { Trial } from './trial.ts';

const trial = (id: string, failed: readonly string[]): Trial => ({
  id,
  seed: 1,
  verdict: failed.length > 0 ? 'non-conformant' : 'conformant',
  failed: Object.fromEntries(failed.map((one) => [one, 'it failed'])),
  undecided: {},
  decided: 0,
  due: 0,
  defects: [],
  requests: 54,
  refusals: 0,
  animalsCreated: 10,
  milliseconds: 1,
});

const all = [
  ...quickFaults.map(({ id, breaks }) => trial(id, breaks)),
  ...quickVariants.map(({ id, advised = [] }) => trial(id, advised)),
];

test('quick is tried on every fault and conformant server that core judges', () => {
  expect(quickOrders(1)).toHaveLength(all.length);
  expect(quickOrders(1).every(({ profile }) => profile === 'quick')).toBe(true);
});

test('faults that are found and servers that are not accused are not a problem', () => {
  const figures = judgeQuick(all);
  expect(figures).toMatchObject({
    found: quickFaults.length,
    accused: 0,
    problems: [],
    missed: [],
  });
});

test('a share of faults below the one that is due is a problem', () => {
  const due = Math.ceil((quickShareDue / 100) * quickFaults.length);
  const blind = (left: number) =>
    all.map((one, at) => (at >= left && at < quickFaults.length ? trial(one.id, []) : one));
  expect(judgeQuick(blind(due)).problems).toEqual([]);
  expect(judgeQuick(blind(due - 1)).problems).toEqual([
    expect.stringContaining(`${quickShareDue} % are due`),
  ]);
});

test('a conformant server that is accused is a problem', () => {
  const [variant] = quickVariants;
  const accused = [...all, trial(variant?.id ?? '', ['list.limit'])];
  expect(judgeQuick(accused).problems).toEqual([`quick accuses ${variant?.id}: list.limit`]);
});

test('what some runs find between them is told for one, three, five, ten and twenty', () => {
  const found = [90, 91, 92, 92, 93, 94];
  expect(againText(found, 100)).toBe(
    'One run finds 90.0 %, 3 find 92.0 %, 5 find 93.0 % of the 100 faults that core finds.',
  );
});
