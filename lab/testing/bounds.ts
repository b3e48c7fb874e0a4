/** What a run may cost at most, whatever the seed: on a conformant server that answers each request at once. */
import { expect } from 'vitest';
import { ownWindow } from '../../src/reference/limiters.ts';
import type { Animal } from '../../src/spec/animal.ts';
import { petStatuses } from '../../src/spec/animal.ts';
import { budgets, plans } from '../../src/spec/plans.ts';
import { tryOut } from '../trial.ts';

export interface Bound {
  readonly profile: 'quick' | 'core';
  readonly animals: number;
  readonly requests: number;
  readonly creations: number;
}

const quick = { profile: 'quick', ...budgets.quick } as const;

export const bounds: readonly Bound[] = [
  ...[0, 10, 100, 300].map((animals) => ({ ...quick, animals })),
  { profile: 'core', animals: 0, ...budgets.core },
  { profile: 'core', animals: 10, ...budgets.core },
  { profile: 'core', animals: 100, requests: 102, creations: 10 },
  { profile: 'core', animals: 300, requests: 102, creations: 10 },
];

/** 100 animals of every status. */
export const plenty = petStatuses.flatMap((status, chapter) =>
  Array.from(
    { length: 100 },
    (_, at): Animal => ({
      id: BigInt(chapter * 100 + at + 1),
      name: 'Rex',
      categoryId: 3n,
      status,
    }),
  ),
);

/** So many animals, of each status about as many. */
const stock = (animals: number) =>
  plenty.filter((_, at) => at % 100 < animals / petStatuses.length).slice(0, animals);

/** A run at the seed is conformant, and costs no more than it may. */
export async function expectWithin(
  { profile, animals, requests, creations }: Bound,
  seed: number,
): Promise<void> {
  const subject = {
    id: 'reference',
    // One window for the whole run: where one ends among the lists, up to ten more look for a count that falls.
    server: () => ({ animals: stock(animals), quota: ownWindow(plans.business.perMinute, 60_000) }),
    settings: { profile },
  };
  const trial = await tryOut(subject, { seed });
  expect(trial.verdict, `seed ${seed}`).toBe('conformant');
  expect(trial.requests, `seed ${seed}`).toBeLessThanOrEqual(requests);
  expect(trial.animalsCreated, `seed ${seed}`).toBeLessThanOrEqual(creations);
}
