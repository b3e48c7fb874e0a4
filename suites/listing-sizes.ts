/** Section 4.1: the sizes of pages, alone and beside a status, that only the profile full asks for. */

import { petStatuses } from '../src/catalogue/operations.ts';
import { expectBoth } from '../src/engine/filtered.ts';
import { expect } from '../src/engine/matchers.ts';
import { everyPageOf, everyPageSize } from '../src/engine/page-sizes.ts';
import { check, requirement } from '../src/engine/requirement.ts';

requirement('list.limit', () => {
  check('sizes at which code may turn', async (context) => {
    await context.inventory.settle();
    for (const size of everyPageSize) {
      expect(await context.api.listPets({ limit: size })).toListAtMost(size);
    }
  });
});

requirement('list.filter-with-limit', () => {
  check('every status with many sizes', async (context) => {
    await context.inventory.settle();
    for (const status of petStatuses) {
      for (const [query, size] of everyPageOf(status)) {
        await expectBoth(context, query, status, size);
      }
    }
  });
});
