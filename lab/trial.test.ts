import { expect, test } from 'vitest';
import { animals } from '../src/reference/changes.ts';
import { ownWindow } from '../src/reference/quota.ts';
import { expectedRequests } from '../src/run/plan/cost.ts';
import { planRun } from '../src/run/plan/plan.ts';
import { requirements } from '../src/spec/catalogue.ts';
import { budgets, plans } from '../src/spec/plans.ts';
import { conformant } from './generated-conformant.ts';
import { tryOut } from './trial.ts';

const reference = { id: 'reference' };

const seeds = Array.from({ length: 5 }, (_, at) => at + 1);

const { quick, core } = budgets;

/** What a run may cost at most, on a conformant server that answers each request at once. */
const bounds = [
  ...[0, 10, 100, 300].map((count) => ['quick', count, quick.requests, quick.creations] as const),
  ['core', 0, core.requests, core.creations],
  ['core', 10, core.requests, core.creations],
  ['core', 100, 102, 10],
  ['core', 300, 102, 10],
] as const;

const stock = (count: number) => animals(count, () => ({ categoryId: 3n }));

// What takes turns by the seed must not cost more at one seed than at another.
test.each(bounds)(
  'a run of %s on %i animals sends at most %i requests and creates at most %i',
  async (profile, count, requests, creations) => {
    const subject = {
      id: 'reference',
      // One window for the whole run: where one ends among the lists, up to ten more look for a count that falls.
      server: () => ({ animals: stock(count), quota: ownWindow(plans.business.perMinute, 60_000) }),
      settings: { profile },
    };
    for (let seed = 1; seed <= 20; seed += 1) {
      const trial = await tryOut(subject, { seed });
      expect(trial.verdict, `seed ${seed}`).toBe('conformant');
      expect(trial.requests, `seed ${seed}`).toBeLessThanOrEqual(requests);
      expect(trial.animalsCreated, `seed ${seed}`).toBeLessThanOrEqual(creations);
    }
  },
);

test.each(['quick', 'core', 'full'] as const)(
  'what the plan of a %s run counts on is what a run on an empty store sends',
  async (profile) => {
    for (const seed of seeds) {
      const { requests: planned } = planRun({ profile, seed });
      // The limit is not spent here.
      const only = requirements.map(({ id }) => id).filter((id) => !beyondTheLimit.includes(id));
      const { requests } = await tryOut({ ...reference, settings: { profile } }, { seed, only });
      expect(Math.abs(planned - requests), `seed ${seed}`).toBeLessThanOrEqual(tolerance[profile]);
    }
  },
  60_000,
);

test('a core run sends at most 150 requests, however many have to be repeated', async () => {
  const away = conformant.find(({ id }) => id === 'front.404-for-half-a-minute') ?? reference;
  const trials = await Promise.all(
    [...seeds, 6, 7, 8, 9, 10].map((seed) => tryOut(away, { seed })),
  );
  expect(Math.max(...trials.map(({ requests }) => requests))).toBeLessThanOrEqual(150);
});

/** What full asks of rare animals depends on which there are. */
const tolerance = { quick: 1, core: 1, full: 30 };

const beyondTheLimit: readonly string[] = requirements
  .filter(({ profile }) => profile === 'full')
  .map(({ id }) => id);

test.each(['quick', 'read-only', 'core', 'full'] as const)(
  'what a %s run is said to cost is what it costs',
  async (profile) => {
    const settings = { profile, plan: 'free' } as const;
    const inVirtualTime = { latencyMs: [5, 20] } as const;
    for (const stored of [0, 300]) {
      const server = () => ({ animals: stock(stored), plan: 'free' as const });
      const subject = { ...reference, server, settings, inVirtualTime };
      // What read-only asks beyond its tiers costs more at some seeds than at others.
      const { requests, animalsCreated } = await tryOut(subject, { seed: 4 });
      const off = Math.abs(requests - expectedRequests(settings));
      expect(off, `${stored} animals`).toBeLessThanOrEqual(0.08 * requests);
      expect(animalsCreated).toBeLessThanOrEqual(budgets[profile].creations);
    }
  },
);
