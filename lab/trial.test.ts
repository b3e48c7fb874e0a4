import { expect, test } from 'vitest';
import type { Subject } from '../src/reference/variant.ts';
import { expectedCost } from '../src/run/plan/cost.ts';
import { planRun } from '../src/run/plan/plan.ts';
import type { Animal } from '../src/spec/animal.ts';
import { requirements } from '../src/spec/catalogue.ts';
import { chance } from './chance.ts';
import { bounds, expectWithin, plenty } from './testing/bounds.ts';
import { tryOut } from './trial.ts';

const reference = { id: 'reference' };

const seeds = Array.from({ length: 5 }, (_, at) => at + 1);

// Fifty seeds, and stores between: bounds.test.ts.
test.each(bounds.filter(({ animals }) => [0, 300].includes(animals)))(
  'a run of $profile on $animals animals sends at most $requests requests and creates at most $creations',
  async (bound) => {
    for (const seed of seeds) await expectWithin(bound, seed);
  },
  60_000,
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

/** What full asks of rare animals depends on which there are. */
const tolerance = { quick: 1, core: 1, full: 30 };

const beyondTheLimit: readonly string[] = requirements
  .filter(({ profile }) => profile === 'full')
  .map(({ id }) => id);

test('fifty runs with random latencies up to 100 ms give fifty times the same outcomes', async () => {
  const slow = (at: number): Subject => {
    const random = chance(at);
    return {
      id: 'slow',
      change: ({ finish }) => ({
        finish: (...reply) => ({ ...finish(...reply), heldMs: Math.floor(100 * random()) }),
      }),
    };
  };
  const trials = await Promise.all(
    Array.from({ length: 50 }, (_, at) => tryOut(slow(at), { seed: 1 })),
  );
  const outcomes = trials.map(({ verdict, failed, undecided, defects, requests }) =>
    JSON.stringify({ verdict, failed, undecided, defects, requests }),
  );
  expect(new Set(outcomes)).toEqual(
    new Set([
      JSON.stringify({
        verdict: 'conformant',
        failed: {},
        undecided: {},
        defects: [],
        requests: trials[0]?.requests,
      }),
    ]),
  );
}, 120_000);

test.each(['quick', 'read-only', 'core', 'full'] as const)(
  'what a %s run is said to cost is within 5 percent of what it costs',
  async (profile) => {
    const settings = { profile, plan: 'free' } as const;
    const said = expectedCost(settings);
    const cost = async (animals: readonly Animal[]) => {
      const server = () => ({ animals, plan: 'free' as const });
      const inVirtualTime = { latencyMs: [5, 20] } as const;
      const subject = { ...reference, server, settings, inVirtualTime };
      // What read-only asks beyond its tiers costs more at some seeds than at others.
      const { requests, animalsCreated } = await tryOut(subject, { seed: 4 });
      return { requests, animals: animalsCreated };
    };
    const measured = { empty: await cost([]), stocked: await cost(plenty) };
    for (const store of ['empty', 'stocked'] as const) {
      for (const what of ['requests', 'animals'] as const) {
        const off = Math.abs(said[store][what] - measured[store][what]);
        expect(off, `${store} ${what}`).toBeLessThanOrEqual(0.05 * measured[store][what]);
      }
    }
  },
);
