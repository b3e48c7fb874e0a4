/** Section 4.2: a valid body creates an animal, and the answer carries it. */

import { petStatuses } from '../src/catalogue/operations.ts';
import { largeCategory, nameOf, unusualName } from '../src/engine/arbitraries.ts';
import type { CheckContext } from '../src/engine/context.ts';
import type { Creation } from '../src/engine/inventory.ts';
import { mismatch, refuseCut } from '../src/engine/matchers.ts';
import { fail, NotApplicable, undecided } from '../src/engine/outcomes.ts';
import type { Planned } from '../src/engine/plan.ts';
import { check, requirement } from '../src/engine/requirement.ts';
import { writeJson } from '../src/http/json/json.ts';

/** Every valid creation of the run; each was asked for once and serves all checks here. */
async function creationsOf({ inventory, cite }: CheckContext): Promise<readonly Creation[]> {
  await inventory.stock();
  const { creations } = inventory;
  if (creations.length === 0) undecided('no animal was created');
  cite(...creations.slice(0, 10).map(({ exchange }) => exchange));
  return creations;
}

const statusOf = ({ exchange }: Creation) => exchange.response.status;
const accepted = (creation: Creation) => Math.floor(statusOf(creation) / 100) === 2;
/** Ordinary animals of one category and status: what one of them is allowed, the other is. */
const alike = (one: Creation, other: Creation) =>
  plain(other) &&
  one.sent.categoryId === other.sent.categoryId &&
  one.sent.status === other.sent.status;
const plain = ({ planned }: Creation) => planned.kind === 'plain';

/** Ends the check as inconclusive where refusing an ordinary animal may be due to its category. */
function allowForCategory({ inventory }: CheckContext): void {
  const { id, certain } = inventory.category();
  if (certain) return;
  undecided(
    `the service refused category ${id}, and no animal was listed to take one from; name one that exists with --category-id`,
  );
}

requirement('create.created', () => {
  check('valid bodies', async (context) => {
    const creations = await creationsOf(context);
    const wrong = creations.find((one) => statusOf(one) !== 201 && statusOf(one) !== 400);
    if (wrong) mismatch('201 with the animal', wrong.exchange);
    const empty = creations.find((one) => statusOf(one) === 201 && !one.pet);
    if (empty) {
      refuseCut(empty.exchange);
      mismatch('the animal as a JSON object', empty.exchange);
    }
    const capricious = creations
      .filter(plain)
      .find(
        (one) => !accepted(one) && creations.some((other) => accepted(other) && alike(one, other)),
      );
    if (capricious) mismatch('201, as another animal of this kind was', capricious.exchange);
    const ordinary = creations.filter(plain);
    const [refused] = ordinary;
    if (refused && !ordinary.some(accepted)) {
      allowForCategory(context);
      mismatch('201 with the animal', refused.exchange);
    }
  });
});

requirement('create.server-id', () => {
  check('each animal has an id of its own', async (context) => {
    const created = (await creationsOf(context)).filter(({ pet }) => pet?.id !== undefined);
    if (created.length < 2) undecided('fewer than two animals were created with an id');
    const byId = new Map<bigint, Creation>();
    for (const creation of created) {
      const { pet, exchange } = creation;
      if (pet?.id === undefined) continue;
      const earlier = byId.get(pet.id);
      if (earlier) {
        fail(`two creations were answered with the id ${pet.id}`, earlier.exchange, exchange);
      }
      if (context.inventory.wasSeenBefore(pet.id, exchange.startedAt)) {
        fail(`the id ${pet.id} belonged to another animal before this creation`, exchange);
      }
      byId.set(pet.id, creation);
    }
  });
});

/** What a creation's answer changed of what was sent; undefined where it kept all of it. */
function changed({ sent, pet }: Creation): string | undefined {
  if (pet?.name !== undefined && pet.name !== sent.name) {
    return `name is ${JSON.stringify(pet.name)}, sent was ${JSON.stringify(sent.name)}`;
  }
  if (pet?.categoryId !== undefined && pet.categoryId !== sent.categoryId) {
    return `categoryId is ${pet.categoryId}, sent was ${sent.categoryId}`;
  }
  if (sent.status === undefined || pet === undefined || pet.status === sent.status)
    return undefined;
  if (pet.status === undefined && pet.hasStatus) return undefined;
  return `status is ${pet.status ?? 'absent'}, sent was ${sent.status}`;
}

function expectKept(creation: Creation): void {
  const change = changed(creation);
  if (change === undefined) return;
  fail(
    `expected: the values that were sent, ${writeJson({ ...creation.sent })}\nreceived: ${change}`,
    creation.exchange,
  );
}

requirement('create.keeps-values', () => {
  check('names of every script and sign', async (context) => {
    const named = (await creationsOf(context)).filter(({ planned }) => planned.pieces);
    context.cite(...named.map(({ exchange }) => exchange));
    const wrong = named.find(changed);
    if (wrong) await shrinkName(context, wrong);
    if (!named.some(({ pet }) => pet)) {
      throw new NotApplicable('every unusual name was refused, as the specification allows');
    }
  });

  check('category numbers beyond 2^53', async (context) => {
    const numbered = (await creationsOf(context)).filter(
      ({ planned }) => planned.kind === 'other-category',
    );
    const wrong = numbered.find(changed);
    if (wrong) await shrinkCategory(context, wrong);
    // A store may know its own categories only, so there may be nothing to compare.
  });

  check('every other animal', async (context) => {
    const creations = await creationsOf(context);
    creations.filter(({ planned }) => !shrinkable(planned)).forEach(expectKept);
    if (!creations.some(({ pet }) => pet)) undecided('no animal was created');
  });
});

/** What the checks above look at: names in pieces, and other categories. */
const shrinkable = ({ pieces, kind }: Planned) => pieces !== undefined || kind === 'other-category';

/** Looks for the piece of the name that is changed, by creating further animals. */
async function shrinkName({ forAll, inventory }: CheckContext, wrong: Creation): Promise<void> {
  const { pieces = [], status } = wrong.planned;
  const kept = status === undefined ? {} : { status };
  const show = (value: string[]) => `name ${JSON.stringify(nameOf(value))}`;
  let first = true;
  const options = { arbitrary: unusualName, examples: [[...pieces]], runs: 1, show };
  await forAll(options, async (value) => {
    const name = nameOf(value);
    const again = { kind: 'unusual-name', name, pieces: value, ...kept } as const;
    expectKept(first ? wrong : await inventory.create(again));
    first = false;
  });
  expectKept(wrong);
}

async function shrinkCategory({ forAll, inventory }: CheckContext, wrong: Creation): Promise<void> {
  const { name, status } = wrong.planned;
  const kept = status === undefined ? {} : { status };
  const show = (value: bigint) => `categoryId ${value}`;
  let first = true;
  const examples = [wrong.sent.categoryId];
  await forAll({ arbitrary: largeCategory, examples, runs: 1, show }, async (categoryId) => {
    const again = { kind: 'other-category', name, categoryId, ...kept } as const;
    expectKept(first ? wrong : await inventory.create(again));
    first = false;
  });
  expectKept(wrong);
}

requirement('create.status-optional', () => {
  check('a body without status', async (context) => {
    const creations = await creationsOf(context);
    const without = creations.filter(({ sent }) => sent.status === undefined);
    expectAccepted(context, without, creations);
  });
});

requirement('create.status-values', () => {
  for (const status of petStatuses) {
    check(`status ${status}`, async (context) => {
      const creations = await creationsOf(context);
      const having = creations.filter(({ sent }) => sent.status === status);
      expectAccepted(context, having, creations);
    });
  }
});

/** One of the creations was accepted; where none of the run was, that is create.created's failure. */
function expectAccepted(
  context: CheckContext,
  some: readonly Creation[],
  all: readonly Creation[],
): void {
  const evidence = some.map(({ exchange }) => exchange);
  context.cite(...evidence);
  if (some.some(accepted)) return;
  if (!all.some(accepted)) {
    allowForCategory(context);
    undecided('no creation at all was accepted');
  }
  const refused = some.find(plain) ?? some[0];
  if (!refused) undecided('the allowance of creations was spent before it was tried');
  mismatch('201 with the animal', refused.exchange);
}
