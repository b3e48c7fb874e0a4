import { expect, test } from 'vitest';
import { followUps } from './follow-ups.ts';
import { judgeRun } from './judge.ts';
import { creation, graceMs, read, rex, told } from './testing/told.ts';

const facts = { graceMs };

const own = creation({ name: 'Rex 1', categoryId: 3, status: 'sold' }, 201, rex(1));
const [found, missing] = [read(1, rex(1)), read(1, undefined)];
const seen = [own, found, missing, found];

const broken = (...script: readonly (ReturnType<typeof read> | number)[]) =>
  judgeRun(told(...script), facts)
    .filter(({ problem }) => problem !== undefined)
    .map(({ id }) => id);

test('an animal that is sometimes not found is read from each of five nodes, and again, each time after the grace', () => {
  const [again] = followUps(told(...seen), facts);
  expect(again?.name).toBe('read 1 again');
  expect(again?.rounds.map(({ after, ask }) => [after, ask.length])).toEqual([
    [1, 5],
    [1, 3],
  ]);
});

test('if one of five nodes does not find it then, it is not a lagging replica', () => {
  const byFive = [found, found, missing, found, found];
  expect(broken(...seen, graceMs, ...byFive, graceMs, found)).toEqual(['get.stays']);
  expect(broken(...seen, graceMs, found, graceMs, found)).toEqual([]);
});

test('one that is gone in the end may have been taken away', () => {
  expect(broken(...seen, graceMs, found, missing, graceMs, missing)).toEqual([]);
});
