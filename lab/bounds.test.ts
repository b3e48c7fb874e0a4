import { test } from 'vitest';
import { bounds, expectWithin } from './testing/bounds.ts';

const seeds = Array.from({ length: 50 }, (_, at) => at + 1);

// What takes turns by the seed must not cost more at one seed than at another.
test.each(bounds)(
  'at fifty seeds a run of $profile on $animals animals keeps its bounds',
  async (bound) => {
    for (const seed of seeds) await expectWithin(bound, seed);
  },
);
