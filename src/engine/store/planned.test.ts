import { expect, test } from 'vitest';
import { petStatuses } from '../../catalogue/animal.ts';
import { bodyForms, inAscii } from '../data/forms.ts';
import { namesOf } from '../data/names.ts';
import { type PlanNeeds, planCreations, substituteFor } from './planned.ts';

/** So many known animals of each status. */
const each = (many: number) => Object.fromEntries(petStatuses.map((one) => [one, many]));

const empty: PlanNeeds = {
  seed: 5,
  names: namesOf(5, 0),
  counts: each(0),
  most: 'available',
  enough: 21,
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
  expect(having('available')).toBeGreaterThanOrEqual(21);
  for (const status of petStatuses) expect(having(status)).toBeGreaterThanOrEqual(2);
  expect(having(undefined)).toBe(1);
  expect(planned).toHaveLength(20 + 2 * petStatuses.length);
});

test('a store that holds enough gets only the animals that judge creation itself', () => {
  const { varied, filling } = planCreations(full);
  expect(filling.map(({ kind }) => kind)).toEqual(['both', 'both', 'namesake']);
  expect(varied).toEqual(planCreations(empty).varied);
  expect(new Set(varied.map(({ kind }) => kind))).toEqual(
    new Set(['plain', 'unusual-name', 'both']),
  );
  expect(new Set(varied.map(({ status }) => status))).toEqual(new Set([...petStatuses, undefined]));
});

test.each(seeds)('animals with a status and without are in large categories (seed %i)', (seed) => {
  for (const joined of [true, false]) {
    const large = all({ ...full, seed, joined }).filter(
      ({ categoryId = 0n }) => categoryId > 2n ** 53n,
    );
    expect(large.map(({ status }) => status).toSorted()).toEqual(['sold', undefined]);
    const categories = large.map(({ categoryId }) => categoryId);
    expect(new Set(categories).size).toBe(2);
    // What clamps to int64 changes both.
    for (const one of categories) expect(one).toBeLessThan(2n ** 62n);
  }
});

test('a store gets what it lacks for a page', () => {
  const planned = all({ ...full, counts: { ...each(9), available: 13 } });
  expect(planned.filter(({ status }) => status === 'available')).toHaveLength(8);
});

test.each(seeds)('if every kind is asked for, creations have every form (seed %i)', (seed) => {
  for (const needs of [empty, full]) {
    const planned = all({ ...needs, seed, everyKind: true });
    expect(new Set(planned.map(({ form }) => form))).toEqual(
      new Set([undefined, inAscii, ...bodyForms]),
    );
  }
});

test('the page is filled with the most frequent status', () => {
  const counts = { ...each(2), sold: 12 };
  const planned = all({ ...empty, counts, most: 'sold' });
  expect(planned.filter(({ status }) => status === 'sold')).toHaveLength(9);
});

test.each(seeds)('names are NFC, without white space at an end, and differ (seed %i)', (seed) => {
  const names = all({ ...empty, seed }).map(({ name }) => name);
  for (const name of names) {
    expect(name).toBe(name.normalize('NFC'));
    expect(name).toBe(name.trim());
    expect(name).not.toBe('');
    // All names are within what any store is likely to accept.
    expect([...name].length).toBeLessThanOrEqual(255);
  }
});

test.each(seeds)('only a plain animal has nothing that may be refused (seed %i)', (seed) => {
  for (const { kind, name, own, pieces, categoryId } of all({ ...empty, seed })) {
    if (kind === 'plain') expect(name).toMatch(/^Pet[a-z]{5}$/);
    if (!['other-category', 'both'].includes(kind)) expect(categoryId).toBeUndefined();
    else expect(categoryId).toBeGreaterThanOrEqual(2n ** 31n);
    if (pieces) expect(name).toBe(`${own} ${pieces.join('')}`);
    if (pieces) expect(pieces.length).toBeGreaterThanOrEqual(8);
  }
});

test.each(seeds)(
  'one name holds escapes and nothing that a strict reader refuses (seed %i)',
  (seed) => {
    const [name = ''] = all({ ...empty, seed }).flatMap(({ name, pieces }) => (pieces ? name : []));
    expect(decodeURIComponent(name)).not.toBe(name);
    expect(JSON.parse(`"${name}"`)).not.toBe(name);
  },
);

test('a substitute is plain, recognisable, and of the same status', () => {
  for (const planned of all(empty)) {
    const { kind, name } = planned;
    const nearest = substituteFor(planned, empty.names);
    if (kind === 'both') {
      expect(nearest.kind).toBe('unusual-name');
      expect(nearest.status).toBe(planned.status);
      expect(nearest).not.toHaveProperty('categoryId');
      expect(nearest.name).not.toBe(name);
    }
    const substitute = kind === 'both' ? substituteFor(nearest, empty.names) : nearest;
    expect(substitute).toMatchObject({
      kind: 'plain',
      name: expect.stringMatching(/^Pet[a-z]{5}$/),
    });
    expect(substitute.status).toBe(planned.status);
    expect(substitute).not.toHaveProperty('categoryId');
  }
});
