/** Section 4.2: a body that is not a NewPet is refused with 400. */

import type { Answered } from '../src/http/exchange.ts';
import type { Writable } from '../src/http/json.ts';
import type { CheckContext } from '../src/run/checks/check-context.ts';
import {
  answeredUnlessOdd,
  answeredUnlessStopped,
  askedIn,
  expectRefusedBody,
} from '../src/run/checks/refusal.ts';
import { check, checkCases, together } from '../src/run/checks/registration.ts';
import type { Cost, Tier } from '../src/run/plan/plan.ts';
import type { CallOptions } from '../src/run/requests/api.ts';
import { NotApplicable } from '../src/run/requests/outcomes.ts';
import { bySeed } from '../src/run/values/by-seed.ts';
import { joinedLayouts, layouts } from '../src/run/values/forms.ts';
import {
  furtherValues,
  lenientBodies,
  type Near,
  type NearBodies,
  nearBodies,
  nearMembers,
  nearValues,
  nestedBody,
  wrongKinds,
} from '../src/run/values/wrong-values.ts';
import {
  petStatuses,
  type RequiredMember,
  requiredMembers,
  type SentMember,
  sentMembers,
} from '../src/spec/animal.ts';

const { requirement } = together('odd bodies');

const none = {};

/** What a wrong body may also hold, so that a lenient reader, or one of changes, lets it pass. */
const besides: readonly Readonly<Record<string, Writable>>[] = [
  none,
  { colour: 'black' },
  { status: 'pending' },
  { id: 4_040_404_041n },
  none,
];

/** All of it at once, for a run that sends few bodies. */
const joinedBesides = [Object.assign({}, ...besides), none];

/** Whether there is a further member that the schema of a creation does not name. */
const hasUnknown = (more: Readonly<Record<string, Writable>>): boolean =>
  Object.keys(more).some((name) => name !== 'status');

/** One check for each kind of wrong value of a member. */
function refused(facts: SentMember): void {
  const { name: member } = facts;
  for (const [place, { kind, values, tier }] of wrongKinds(facts).entries()) {
    check(`${member} is ${kind}`, { tier }, async (context) => {
      const body = await validBody(context, `${member} is ${kind}`);
      const { isFrugal } = context.inventory;
      const { seed } = context.settings;
      const form = bySeed(isFrugal ? joinedLayouts : layouts, seed, place);
      const show = (value: Writable) => `${member} ${JSON.stringify(value, digits)}`;
      await context.forAll({ arbitrary: values, runs: 1, show }, async (value) => {
        const spoilt = { ...body, [member]: value };
        const ask = (more: object) =>
          askedIn(form, (one) => context.api.createPet({ ...more, ...spoilt }, { form: one }));
        const more = bySeed(isFrugal ? joinedBesides : besides, seed, place);
        const answer = await ask(more);
        // A member that the schema does not name may be refused in any way, which says nothing about the wrong value.
        const isOther = hasUnknown(more) && isOpen(answer);
        await expectRefusedBody(context, isOther ? await ask(none) : answer, place === 0);
      });
    });
  }
}

/** One check for each kind of near value. */
function refusedNear(facts: SentMember): void {
  const { name: member } = facts;
  for (const { kind, cases } of nearValues(facts)) {
    const title = `${member} is ${kind}`;
    checkCases(title, { tier: 4, cases }, async (context, value, at) => {
      const near = { ...(await validBody(context, `${title}, case ${at}`)), [member]: value };
      const answer = await answeredUnlessOdd(near, () => context.api.createPet(near));
      await expectRefusedBody(context, answer, false);
    });
  }
}

/** One check for all values of a kind that only full asks, in the body of an animal with a status. */
function refusedInFull(facts: SentMember): void {
  const { name: member } = facts;
  const { kind, cases } = furtherValues(facts);
  const title = `${member} is ${kind}`;
  check(title, { tier: 4, requests: cases.length }, async (context) => {
    for (const [at, value] of cases.entries()) {
      const body = await validBody(context, `${title}, case ${at}`);
      const answer = await context.api.createPet({ status: 'sold', ...body, [member]: value });
      await expectRefusedBody(context, answer, false);
    }
  });
}

/** Checks of bodies that lack a member, but have some that look like it or contain it. */
function refusedWithout(member: RequiredMember['name']): void {
  const [first, ...others] = nearMembers[member];
  const checkOf = (title: string, tier: Tier, bodies: readonly (Near | undefined)[]) =>
    check(title, { tier, requests: bodies.length }, async (context) => {
      for (const [at, bodyOf] of bodies.entries()) {
        const valid = await validBody(context, `${title}, case ${at}`);
        const [pet] = context.inventory.pets();
        const body = bodyOf?.(valid.name, valid.categoryId, pet?.id) ?? {};
        const answer = await context.api.createPet(body);
        const { [member]: _, ...bare } = valid;
        // Members that the schema does not name may be refused in any way.
        const judged = isOpen(answer) ? await context.api.createPet(bare) : answer;
        await expectRefusedBody(context, judged, false);
      }
    });
  checkOf(`${member} stands elsewhere, or under another name`, 1, [first]);
  checkOf(`${member} is missing beside an id or a status`, 4, others);
}

/** Whether it may have been refused for a member that the schema does not name, which may be done in any way. */
function isOpen(answer: Answered): boolean {
  const { status } = answer.response;
  return status > 401 && status < 500;
}

const digits = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);

/** A value of another type than that of the member. */
function ofOtherType({ type }: SentMember): Writable {
  if (type === 'string') return 7;
  return type === 'int64' ? 'seven' : 1;
}

/** The requirement of bodies that lack the member. */
function refuseMissing({ name, missing }: RequiredMember): void {
  requirement(missing, () => {
    check(`without ${name}`, { tier: 4 }, without(name));
    check(`without ${name} and status`, { tier: 4 }, without(name, 'status'));
    if (name === requiredMembers[0]?.name) {
      const all = requiredMembers.map((one) => one.name);
      check(`without ${all.join(' and ')}`, { tier: 4 }, without(...all));
      check('an empty object', { tier: 4 }, emptyObject);
    }
    refusedWithout(name);
  });
}

// No body that is sent at the same time as those without a name has a name that could be taken for theirs.
for (const [place, member] of sentMembers.entries()) {
  if (member.required) refuseMissing(member);
  requirement(member.invalid, () => {
    refused(member);
    refusedNear(member);
    refusedInFull(member);
    if (place > 0) return;
    const title = `${member.name} and all other members are of wrong types`;
    check(title, { tier: 4 }, async (context) => {
      const wrong = sentMembers.map((one) => [one.name, ofOtherType(one)] as const);
      const answer = await context.api.createPet(Object.fromEntries(wrong));
      await expectRefusedBody(context, answer, false);
    });
  });
}

requirement('create.null-status', () => {
  check('status is null', { tier: 3 }, async (context) => {
    const body = { ...(await validBody(context, 'status is null')), status: null };
    const answer = await context.api.createPet(body, { mayCreate: true });
    await expectRefusedBody(context, answer, true);
  });
});

/** Bodies that are not a JSON object. */
type Valid = { readonly name: string; readonly categoryId: bigint };
type Spoil = (json: string, valid: Valid) => string;
const wrongBodies: readonly (readonly [kind: string, tier: Tier, spoil: Spoil])[] = [
  ['an array', 2, (valid) => `[${valid}]`],
  ['a string', 3, (valid) => JSON.stringify(valid)],
  ['a number', 2, () => '42'],
  ['null', 2, () => 'null'],
  ['true', 3, () => 'true'],
  ['white space', 4, () => ' \n'],
  ['JSON that breaks off', 2, (valid) => valid.slice(0, -1)],
  ['empty', 2, () => ''],
  ['an empty array', 3, () => '[]'],
];

requirement('create.invalid-body', () => {
  for (const [kind, tier, spoil] of wrongBodies) {
    check(`the body is ${kind}`, { tier }, async (context) => {
      const { name, categoryId } = await validBody(context, kind);
      const valid = `{"name":"${name}","categoryId":${categoryId}}`;
      const answer = await context.api.createPetFrom(spoil(valid, { name, categoryId }));
      await expectRefusedBody(context, answer, kind === 'an array');
    });
  }

  for (const near of nearBodies) refusedBodies(near, { tier: 4 });

  check('the body is nested a thousand times', { tier: 4 }, async (context) => {
    await context.inventory.look();
    const answer = await answeredUnlessStopped(() => context.api.createPetFrom(nestedBody));
    if (answer.response.status === 413) {
      throw new NotApplicable('the body is too large, as it may be');
    }
    await expectRefusedBody(context, answer, false);
  });
});

requirement('create.strict-json', () => {
  const mayCreate = { mayCreate: true };
  for (const near of lenientBodies) refusedBodies(near, { tier: 4, creates: true }, mayCreate);
});

/** A check of the cases whose turn it is. */
function refusedBodies({ kind, cases }: NearBodies, cost: Cost, options: CallOptions = {}): void {
  checkCases(`the body is ${kind}`, { ...cost, cases }, (context, write, at) =>
    expectBodyRefused(context, `${kind}, case ${at}`, write, options),
  );
}

async function expectBodyRefused(
  context: CheckContext,
  use: string,
  write: NearBodies['cases'][number],
  options: CallOptions,
): Promise<void> {
  const { name, categoryId } = await validBody(context, use);
  const answer = await context.api.createPetFrom(write(name, categoryId), options);
  await expectRefusedBody(context, answer, false);
}

/** The members of a valid body; each check spoils one of them. */
async function validBody({ inventory }: CheckContext, use: string) {
  await inventory.survey();
  return { name: inventory.name(`refused: ${use}`), categoryId: inventory.category().id };
}

/** A check of a body without some of the members. */
function without(...names: readonly string[]) {
  return async (context: CheckContext) => {
    const form = bySeed(layouts, context.settings.seed, names.length);
    const body = await bodyWithout(names, context);
    const answer = await askedIn(form, (one) => context.api.createPet(body, { form: one }));
    await expectRefusedBody(context, answer, names.length === 1);
  };
}

/** A check of an empty object, which lacks both members. */
async function emptyObject(context: CheckContext): Promise<void> {
  // It is enough to know that the service is there.
  await context.inventory.look();
  await expectRefusedBody(context, await context.api.createPet({}), false);
}

const lackOf = (names: readonly string[]): string => `without ${names.join(' and ')}`;

async function bodyWithout(names: readonly string[], context: CheckContext) {
  const valid = await validBody(context, lackOf(names));
  // What is required may depend on the status, where it should not.
  const status = bySeed(petStatuses, context.settings.seed, names.length);
  const body = Object.entries({ ...valid, status });
  return Object.fromEntries(body.filter(([name]) => !names.includes(name)));
}
