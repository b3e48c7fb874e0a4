import { expect, test } from 'vitest';
import type { Fault, Variant } from '../src/reference/variant.ts';
import { drawnIds } from './chance.ts';
import { regressionsOf } from './figures.ts';
import { conformant } from './generated-conformant.ts';
import { faults } from './generated-faults.ts';
import { hostilePeers } from './hostile/peers.ts';
import { conformantOf, isDue, shareOf } from './matrix.ts';
import type { Trial } from './trial.ts';

const fault: Fault = { id: 'a', breaks: ['list.limit', 'rate.enforced'] };
const server: Variant = { id: 'c', advised: ['auth.challenge'] };
const trial: Trial = {
  id: 'a',
  seed: 1,
  verdict: 'non-conformant',
  failed: {},
  undecided: {},
  defects: [],
  requests: 10,
  animalsCreated: 0,
  seconds: 2,
};
const noFigures = { found: 0, of: 1, missed: [] };

test('a fault is found if one of the requirements that it breaks failed, not if another one did', () => {
  const found = { ...trial, failed: { 'rate.enforced': 'why' } };
  const otherwise = { ...trial, failed: { 'get.found': 'why' } };
  expect(shareOf([fault], [found])).toEqual({ found: 1, of: 1, missed: [] });
  expect(shareOf([fault], [otherwise])).toEqual({ found: 0, of: 1, missed: ['a'] });
});

test('a fault counts in the profiles that judge a requirement that it breaks', () => {
  const ofTheLimit: Fault = { ...fault, breaks: ['rate.enforced'] };
  expect([isDue(fault, 'core'), isDue(ofTheLimit, 'core'), isDue(ofTheLimit, 'full')]).toEqual([
    true,
    false,
    true,
  ]);
});

test('a conformant server is accused by a requirement that fails, but for advisories that rightly warn', () => {
  const warned = { ...trial, id: 'c', failed: { 'auth.challenge': 'why' } };
  const accused = { ...trial, id: 'c', failed: { 'list.limit': 'why' } };
  expect(conformantOf([server], [warned]).accused).toEqual([]);
  expect(conformantOf([server], [warned]).warned).toEqual([]);
  expect(conformantOf([{ ...server, advised: [] }], [warned]).warned).toEqual([
    'c (auth.challenge)',
  ]);
  expect(conformantOf([server], [accused]).accused).toEqual(['c at seed 1: list.limit: why']);
});

test('a fault that gets through is a regression unless it got through before', () => {
  const before = {
    seed: 1,
    core: { ...noFigures, missed: ['known'] },
    quick: noFigures,
    full: noFigures,
    conformant: { servers: 0, runs: 0, accused: [], incomplete: [] },
    hostile: { of: 0, problems: 0 },
    requirementsPerFault: 1,
    red: { seconds: { half: 0, most: 0 }, requests: { half: 0, largest: 0 } },
  };
  const now = { ...before, core: { ...noFigures, missed: ['known', 'new'] } };
  expect(regressionsOf(now, before)).toEqual(['core no longer finds new']);
  expect(regressionsOf({ ...now, seed: 2 }, before)).toEqual([]);
});

test('ids are unique in the lab', () => {
  const ids = [...faults, ...conformant, ...hostilePeers].map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test('of a table each operator and each place is drawn as often as asked, whatever is found', () => {
  const parts = Array.from({ length: 12 }, (_, at) => `${at}`);
  const pairs = parts.flatMap((one) => parts.map((two) => [`${one}-${two}`, one, two] as const));
  const drawn = [...drawnIds(pairs, 2)].map((id) => id.split('-'));
  for (const at of [0, 1]) {
    const times = parts.map((part) => drawn.filter((pair) => pair[at] === part).length);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(2);
  }
  expect(drawn.length).toBeLessThan(pairs.length / 3);
});
