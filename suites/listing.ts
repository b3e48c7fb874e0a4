/** Section 4.1: lists, their limit and their filter. */

import { type Answered, isAnswered } from '../src/http/exchange.ts';
import { petsOf } from '../src/judge/pet.ts';
import type { CheckContext } from '../src/run/checks/check-context.ts';
import { expect, listed, mismatch } from '../src/run/checks/matchers.ts';
import { check, together } from '../src/run/checks/registration.ts';
import { keepPlan, leftByPlan } from '../src/run/plan/question-plan.ts';
import { inconclusive, NotApplicable, ofAnother, orNothing } from '../src/run/requests/outcomes.ts';
import { limit } from '../src/run/values/arbitraries.ts';
import { bySeed, fromTurn } from '../src/run/values/by-seed.ts';
import {
  anyType,
  compressed,
  type Form,
  headForms,
  negotiatedForms,
  noType,
} from '../src/run/values/forms.ts';
import { everyPageOf, everyPageSize } from '../src/run/values/page-sizes.ts';
import { type PetStatus, petStatuses } from '../src/spec/animal.ts';
import { mostMoved } from '../src/spec/freedoms.ts';
import { pageSize } from '../src/spec/operations.ts';
import { count } from '../src/text/words.ts';

const { requirement } = together('lists');

/** GET /pets without parameters, once the store holds what the run needs. */
const plainList = (context: CheckContext) =>
  context.once('the list without parameters', async ({ api }) => {
    keepPlan(context, 'list.returns-pets: without parameters');
    await context.inventory.settle();
    return api.listPets({}, { form: anyType });
  });

/**
 * Lists that are sent at once, each of which must get its own answer. The filtered ones stand next to those after them,
 * so that it shows if the limit does not count them.
 */
const questions = [
  'limit=2',
  'limit=9',
  'limit=1',
  'limit=10',
  'limit=99',
  ...petStatuses.map((status) => `status=${status}` as const),
] as const;

/** The question whose answer is long enough to be compressed, and those that name languages. */
const longest = 'limit=99';
const inLanguages: readonly string[] = fromTurn(petStatuses, 1).map((one) => `status=${one}`);

function formOf(question: (typeof questions)[number], { settings }: CheckContext): Form {
  if (question === longest) return compressed;
  if (question === 'limit=1') return noType;
  const place = inLanguages.indexOf(question);
  return place < 0 ? {} : bySeed(negotiatedForms, settings.seed, place);
}

/** The answer to one of the questions; all that the plan has are sent at once. */
async function oneOfMany(
  context: CheckContext,
  question: (typeof questions)[number],
): Promise<Answered> {
  const answers = await context.once('lists that are asked for at once', async ({ api }) => {
    await context.inventory.settle();
    const due = questions.filter((one) => context.plan.asks(`a list of ${one}`));
    const asked = due.map(
      (one) => [one, api.listPets(one, { form: formOf(one, context) })] as const,
    );
    // A list without an answer is judged by the check that needs it.
    await Promise.all(asked.map(([, answer]) => orNothing(answer)));
    return new Map(asked);
  });
  const asked = answers.get(question);
  if (asked === undefined) throw new NotApplicable(leftByPlan);
  const answer = await asked;
  context.cite(answer);
  return answer;
}

/** GET /pets?status=..., once the store holds what the run needs. */
const filteredList = (context: CheckContext, status: PetStatus) =>
  oneOfMany(context, `status=${status}`);

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

  check('however the request is written', async (context) => {
    const { api, plan, settings } = context;
    const isAsked = (_: unknown, at: number) => plan.asks(`a list in form ${at}`);
    const due = headForms.filter(isAsked);
    const forms = due.length > 0 ? due : [bySeed(headForms, settings.seed, 0)];
    for (const form of forms) expect(await api.listPets({}, { form })).toBeList();
  });
});

requirement('list.default-limit', () => {
  check('without parameters', async (context) => {
    const answer = await ofAnother(plainList(context));
    context.cite(answer);
    expectPage(answer);
    (context.inventory.isFrugal ? wish : need)(pageSize.default + 1, context);
  });

  check('with a status filter', async (context) => {
    await context.inventory.stock();
    const status = context.inventory.commonStatus();
    // Other lists are sent with this one, and afterwards others may have changed what is known.
    const before = context.inventory.count(status);
    const answer = await ofAnother(filteredList(context, status));
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
  for (const value of [1, 2, 9, 10, 99] as const) {
    check(`limit=${value}, together with other lists`, async (context) => {
      const ask = (asker: CheckContext) => oneOfMany(asker, `limit=${value}`);
      const answer = value === 1 ? await context.once('the list of one', ask) : await ask(context);
      expect(answer).toListAtMost(value);
      // The smallest limit tells whether the limit is heeded at all.
      if (value === 1) need(value + 1, context);
      else if (value < 10) wish(value + 1, context);
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

const statusFirst = {
  order: 'status first',
  query: (status: string, value: number) => `status=${status}&limit=${value}`,
};
const limitFirst = {
  order: 'limit first',
  query: (status: string, value: number) => `limit=${value}&status=${status}`,
};

/** How many animals of a rare status are asked for, and in which order of parameters. */
interface RareCase {
  readonly rank: 'first' | 'second';
  readonly size: string;
  readonly written: typeof statusFirst;
  readonly valueFor: (known: number) => number;
}

const rareCases: readonly RareCase[] = [
  { rank: 'first', size: 'limit=50', written: limitFirst, valueFor: () => 50 },
  { rank: 'first', size: 'limit=1', written: limitFirst, valueFor: () => 1 },
  // Exactly as many as there are: code may look for a next page.
  {
    rank: 'second',
    size: 'as many as are known',
    written: statusFirst,
    valueFor: (known) => Math.min(Math.max(known, 1), pageSize.max),
  },
  { rank: 'second', size: 'limit=100', written: statusFirst, valueFor: () => pageSize.max },
];

/** Asked at the end of a run, because a refusal may have left something behind. */
export const oneOfRare: RareCase = {
  rank: 'second',
  size: 'limit=1 at the end',
  written: limitFirst,
  valueFor: () => 1,
};

export const titleOf = ({ rank, size, written }: RareCase): string =>
  `the ${rank} rare status with ${size}, ${written.order}`;

/** Expects a list of a rare status to heed both of its parameters. */
export async function expectRare(context: CheckContext, { rank, written, valueFor }: RareCase) {
  await context.inventory.settle();
  const most = context.inventory.commonStatus();
  const [first, second] = petStatuses.filter((status) => status !== most);
  const status = (rank === 'first' ? first : second) ?? most;
  const value = valueFor(context.inventory.count(status));
  expect(await context.api.listPets(written.query(status, value))).toListAtMost(value);
  wish(2, context);
}

requirement('list.filter-with-limit', () => {
  for (const { order, query } of [statusFirst, limitFirst]) {
    check(`the status of most animals, ${order}`, async (context) => {
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
    check(titleOf(one), async (context) => expectRare(context, one));
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
  let answer = await ofAnother(list());
  if (status === undefined) need(1, context);
  else wish(1, context, status);
  if (answer.response.status !== 200) inconclusive('the list was not answered');
  const form = status ? formOf(`status=${status}`, context) : {};
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

// src/judge/pets.ts judges all lists; this only makes sure that there is one.
requirement('list.unique-ids', () => {
  check('a list of several animals', async (context) => {
    for (const list of [await plainList(context), await context.inventory.settle()]) {
      context.cite(list);
      if ((petsOf(list) ?? []).length >= 2) return;
    }
    inconclusive('no list showed two animals');
  });
});

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
