/** Two replicas list in orders of their own, by turns, and never all animals: orders are not described. */
import { pageOf } from '../changes.ts';
import type { Variant } from '../subject.ts';

export const turnedListVariants: readonly Variant[] = [
  {
    id: 'staging.ten-oldest-and-nine-newest-by-turns',
    title: 'shows at most ten animals, the oldest, and at most nine, the newest, by turns',
    change: () => ({
      list: (store, { limit, status }, call) => {
        const isFirst = call.at % 6000 < 3000;
        const all = isFirst ? store.all() : store.all().reverse();
        return pageOf(all, {
          limit: Math.min(isFirst ? 10 : 9, limit),
          ...(status ? { status } : {}),
        });
      },
    }),
    inVirtualTime: { latencyMs: [2, 12] },
  },
];
