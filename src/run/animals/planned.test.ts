import { expect, test } from 'vitest';
import { petStatuses } from '../../spec/animal.ts';
import { bodyForms, declaredUtf8, inAscii } from '../values/forms.ts';
import { namesOf } from '../values/names.ts';
import { type PlanNeeds, planCreations } from './planned.ts';

/** So many known animals of each status. */
const each = (many: number) => Object.fromEntries(petStatuses.map((one) => [one, many]));

const empty: PlanNeeds = {
  seed: 5,
  names: namesOf(5, 0),
  counts: each(0),
  most: 'available',
};

const full = { ...empty, counts: each(100) };

const all = (needs: PlanNeeds) => {
  const { varied, filling } = planCreations(needs);
  return [...varied, ...filling];
};

const seeds = [0, 1, -1, 5, 42, 2 ** 31 - 1, -(2 ** 31)];

test('the same seed plans the same animals, another seed others', () => {
  expect(planCreations(empty)).toEqual(planCreations(empty));
  expect(planCreations({ ...empty, seed: 6, names: namesOf(6, 0) })).not.toEqual(
    planCreations(empty),
  );
});

test.each(seeds)('an empty store gets what the checks need (seed %i)', (seed) => {
  const planned = all({ ...empty, seed });
  const having = (status?: string) => planned.filter((one) => one.status === status).length;
  for (const status of petStatuses) expect(having(status)).toBeGreaterThanOrEqual(2);
  expect(having(undefined)).toBe(2);
  expect(planned).toHaveLength(21);
});

test.each(seeds)(
  'each oddity is in three animals, as two may be edited by others (seed %i)',
  (seed) => {
    const planned = all({ ...empty, seed });
    const having = (is: (one: (typeof planned)[number]) => boolean) => planned.filter(is).length;
    expect(having(({ name }) => /^0\d+$/.test(name))).toBeGreaterThanOrEqual(3);
    expect(having(({ name }) => /^p/.test(name))).toBeGreaterThanOrEqual(3);
    expect(having(({ name }) => name.length > 100)).toBeGreaterThanOrEqual(3);
    expect(having(({ categoryId }) => categoryId === 0n)).toBeGreaterThanOrEqual(3);
    expect(having(({ categoryId = 1n }) => categoryId < 0n)).toBeGreaterThanOrEqual(3);
    expect(having(({ categoryId = 1n }) => categoryId > 2n ** 53n)).toBeGreaterThanOrEqual(3);
  },
);

test('a store that holds enough gets only the animals that judge creation itself', () => {
  const { varied, filling } = planCreations(full);
  expect(filling.map(({ kind }) => kind)).toEqual(['both', 'both', 'namesake']);
  expect(varied).toEqual(planCreations(empty).varied);
  expect(new Set(varied.map(({ kind }) => kind))).toEqual(
    new Set(['plain', 'unusual-name', 'both']),
  );
  expect(new Set(varied.map(({ status }) => status))).toEqual(new Set([...petStatuses, undefined]));
});

test.each(seeds)('if every kind is asked for, creations have every form (seed %i)', (seed) => {
  for (const needs of [empty, full]) {
    const planned = all({ ...needs, seed, everyKind: true });
    expect(new Set(planned.map(({ form }) => form))).toEqual(
      new Set([undefined, inAscii, declaredUtf8, ...bodyForms]),
    );
  }
});

test.each(seeds)('names are NFC, without white space at an end, and differ (seed %i)', (seed) => {
  const names = all({ ...empty, seed }).map(({ name }) => name);
  for (const name of names) {
    expect(name).toBe(name.normalize('NFC'));
    expect(name).toBe(name.trim());
    expect(name).not.toBe('');
    // All names are within what any store is likely to accept.
    expect([...name].length).toBeLessThan(200);
  }
});

test.each(seeds)('only a plain animal has nothing that may be refused (seed %i)', (seed) => {
  for (const { kind, name, own, pieces, categoryId } of all({ ...empty, seed })) {
    if (kind === 'plain') expect(name).toMatch(/^Pet[a-z]{5}$/);
    expect(categoryId === undefined).toBe(!['other-category', 'both'].includes(kind));
    if (pieces) expect(name.endsWith(` ${pieces.join('')}`)).toBe(true);
    expect(name.startsWith(own)).toBe(true);
    if (pieces) expect(pieces.length).toBeGreaterThanOrEqual(8);
  }
});
