/** Stores that a run only reads. */

import { petStatuses } from '../../src/catalogue/operations.ts';
import type { Animal } from '../../src/reference/animal.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { herd, unlabelled } from './freedoms.ts';
import { withoutStatus } from './staging-lists.ts';

const readOnly = { settings: { profile: 'read-only' } } as const;

const herdOf = (counts: Readonly<Record<string, number>>): Animal[] =>
  petStatuses
    .flatMap((status) => Array.from({ length: counts[status] ?? 0 }, () => status))
    .map((status, at) => ({ id: BigInt(at + 1), name: `Rex ${at + 1}`, categoryId: 3n, status }));

const lookedAt = (id: string, title: string, animals: () => readonly Animal[]): Variant => ({
  id: `staging.read-only-${id}`,
  title: `is looked at without writing, and ${title}`,
  ...readOnly,
  server: () => ({ animals: animals() }),
});

/** What is missing in a store to which nothing may be added. */
export const lookedAtVariants: readonly Variant[] = [
  lookedAt('25', 'has 25 animals of three statuses', () => herd(25)),
  lookedAt('40-none-pending', 'has 40 animals, none of them pending', () =>
    herdOf({ available: 20, sold: 20 }),
  ),
  lookedAt('all-sold', 'has 30 animals, all of them sold', () => herdOf({ sold: 30 })),
  lookedAt('one-of-each-else-sold', 'has 30 animals, all but two of them sold', () =>
    herdOf({ available: 1, pending: 1, sold: 28 }),
  ),
  lookedAt('without-statuses', 'has 60 animals, none with a status', () => unlabelled(herd(60))),
  {
    ...lookedAt('twelve', 'has twelve animals: too few for a default page', () => herd(12)),
    undecided: ['list.default-limit'],
  },
  {
    ...lookedAt('three', 'has three animals: too few for a default page', () => herd(3)),
    undecided: ['list.default-limit'],
  },
  {
    ...lookedAt('one', 'has one animal: too few for what is asked of several', () => herd(1)),
    undecided: ['list.default-limit', 'list.limit', 'list.filter-with-limit', 'list.unique-ids'],
  },
  {
    id: 'staging.read-only-without-statuses-in-lists',
    title: 'is looked at without writing, and has 25 animals whose status no list shows',
    ...readOnly,
    server: () => ({ animals: herd(25) }),
    change: withoutStatus(() => true),
  },
];
