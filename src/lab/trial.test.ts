import { expect, test } from 'vitest';
import { petStatuses } from '../catalogue/operations.ts';
import { expectedCost } from '../engine/cost.ts';
import type { Animal } from '../reference/animal.ts';
import { chance } from '../reference/chance.ts';
import type { Subject } from '../reference/subject.ts';
import { tryOut } from './trial.ts';

const sound = { id: 'sound', title: 'the reference server' };

/** 100 animals of every status. */
const plenty = petStatuses.flatMap((status, chapter) =>
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

// What takes turns by the seed must not cost more at one seed than at another.
test.each([1, 2, 3])(
  'a core run on an empty store sends at most 160 requests and creates at most 40 animals, at seed %i',
  async (seed) => {
    const { verdict, requests, animalsCreated } = await tryOut(sound, { seed });
    expect(verdict).toBe('conformant');
    expect(requests).toBeLessThanOrEqual(160);
    expect(animalsCreated).toBeLessThanOrEqual(40);
  },
);

test('a core run on a store with 100 animals of every status creates at most 15', async () => {
  const { verdict, requests, animalsCreated } = await tryOut(
    { ...sound, server: () => ({ animals: plenty }) },
    { seed: 1 },
  );
  expect(verdict).toBe('conformant');
  expect(animalsCreated).toBeLessThanOrEqual(15);
  expect(requests).toBeLessThanOrEqual(160);
});

test('fifty runs with random latencies up to 100 ms give fifty times the same outcomes', async () => {
  const slow = (at: number): Subject => {
    const random = chance(at);
    return {
      id: 'slow',
      title: 'answers after up to 100 ms',
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

test.each(['read-only', 'core'] as const)(
  'what a %s run is said to cost is within 15 percent of what it costs',
  async (profile) => {
    const said = expectedCost({ profile });
    const cost = async (animals: readonly Animal[]) => {
      const subject = { ...sound, server: () => ({ animals }), settings: { profile } };
      const { requests, animalsCreated } = await tryOut(subject, { seed: 1 });
      return { requests, animals: animalsCreated };
    };
    const measured = { empty: await cost([]), stocked: await cost(plenty) };
    for (const store of ['empty', 'stocked'] as const) {
      for (const what of ['requests', 'animals'] as const) {
        const off = Math.abs(said[store][what] - measured[store][what]);
        expect(off, `${store} ${what}`).toBeLessThanOrEqual(0.15 * measured[store][what]);
      }
    }
  },
);
