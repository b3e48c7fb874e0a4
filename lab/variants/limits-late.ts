/** Counts that are true and shown late, on the Free plan, in a run that asks enough for chance to look like a fault. */
import { plans } from '../../src/catalogue/plans.ts';
import { animals } from '../../src/reference/changes.ts';
import { lateNodes, readLate } from '../../src/reference/limiters/counters.ts';
import { fixedWindow, type Quota } from '../../src/reference/quota.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { chance } from '../chance.ts';
import { staging } from './limiters.ts';

const minute = 60_000;
const limit = plans.free.perMinute;

interface Late {
  readonly title: string;
  readonly quota: () => Quota;
  /** How many animals it has at the start. */
  readonly stock?: number;
}

/** Nodes that tell each other a second late, each of which may answer the next call. */
const nodesByChance = (nodes: number) => (): Quota => {
  const next = chance(5);
  return lateNodes({
    limit,
    windowMs: minute,
    nodes,
    lagMs: 1000,
    pick: () => Math.floor(next() * nodes),
  });
};

const readAfter = (ms: number) => () => readLate(fixedWindow(limit, minute), ms);

const late: Readonly<Record<string, Late>> = {
  'three-nodes-by-chance': {
    title: 'has three nodes, one of which answers by chance, that share counts a second late',
    quota: nodesByChance(3),
  },
  'four-nodes-by-chance': {
    title: 'has four nodes, one of which answers by chance, that share counts a second late',
    quota: nodesByChance(4),
  },
  'read-half-a-second-late': {
    title: 'shows a count of half a second ago',
    quota: readAfter(500),
  },
  'read-a-second-late-rich': {
    title: 'has 300 animals, and shows a count of a second ago',
    quota: readAfter(1000),
    stock: 300,
  },
};

export const lateLimitVariants: readonly Variant[] = Object.entries(late).map(
  ([id, { title, quota, stock = 0 }]): Variant => ({
    id: `rates.free-${id}`,
    title,
    inVirtualTime: staging,
    settings: { profile: 'full', plan: 'free' },
    server: () => ({ plan: 'free', quota: quota(), animals: animals(stock) }),
    // More may be taken than the limit, or refused before the number shown says so.
    undecided: ['rate.enforced', 'rate.not-early'],
  }),
);
