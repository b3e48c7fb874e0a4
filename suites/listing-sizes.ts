/** Section 4.1: page sizes, alone and beside a status, that only the profile full asks for. */

import { petStatuses } from '../src/catalogue/animal.ts';
import { NotApplicable } from '../src/engine/asking/outcomes.ts';
import { expect, listed, mismatch } from '../src/engine/checks/matchers.ts';
import { check, together } from '../src/engine/checks/requirement.ts';
import { everyPageOf, everyPageSize } from '../src/engine/data/page-sizes.ts';
import { mostMoved } from '../src/judge/freedoms.ts';
import { petsOf } from '../src/judge/pet.ts';

const { requirement } = together('lists');

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
        expect(await context.api.listPets(query)).toListAtMost(size);
      }
    }
  });

  check('beside a parameter that nobody has described', async (context) => {
    await context.inventory.settle();
    const { api, inventory } = context;
    const most = inventory.commonStatus();
    const status = petStatuses.find((one) => one !== most) ?? most;
    const answer = await api.listPets(`sort=name&status=${status}&limit=9`, { purpose: 'gap' });
    // A service that does not know the parameter may refuse it.
    if (answer.response.status !== 200 || petsOf(answer) === undefined) {
      throw new NotApplicable(`it is answered ${answer.response.status}`);
    }
    expect(answer).toListAtMost(9);
    const others = listed(answer).filter((pet) => pet.hasStatus && pet.status !== status);
    if (others.length > mostMoved) mismatch(`only animals that are ${status}`, answer);
  });
});
