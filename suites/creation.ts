/** Section 4.2: a valid body creates an animal, and the answer carries it. */

import { Inconclusive } from '../src/http/inconclusive.ts';
import { writeJson } from '../src/http/json.ts';
import { type Creation, isAccepted } from '../src/run/animals/inventory.ts';
import type { Planned } from '../src/run/animals/planned.ts';
import type { CheckContext } from '../src/run/checks/check-context.ts';
import { mismatch, refuseCut } from '../src/run/checks/matchers.ts';
import { isStopped } from '../src/run/checks/refusal.ts';
import { check, requirement } from '../src/run/checks/registration.ts';
import { fail, inconclusive, NotApplicable } from '../src/run/requests/outcomes.ts';
import { largeCategory, nameOf, unusualName } from '../src/run/values/arbitraries.ts';
import { type PetStatus, petStatuses, sentMembers } from '../src/spec/animal.ts';
import { full, noCategory } from '../src/spec/statuses.ts';

/** Every valid creation of the run; each was asked for once and serves all checks here. */
async function creationsOf({ inventory, cite }: CheckContext): Promise<readonly Creation[]> {
  await inventory.stock();
  const { creations } = inventory;
  if (creations.length === 0) inconclusive('no creation was answered');
  cite(...creations.slice(0, 10).map(({ exchange }) => exchange));
  return creations;
}

const statusOf = ({ exchange }: Creation) => exchange.response.status;
const accepted = ({ exchange }: Creation) => isAccepted(exchange);
const hasPlainName = ({ kind }: Pick<Planned, 'kind'>) =>
  ['plain', 'other-category'].includes(kind);

/** A store that knows single categories hardly knows so many of those that the run makes up. */
const enoughCategories = 3;

/**
 * Whether nothing that is open explains the refusal: a name made like this one and at least as long, its status, and its
 * category were each accepted in other animals. A category that the run made up counts as accepted if enough such ones
 * were, one of them below and one above it.
 */
function isCapricious(refused: Creation, taken: readonly Creation[]): boolean {
  const { planned, sent } = refused;
  const isNameTaken = taken.some(({ planned: { pieces, kind }, sent: { name } }) =>
    planned.pieces === undefined
      ? hasPlainName(planned) && hasPlainName({ kind })
      : pieces?.join('') === planned.pieces.join('') && name.length >= sent.name.length,
  );
  const isStatusTaken = taken.some((one) => one.sent.status === sent.status);
  const isKnown = isInKnownCategory(refused);
  const categories = new Set(
    taken.filter((one) => isInKnownCategory(one) === isKnown).map((one) => one.sent.categoryId),
  );
  const isCategoryTaken = isKnown
    ? categories.has(sent.categoryId)
    : categories.size >= enoughCategories &&
      [...categories].some((id) => id <= sent.categoryId) &&
      [...categories].some((id) => id >= sent.categoryId);
  return isNameTaken && isStatusTaken && isCategoryTaken;
}

/** Names may have to be unique, and no status is named for such a conflict. */
const isConflict = (one: Creation) =>
  one.planned.kind === 'namesake' && Math.floor(statusOf(one) / 100) === 4;
const isInKnownCategory = ({ planned }: Creation) => planned.categoryId === undefined;
const plain = ({ planned }: Creation) => planned.kind === 'plain';
/** Something before the service may stop an odd layout of a body, or an unusual name. */
const isStoppedAhead = ({ planned: { form, kind }, exchange }: Creation) =>
  (form?.write !== undefined || ['unusual-name', 'both'].includes(kind)) && isStopped(exchange);

/** For a name that a limit, a firewall or another name like it may stop, and for a category that may not exist or be closed. */
const oddName = [400, 403, 409, 413];
const oddCategory = [...noCategory, 403, 409];

/**
 * The statuses other than 201 that a creation may be answered with, by what is unusual about it: see docs/rulings.md.
 */
const allowedRefusals: Readonly<Record<Planned['kind'], readonly number[]>> = {
  plain: [400],
  'unusual-name': oddName,
  'other-category': oddCategory,
  both: [...oddName, ...oddCategory],
  namesake: [400, 409],
};

/**
 * Ends the check as inconclusive if every ordinary animal is refused for a reason that the specification does not
 * describe.
 */
function allowForRefusals({ inventory, settings }: CheckContext): void {
  const refused = [...inventory.creations.filter(plain), ...inventory.excused];
  const statuses = [...new Set(refused.map(statusOf))];
  const [status] = statuses;
  if (status === undefined) inconclusive('no ordinary animal was answered');
  // A setting that names the category says that it takes animals.
  const mayBe = settings.categoryId === undefined ? [...noCategory, ...full] : full;
  if (!statuses.every((one) => mayBe.includes(one))) return;
  if (!statuses.every((one) => noCategory.includes(one))) {
    const help = status === 403 ? 'give the run a key that may create' : 'has it room for more?';
    inconclusive(`the service answers ${statuses.join(' or ')} to every creation: ${help}`);
  }
  const tried = [...new Set(refused.map(({ sent }) => sent.categoryId))];
  const { certain } = inventory.category();
  inconclusive(
    `the service answers ${statuses.join(' or ')} to every creation in ${certain ? 'the listed ' : ''}category ${tried.join(', ')}` +
      `${certain ? '' : ', and no animal was listed to take one from'}; name one that takes animals with --category-id`,
  );
}

requirement('create.created', () => {
  check('valid bodies', async (context) => {
    const { inventory } = context;
    await inventory.stock();
    // If a status is never accepted, create.status-values fails instead.
    const some = inventory.creations.filter(accepted);
    const isDue = ({ kind, status }: Planned) =>
      kind === 'plain' && (some.length === 0 || some.some(({ sent }) => sent.status === status));
    const silence = inventory.silence(isDue);
    if (silence) throw silence;
    const creations = await creationsOf(context);
    const answered = creations.filter((one) => !isStoppedAhead(one));
    const ordinary = answered.filter(plain);
    if (!creations.some(accepted)) allowForRefusals(context);
    const wrong = answered.find(
      (one) =>
        statusOf(one) !== 201 &&
        !allowedRefusals[one.planned.kind].includes(statusOf(one)) &&
        !isConflict(one),
    );
    if (wrong) mismatch('201 with the animal', wrong.exchange);
    const empty = creations.find((one) => statusOf(one) === 201 && !one.pet);
    if (empty) {
      refuseCut(empty.exchange);
      mismatch('the animal as a JSON object', empty.exchange);
    }
    const taken = creations.filter(accepted);
    const capricious = answered.find(
      (one) => !accepted(one) && one.planned.kind !== 'namesake' && isCapricious(one, taken),
    );
    if (capricious) {
      const due = '201, as animals with a name, a status and a category of the same kinds got';
      mismatch(due, capricious.exchange);
    }
    const [refused] = ordinary;
    if (refused && !ordinary.some(accepted)) {
      allowForRefusals(context);
      mismatch('201 with the animal', refused.exchange);
    }
  });
});

requirement('create.server-id', () => {
  check('each animal has an id of its own', async (context) => {
    const created = (await creationsOf(context)).filter(({ pet }) => pet?.id !== undefined);
    if (created.length < 2) inconclusive('fewer than two animals were created with an id');
    // src/judge/animals.ts compares the ids of all creations.
  });
});

/** What the answer to a creation changed of the values sent; undefined if it kept all of them. */
function changed({ sent, pet }: Creation): string | undefined {
  if (pet === undefined) return undefined;
  for (const { name, type, required } of sentMembers) {
    const [due, kept] = [sent[name], pet[name]];
    // A value that is no valid one, or that must not be absent, fails the requirement of its member.
    const isJudged = kept === undefined && (required || pet.wrong?.includes(name) === true);
    if (due === undefined || kept === due || isJudged) continue;
    const show = (value: unknown) => (type === 'string' ? JSON.stringify(value) : `${value}`);
    const shown = kept === undefined ? 'absent' : show(kept);
    return `${name} is ${shown}, but the creation sent ${show(due)}`;
  }
  return undefined;
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
    if (!creations.some(({ pet }) => pet)) inconclusive('no animal was created');
  });
});

/** What the checks above vary: names in pieces, and other categories. */
const shrinkable = ({ pieces, kind }: Planned) => pieces !== undefined || kind === 'other-category';

/** Looks for the piece of the name that is changed, by creating further animals. */
async function shrinkName({ forAll, inventory }: CheckContext, wrong: Creation): Promise<void> {
  const { pieces = [], status, form = {} } = wrong.planned;
  const kept = { form, ...(status === undefined ? {} : { status }) };
  const ownOf = (value: readonly string[]) => inventory.name(`with ${value.join('')}`);
  const show = (value: string[]) => `name ${JSON.stringify(nameOf(ownOf(value), value))}`;
  const known = [wrong];
  const options = { arbitrary: unusualName, examples: [[...pieces]], runs: 1, show };
  await forAll(options, async (value) => {
    const own = ownOf(value);
    const name = nameOf(own, value);
    const again = { kind: 'unusual-name', name, own, pieces: value, ...kept } as const;
    expectKept(known.pop() ?? (await inventory.create(again)));
  });
}

async function shrinkCategory({ forAll, inventory }: CheckContext, wrong: Creation): Promise<void> {
  const { status } = wrong.planned;
  const kept = status === undefined ? {} : { status };
  const show = (value: bigint) => `categoryId ${value}`;
  const known = [wrong];
  const examples = [wrong.sent.categoryId];
  await forAll({ arbitrary: largeCategory, examples, runs: 1, show }, async (categoryId) => {
    const own = inventory.name(`in category ${categoryId}`);
    const again = { kind: 'other-category', name: own, own, categoryId, ...kept } as const;
    expectKept(known.pop() ?? (await inventory.create(again)));
  });
}

requirement('create.status-optional', () => {
  check('a body without status', async (context) => {
    const creations = await creationsOf(context);
    const without = creations.filter(({ sent }) => sent.status === undefined);
    await expectAccepted(context, without, creations, undefined);
  });
});

requirement('create.status-values', () => {
  for (const status of petStatuses) {
    check(`status ${status}`, async (context) => {
      const creations = await creationsOf(context);
      const having = creations.filter(({ sent }) => sent.status === status);
      await expectAccepted(context, having, creations, status);
    });
  }
});

/** Expects one of the creations to be accepted; if none of the run was, create.created fails instead. */
async function expectAccepted(
  context: CheckContext,
  some: readonly Creation[],
  all: readonly Creation[],
  status: PetStatus | undefined,
): Promise<void> {
  const evidence = some.map(({ exchange }) => exchange);
  context.cite(...evidence);
  if (some.some(accepted)) return;
  if (!all.some((one) => isInKnownCategory(one) && accepted(one))) allowForRefusals(context);
  if (!all.some(accepted)) inconclusive('no creation at all was accepted');
  const refused = some.find(plain) ?? some[0];
  if (refused) mismatch('201 with the animal', refused.exchange);
  const silence = context.inventory.silence((planned) => planned.status === status);
  throw silence ?? new Inconclusive(`no such animal was asked for${context.inventory.lack()}`);
}
