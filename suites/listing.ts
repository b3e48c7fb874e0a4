/** Section 4.1: lists, their limit and their filter. */

import { type Answered, isAnswered } from '../src/http/exchange.ts';
import { petsOf } from '../src/judge/pet.ts';
import type { CheckContext } from '../src/run/checks/check-context.ts';
import { expect, listed, mismatch } from '../src/run/checks/matchers.ts';
import { check, checkCases, together } from '../src/run/checks/registration.ts';
import { keepPlan, step, type Tier } from '../src/run/plan/plan.ts';
import { asDependency, inconclusive, NotApplicable } from '../src/run/requests/outcomes.ts';
import { limit } from '../src/run/values/arbitraries.ts';
import { bySeed } from '../src/run/values/by-seed.ts';
import {
  anyType,
  compressed,
  type Form,
  headForms,
  negotiatedForms,
  noType,
} from '../src/run/values/forms.ts';
import { type PetStatus, petStatuses } from '../src/spec/animal.ts';
import { mostMoved } from '../src/spec/freedoms.ts';
import { pageSize } from '../src/spec/operations.ts';
import { count } from '../src/text/words.ts';

const { requirement } = together('lists');

const plainStep = step('the list without parameters', { tier: 1 });

/** GET /pets without parameters, once the store holds what the run needs. */
const plainList = (context: CheckContext) =>
  context.once('the list without parameters', async ({ api }) => {
    keepPlan(context, plainStep);
    await context.inventory.settle();
    return api.listPets({}, { form: anyType });
  });

/** The lists of one status, which several checks share. Quick takes the rarer ones, as fewer animals belong in them. */
const filteredSteps = new Map(
  petStatuses.map((status, at) => [
    status,
    step(`a list of status=${status}`, { tier: at === 0 ? 3 : 1 }),
  ]),
);

/** The form of a filtered list: some name languages. */
function formOf(status: PetStatus, { settings: { seed } }: CheckContext): Form {
  return bySeed(negotiatedForms, seed, petStatuses.indexOf(status) + petStatuses.length - 1);
}

/** GET /pets?status=..., once the store holds what the run needs. */
async function filteredList(context: CheckContext, status: PetStatus): Promise<Answered> {
  const due = filteredSteps.get(status);
  const answer = await context.once(`the list of status=${status}`, async (shared) => {
    if (due) keepPlan(shared, due);
    await shared.inventory.settle();
    return shared.api.listPets({ status }, { form: formOf(status, shared) });
  });
  context.cite(answer);
  return answer;
}

/** GET /pets?limit=1, which tells whether the limit is heeded at all. */
export const listOfOne = (context: CheckContext): Promise<Answered> =>
  context.once('the list of one', async ({ api, inventory }) => {
    await inventory.settle();
    return api.listPets({ limit: 1 }, { form: noType });
  });

/** Ends the main check of a requirement as inconclusive if fewer animals are known than it needs. */
function need(due: number, { inventory }: CheckContext): void {
  if (inventory.count() < due) inconclusive(lackOf(due, inventory));
}

/** Like `need`, for a further check: the result of the main one stands without it. */
function wish(due: number, { inventory }: CheckContext, status?: PetStatus): void {
  if (inventory.count(status) < due) throw new NotApplicable(lackOf(due, inventory, status));
}

function lackOf(due: number, inventory: CheckContext['inventory'], status?: PetStatus): string {
  const held = count(inventory.count(status), status === undefined ? 'animal' : `${status} animal`);
  const needed = due === 1 ? '1 is needed' : `${due} are needed`;
  // Such an animal is none that could be told from others.
  if (inventory.count() === 0 && inventory.withoutId > 0) {
    return `answers showed animals, and none with an id that is an int64; ${needed} to be told apart`;
  }
  return `the store is known to hold ${held}, ${needed}${inventory.lack()}`;
}

requirement('list.returns-pets', () => {
  check('without parameters', async (context) => {
    const answer = await plainList(context);
    context.cite(answer);
    expect(answer).toBeList();
  });

  checkCases(
    'however the request is written',
    { tier: 4, cases: headForms },
    async ({ api }, form) => {
      expect(await api.listPets({}, { form })).toBeList();
    },
  );
});

requirement('list.default-limit', () => {
  check('without parameters', async (context) => {
    const answer = await asDependency(plainList(context));
    context.cite(answer);
    expectPage(answer);
    (context.inventory.isFrugal ? wish : need)(pageSize.default + 1, context);
  });

  check('with a status filter', async (context) => {
    await context.inventory.stock();
    const status = context.inventory.commonStatus();
    // Other lists are sent with this one, and afterwards others may have changed what is known.
    const before = context.inventory.count(status);
    const answer = await asDependency(filteredList(context, status));
    context.cite(answer);
    expectPage(answer);
    if (before <= pageSize.default) wish(pageSize.default + 1, context, status);
  });
});

/** Expects a page of the default size. A list that was refused fails another requirement. */
function expectPage(answer: Answered): void {
  if (answer.response.status !== 200) inconclusive('the list was not answered');
  expect(answer).toListAtMost(pageSize.default);
}

requirement('list.limit', () => {
  check('limit=1', { tier: 1 }, async (context) => {
    const answer = await listOfOne(context);
    context.cite(answer);
    expect(answer).toListAtMost(1);
    need(2, context);
  });

  checkCases('a small limit', { tier: 4, cases: [2, 9, 10] }, async (context, value) => {
    await context.inventory.settle();
    expect(await context.api.listPets({ limit: value })).toListAtMost(value);
  });

  // Long enough to be compressed.
  check('limit=99', { tier: 3 }, async (context) => {
    await context.inventory.settle();
    expect(await context.api.listPets({ limit: 99 }, { form: compressed })).toListAtMost(99);
  });

  check('limit=100', async (context) => {
    const answer = await context.inventory.settle();
    context.cite(answer);
    expect(answer).toListAtMost(pageSize.max);
  });

  check('limits between', { tier: 4 }, async (context) => {
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
      // src/judge/animals.ts compares its animals with all other answers.
      expect(answer).toBeList();
      const { inventory } = context;
      need(1, context);
      if (inventory.count() === inventory.count(status)) {
        // The lists of the other statuses decide then.
        throw new NotApplicable(`no animal is known that is not ${status}${inventory.lack()}`);
      }
    });
  }
});

/** The order of the parameters. */
interface Written {
  readonly order: string;
  readonly query: (status: string, value: number) => string;
}

const statusFirst: Written = {
  order: 'status first',
  query: (status: string, value: number) => `status=${status}&limit=${value}`,
};
const limitFirst: Written = {
  order: 'limit first',
  query: (status: string, value: number) => `limit=${value}&status=${status}`,
};

/** How many animals of a less common status are asked for, and in which order of parameters. */
interface RareCase {
  readonly tier: Tier;
  readonly rank: 'first' | 'second';
  readonly size: string;
  readonly written: Written;
  readonly valueFor: (known: number) => number;
}

const rareCases: readonly RareCase[] = [
  { tier: 4, rank: 'first', size: 'limit=50', written: limitFirst, valueFor: () => 50 },
  { tier: 4, rank: 'first', size: 'limit=1', written: limitFirst, valueFor: () => 1 },
  // Exactly as many as there are: code may look for a next page.
  {
    tier: 4,
    rank: 'second',
    size: 'as many as are known',
    written: statusFirst,
    valueFor: (known) => Math.min(Math.max(known, 1), pageSize.max),
  },
  {
    tier: 1,
    rank: 'second',
    size: 'limit=100',
    written: statusFirst,
    valueFor: () => pageSize.max,
  },
];

/** Asked at the end of a run, because a refusal may have left something behind. */
export const rareAtEnd: RareCase = {
  tier: 1,
  rank: 'second',
  size: 'limit=1 at the end',
  written: limitFirst,
  valueFor: () => 1,
};

export const titleOf = ({ rank, size, written }: RareCase): string =>
  `the ${rank} less common status with ${size}, ${written.order}`;

/** Expects a list of such a status to heed both of its parameters; `refuse` may throw what excuses its answer. */
export async function expectRare(
  context: CheckContext,
  { rank, written, valueFor }: RareCase,
  refuse: (list: Answered) => void = () => {},
): Promise<void> {
  await context.inventory.settle();
  const most = context.inventory.commonStatus();
  const [first, second] = petStatuses.filter((status) => status !== most);
  const status = (rank === 'first' ? first : second) ?? most;
  const value = valueFor(context.inventory.count(status));
  const list = await context.api.listPets(written.query(status, value));
  refuse(list);
  expect(list).toListAtMost(value);
  wish(2, context);
}

requirement('list.filter-with-limit', () => {
  for (const { order, query } of [statusFirst, limitFirst]) {
    check(`the status of most animals, ${order}`, { tier: 4 }, async (context) => {
      await context.inventory.settle();
      const most = context.inventory.commonStatus();
      const known = context.inventory.count(most);
      await context.forAll(
        {
          // Fewer than there are, so that the limit has something to leave out.
          arbitrary: limit.map((value) =>
            known > 7 ? 2 + (value % 6) : 1 + (value % Math.max(1, known - 1)),
          ),
          runs: 1,
          show: (value) => query(most, value),
        },
        async (value) => {
          expect(await context.api.listPets(query(most, value))).toListAtMost(value);
        },
      );
      need(2, context);
    });
  }

  // Page sizes above, below and at the likely number of animals.
  for (const one of rareCases) {
    check(titleOf(one), { tier: one.tier }, async (context) => expectRare(context, one));
  }
});

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

/** Asks for the list, again within the grace while it is empty. src/judge/animals.ts judges one that stays empty. */
async function expectShown(context: CheckContext, status?: PetStatus): Promise<void> {
  const list = () => (status ? filteredList(context, status) : plainList(context));
  let answer = await asDependency(list());
  if (status === undefined) need(1, context);
  else wish(1, context, status);
  if (answer.response.status !== 200) inconclusive('the list was not answered');
  const form = status ? formOf(status, context) : {};
  if (listed(answer).length === 0) {
    answer = await context.eventually(
      () => context.api.listPets(status ? { status } : {}, { form }),
      (one) => petsOf(one)?.length !== 0,
    );
  }
  context.cite(answer);
  if (listed(answer).length > 0) return;
  throw new NotApplicable('the list is empty, and compared with all other answers of the run');
}

// src/judge/answers.ts judges all lists; this only makes sure that there is one.
requirement('list.unique-ids', () => {
  check('a list of several animals', async (context) => {
    for (const list of [await plainList(context), await context.inventory.settle()]) {
      context.cite(list);
      if ((petsOf(list) ?? []).length >= 2) return;
    }
    inconclusive('no list showed two animals');
  });
});

// Page sizes that only full asks for: those where code is likely to behave differently.

/** Round numbers, powers of two, the default, the ends of one and two digits, and their neighbours. */
const everyPageSize: readonly number[] = [
  ...[3, 4, 5, 7, 8, 11, 12, 15, 16, 17, 19, 20, 21, 24, 25, 26],
  ...[31, 32, 33, 40, 49, 50, 51, 60, 63, 64, 65, 75, 80, 90, 98],
];

const besideStatus = [2, 5, 9, 10, 12, 20, 21, 30, 50, 51, 64, 99, 100, 1];

/** Queries with both parameters in either order, some with letters and digits encoded (RFC 3986, section 2.1). */
function everyPageOf(status: PetStatus): readonly (readonly [query: string, size: number])[] {
  const pages = besideStatus.map((size, at): readonly [string, number] => [
    at % 2 === 0 ? `status=${status}&limit=${size}` : `limit=${size}&status=${status}`,
    size,
  ]);
  return [
    ...pages,
    [`status=${encoded(status)}&limit=4`, 4],
    [`limit=${encoded('6')}&status=${status}`, 6],
  ];
}

/** The text with its first character as a percent sign and two digits. */
function encoded(text: string): string {
  return `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`;
}

requirement('list.limit', () => {
  check(
    'sizes at which code often starts to behave differently',
    { tier: 4, requests: everyPageSize.length },
    async (context) => {
      await context.inventory.settle();
      for (const size of everyPageSize) {
        expect(await context.api.listPets({ limit: size })).toListAtMost(size);
      }
    },
  );
});

requirement('list.filter-with-limit', () => {
  const pages = petStatuses.flatMap(everyPageOf);
  check('every status with many sizes', { tier: 4, requests: pages.length }, async (context) => {
    await context.inventory.settle();
    for (const [query, size] of pages) {
      expect(await context.api.listPets(query)).toListAtMost(size);
    }
  });

  check('beside a parameter that nobody has described', { tier: 4 }, async (context) => {
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
    const shown = context.exchanges.filter(isAnswered).filter((one) => petsOf(one) !== undefined);
    const matching = shown.flatMap(listed).filter((pet) => pet.status === status);
    // An animal that another list shows with this status may just have moved.
    const moving = new Set(matching.map(({ id }) => id));
    const others = listed(answer).filter(
      (pet) => pet.hasStatus && pet.status !== status && !moving.has(pet.id),
    );
    if (others.length > mostMoved) mismatch(`only animals that are ${status}`, answer);
  });
});
