/** Section 4.1: lists, their limit and their filter. */

import { type PetStatus, pageSize, petStatuses } from '../src/catalogue/operations.ts';
import { limit } from '../src/engine/arbitraries.ts';
import type { CheckContext } from '../src/engine/context.ts';
import { expect, listed } from '../src/engine/matchers.ts';
import { fail, undecided } from '../src/engine/outcomes.ts';
import { petOf, petsOf } from '../src/engine/pet.ts';
import { check, requirement } from '../src/engine/requirement.ts';
import type { Answered } from '../src/http/exchange.ts';
import { count } from '../src/text/words.ts';

/** GET /pets without parameters, once the store holds what the run needs. */
const plainList = (context: CheckContext) =>
  context.once('the list without parameters', async () => {
    await context.inventory.settle();
    return context.api.listPets();
  });

/** GET /pets?status=..., likewise. */
const filteredList = (context: CheckContext, status: PetStatus) =>
  context.once(`the list of ${status} animals`, async () => {
    await context.inventory.settle();
    return context.api.listPets({ status });
  });

/** Ends the check as inconclusive where fewer than so many animals are known. */
function need(due: number, { inventory }: CheckContext, status?: PetStatus): void {
  const known = inventory.count(status);
  if (known >= due) return;
  const held = count(known, status === undefined ? 'animal' : `${status} animal`);
  const needed = due === 1 ? '1 is needed' : `${due} are needed`;
  undecided(`the store is known to hold ${held}, ${needed}${inventory.lack()}`);
}

requirement('list.returns-pets', () => {
  check('without parameters', async (context) => {
    const answer = await plainList(context);
    context.cite(answer);
    expect(answer).toBeList();
  });
});

requirement('list.default-limit', () => {
  check('without parameters', async (context) => {
    const answer = await plainList(context);
    context.cite(answer);
    expectPage(answer);
    need(pageSize.default + 1, context);
  });

  check('with a status filter', async (context) => {
    await context.inventory.stock();
    const status = context.inventory.commonStatus();
    const answer = await filteredList(context, status);
    context.cite(answer);
    expectPage(answer);
    need(pageSize.default + 1, context, status);
  });
});

/** Holds a page against the default. One that was refused is the failure of another row. */
function expectPage(answer: Answered): void {
  if (answer.response.status !== 200) undecided('the list was not answered');
  expect(answer).toListAtMost(pageSize.default);
}

requirement('list.limit', () => {
  for (const value of [1, 2, 9, 10, 99]) {
    check(`limit=${value}`, async (context) => {
      await context.inventory.settle();
      const ask = () => context.api.listPets({ limit: value });
      const answer = value === 1 ? await context.once('the list of one', ask) : await ask();
      expect(answer).toListAtMost(value);
      if (value < 10) need(value + 1, context);
    });
  }

  check('limit=100', async (context) => {
    const answer = await context.inventory.settle();
    context.cite(answer);
    expect(answer).toListAtMost(pageSize.max);
  });

  check('limits between', async (context) => {
    await context.inventory.settle();
    await context.forAll(
      { arbitrary: limit, runs: 1, show: (value) => `limit=${value}` },
      async (value) => {
        expect(await context.api.listPets({ limit: value })).toListAtMost(value);
      },
    );
  });
});

requirement('list.status-filter', () => {
  for (const status of petStatuses) {
    check(`status=${status}`, async (context) => {
      const answer = await filteredList(context, status);
      context.cite(answer);
      expect(answer).toListOnly(status);
      const { inventory } = context;
      if (inventory.count() === inventory.count(status)) {
        undecided(`no animal is known that is not ${status}${inventory.lack()}`);
      }
    });
  }
});

const statusFirst = {
  order: 'status first',
  query: (status: string, value: number) => `status=${status}&limit=${value}`,
};
const limitFirst = {
  order: 'limit first',
  query: (status: string, value: number) => `limit=${value}&status=${status}`,
};

const rareCases = [
  ['first', 50, limitFirst],
  ['first', 1, limitFirst],
  ['second', 3, statusFirst],
] as const;

requirement('list.filter-with-limit', () => {
  for (const { order, query } of [statusFirst, limitFirst]) {
    check(`the status of most animals, ${order}`, async (context) => {
      await context.inventory.settle();
      const most = context.inventory.commonStatus();
      await context.forAll(
        {
          arbitrary: limit.map((value) => 2 + (value % 6)),
          runs: 1,
          show: (value) => query(most, value),
        },
        async (value) => {
          await expectBoth(context, query(most, value), most, value);
        },
      );
      need(8, context, most);
    });
  }

  // Page sizes beyond and below the number of animals that there are likely to be.
  for (const [rank, value, { order, query }] of rareCases) {
    check(`the ${rank} rare status with limit=${value}, ${order}`, async (context) => {
      await context.inventory.settle();
      const most = context.inventory.commonStatus();
      const [first, second] = petStatuses.filter((status) => status !== most);
      const status = (rank === 'first' ? first : second) ?? most;
      await expectBoth(context, query(status, value), status, value);
      need(2, context);
    });
  }
});

async function expectBoth({ api }: CheckContext, query: string, status: PetStatus, most: number) {
  const answer = await api.listPets(query);
  expect(answer).toListAtMost(most);
  expect(answer).toListOnly(status);
}

requirement('list.shows-animals', () => {
  check('the list without a filter', async (context) => {
    await expectShown(context);
  });
  for (const status of petStatuses) {
    check(`the list of ${status} animals`, async (context) => {
      await expectShown(context, status);
    });
  }
});

/** The list is not empty, at once or within the grace. */
async function expectShown(context: CheckContext, status?: PetStatus): Promise<void> {
  const list = () => (status ? filteredList(context, status) : plainList(context));
  let answer = await list();
  need(1, context, status);
  if (answer.response.status !== 200) undecided('the list was not answered');
  if (listed(answer).length === 0) {
    answer = await context.eventually(
      () => context.api.listPets(status ? { status } : {}),
      (one) => (petsOf(one) ?? []).length > 0,
    );
  }
  context.cite(answer);
  if (listed(answer).length > 0) return;
  await expectStillThere(context, status);
  const known = `${context.inventory.count(status)} ${status ? `${status} ` : ''}animals`;
  fail(`expected: some of the ${known} known to exist\nreceived: an empty list`, answer);
}

/** Others may have taken the animals that this run saw: then an empty list is right. */
async function expectStillThere({ api, inventory }: CheckContext, status?: PetStatus) {
  const pet = inventory.pets().find((one) => status === undefined || one.status === status);
  if (pet === undefined) return;
  const answer = await api.getPet(pet.id);
  const found = answer.response.status === 200 ? petOf(answer) : undefined;
  if (found && (status === undefined || found.status === status)) return;
  undecided(`the list is empty, and animal ${pet.id} is no longer there to be listed`);
}

// The lists are judged in src/judge/pets.ts, all of them.
requirement('list.unique-ids', () => {
  check('a list of several animals', async (context) => {
    for (const list of [await plainList(context), await context.inventory.settle()]) {
      context.cite(list);
      if ((petsOf(list) ?? []).length >= 2) return;
    }
    undecided('no list showed two animals');
  });
});
