/** Section 4.3: one animal by its id. */

import type { PetStatus } from '../src/catalogue/operations.ts';
import { begunAnew } from '../src/engine/begun-anew.ts';
import type { CheckContext } from '../src/engine/context.ts';
import type { Creation } from '../src/engine/creator.ts';
import { type Form, inTurn, joinedHeadForms } from '../src/engine/forms.ts';
import type { KnownPet } from '../src/engine/inventory.ts';
import { expect, mismatch } from '../src/engine/matchers.ts';
import { fail, inconclusive, NotApplicable } from '../src/engine/outcomes.ts';
import { type Pet, petOf, petsOf } from '../src/engine/pet.ts';
import { renamed } from '../src/engine/plan.ts';
import { keepPlan } from '../src/engine/question-plan.ts';
import { check, requirement } from '../src/engine/requirement.ts';
import type { Answered } from '../src/http/exchange.ts';
import { Silence } from '../src/http/inconclusive.ts';
import { mayBeGone } from '../src/judge/defined.ts';

/** How many created animals are asked for again, more of them if the plan has room; how many of them one by one, and at once. */
const created = { fewest: 5, few: 6, more: 60, alone: 3, together: 8 };

/** An animal that this run created, as its creation answered it. */
interface Own {
  readonly creation: Creation;
  readonly pet: KnownPet;
}

/** The animals that this run created and that have an id: those to be read, the same for all checks. */
async function createdPets(context: CheckContext): Promise<Own[]> {
  const { inventory, settings } = context;
  keepPlan(context, 'get.found: animals that this run created');
  return context.once('the created animals to read', async () => {
    if (settings.profile !== 'read-only') await inventory.settle();
    const ids = inventory.creations.flatMap(({ pet }) => pet?.id ?? []);
    const areListed = ids.some((id) => inventory.wasListed(id));
    const isMissing = ({ pet }: Creation) =>
      areListed && pet?.id !== undefined && !inventory.wasListed(pet.id);
    // What no list shows though others of this run are there, the very first, what may be kept otherwise than answered.
    const rank = (one: Creation, at: number) => {
      const { kind, form } = one.planned;
      if (isMissing(one)) return 0;
      if (at === 0) return 1;
      if (kind === 'both') return 2;
      // Between them the first four hold every piece of a name.
      if (kind === 'unusual-name' && (at < 4 || form !== undefined)) return 3;
      return kind === 'plain' ? 5 : 4;
    };
    const ranked = inventory.creations.map((one, at) => ({ one, rank: rank(one, at) }));
    return ranked
      .toSorted((a, b) => a.rank - b.rank)
      .flatMap(({ one }) => ownOf(one))
      .slice(0, created[howMany(context)]);
  });
}

function howMany({ inventory, plan }: CheckContext): 'fewest' | 'few' | 'more' {
  if (plan.asks('more of the created animals')) return 'more';
  return inventory.isFrugal ? 'fewest' : 'few';
}

function ownOf(creation: Creation): Own[] {
  const { pet } = creation;
  return pet?.id === undefined ? [] : [{ creation, pet: { ...pet, id: pet.id } }];
}

/** Another animal of the same kind, asked for by its id: what others do to one, they do not do to both. */
async function twinOf(
  context: CheckContext,
  { creation: { planned } }: Own,
): Promise<{ readonly own: Own; readonly answer: Answered } | undefined> {
  const { inventory } = context;
  const twin = renamed(planned, 0, (use) => inventory.name(`twin ${use}`));
  const [own] = ownOf(await inventory.create(twin));
  return own && { own, answer: await retrieve(context, own.pet.id) };
}

/**
 * The animals that this run created: one in the ordinary way, the others each in another form, some one by one, which a
 * count must fall with, and then all at once. The silence of the first, if that is the answer.
 */
async function readTogether(
  context: CheckContext,
  [first, ...others]: readonly Own[],
): Promise<Silence | undefined> {
  const { seed } = context.settings;
  try {
    if (first) await retrieve(context, first.pet.id);
  } catch (error) {
    return error instanceof Silence ? error : undefined;
  }
  const read = ({ pet }: Own, place: number) =>
    retrieve(context, pet.id, inTurn(joinedHeadForms, seed, place));
  const alone = others.slice(0, created.alone - 1);
  // What one of them shows is the matter of the check that needs it.
  for (const [place, one] of alone.entries()) await Promise.allSettled([read(one, place)]);
  const together = others.slice(alone.length);
  await Promise.allSettled(together.map((one, at) => read(one, alone.length + at)));
  return undefined;
}

/**
 * GET of an animal known to exist, asked again within the grace while it is not found. An id that is given again is
 * another animal's, and read afresh.
 */
export async function retrieve(
  context: CheckContext,
  id: bigint,
  form: Form = {},
): Promise<Answered> {
  const given = context.inventory.creations.filter(({ pet }) => pet?.id === id).length;
  const answer = await context.once(`animal ${id} ${given}`, () =>
    context.eventually(
      () => context.api.getPet(id, { form }),
      ({ response }) => response.status !== 404,
    ),
  );
  context.cite(answer);
  excuseRemoval(answer);
  return answer;
}

/** From the day of its removal on, getPet need not be there any more. */
function excuseRemoval(answer: Answered): void {
  if (!mayBeGone(answer)) return;
  throw new NotApplicable('getPet is gone, as announced for 5 December 2030');
}

/** Holds a read against the animal of the id. */
export function expectFound(answer: Answered, id: bigint): void {
  expect(answer).toBePet(200);
  const found = petOf(answer)?.id;
  if (found !== undefined && found !== id) {
    fail(`expected: the animal with the id ${id}\nreceived: the one with ${found}`, answer);
  }
}

/** So many animals of the run gone that no list has shown, and it was not others who took them. */
const mostUnseen = 3;

requirement('get.found', () => {
  check('animals that this run created', async (context) => {
    if (context.settings.profile === 'read-only') throw new NotApplicable('nothing was created');
    const pets = await createdPets(context);
    if (pets.length === 0) throw new NotApplicable('no animal was created with an id');
    const silence = await readTogether(context, pets.slice(0, created.together));
    if (silence) throw silence;
    const gone: { readonly own: Own; readonly answer: Answered }[] = [];
    for (const own of pets) {
      const answer = await retrieve(context, own.pet.id);
      const isGone = answer.response.status === 404 && !(await stillListed(context, own.pet.id));
      if (isGone) gone.push({ own, answer });
      else expectFound(answer, own.pet.id);
    }
    await excuseGone(context, gone, pets.length);
  });

  check('an animal that a list shows', async (context) => {
    const own = (await createdPets(context)).map(({ pet }) => pet.id);
    const tried: bigint[] = [];
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const list =
        attempt === 1
          ? await context.inventory.settle()
          : await context.api.listPets({ limit: 100 });
      const id = candidateOf(list, [...own, ...tried], attempt) ?? tried.at(-1);
      if (id === undefined) {
        const { status } = list.response;
        if (status !== 200) inconclusive(`the list was answered ${status}`);
        inconclusive(`the list shows no animal${context.inventory.lack()}`);
      }
      tried.push(id);
      const answer = await retrieve(context, id);
      // Other clients may remove animals: one that is gone from the list as well decides nothing.
      if (answer.response.status !== 404 || (await stillListed(context, id))) {
        expectFound(answer, id);
        return;
      }
    }
    inconclusive(`the animals ${tried.join(', ')} were listed and then taken away`);
  });
});

/** How many further animals that lists show are asked for in full. */
const rareOnes = 12;

requirement('get.found', () => {
  check('animals of rare ids and names that a list shows', async (context) => {
    await context.inventory.settle();
    const own = (await createdPets(context)).map(({ pet }) => pet.id);
    const rare = context.inventory.pets().filter((pet) => isRare(pet) && !own.includes(pet.id));
    for (const { id } of rare.slice(0, rareOnes)) {
      const answer = await retrieve(context, id);
      if (answer.response.status !== 404 || (await stillListed(context, id))) {
        expectFound(answer, id);
      }
    }
  });
});

/** Whether an id is beyond 31 bits or not above 0, or a name is not letters of ASCII, digits and spaces. */
function isRare({ id, name = '' }: KnownPet): boolean {
  return id <= 0n || id >= 2n ** 31n || !/^[a-z][a-z\d ]*$/i.test(name);
}

/** How many animals are tried where others take them away. */
const attempts = 3;

/** An animal that a list shows, from its end, its beginning or its middle; rather one that was not tried. */
function candidateOf(
  list: Answered,
  tried: readonly bigint[],
  attempt: number,
): bigint | undefined {
  const ids = (petsOf(list) ?? []).flatMap(({ id }) => id ?? []);
  // On a store that was empty all are this run's own, and one that was asked for already will do.
  const fresh = ids.filter((id) => !tried.includes(id));
  const from = fresh.length > 0 ? fresh : ids;
  const places = [from.length - 1, 0, Math.floor(from.length / 2)];
  return from[places[attempt - 1] ?? 0];
}

/** Others may take animals of this run away, but hardly the twins of most of them, or of those nobody has seen. */
async function excuseGone(
  context: CheckContext,
  gone: readonly { readonly own: Own; readonly answer: Answered }[],
  asked: number,
): Promise<void> {
  const unseen = gone.filter(({ own }) => !context.inventory.wasListed(own.pet.id));
  // All may go at once, when staging is put back to what it was; what is created now is there.
  const doubtful = gone.length * 2 > asked || unseen.length >= mostUnseen ? gone : unseen;
  for (const { own, answer } of doubtful.slice(0, mostUnseen)) {
    const first = await twinOf(context, own);
    // The store may be put back just then, too: while a run waits for its limit a minute passes.
    const twin = first?.answer.response.status === 404 ? await twinOf(context, first.own) : first;
    if (twin === undefined) expectFound((first ?? { answer }).answer, own.pet.id);
    else expectFound(twin.answer, twin.own.pet.id);
    if (twin && unseen.some((one) => one.own === own)) await excuseNamesake(context, own, twin.own);
  }
}

/** Of an animal that has gone and whose name another has: whether a twin and its namesake are both there. */
async function excuseNamesake(context: CheckContext, gone: Own, twin: Own): Promise<void> {
  const { api, inventory } = context;
  const { name } = gone.creation.sent;
  const namesakes = inventory.creations.filter((one) => one.sent.name === name && one.pet);
  if (namesakes.length < 2) return;
  const { planned } = twin.creation;
  const other = await inventory.create({ kind: 'namesake', name: planned.name, own: planned.own });
  expectFound(await api.getPet(twin.pet.id), twin.pet.id);
  for (const { pet } of ownOf(other)) expectFound(await retrieve(context, pet.id), pet.id);
}

async function stillListed({ api, inventory }: CheckContext, id: bigint): Promise<boolean> {
  const status = inventory.pets().find((pet) => pet.id === id)?.status;
  const lists = [
    { limit: 100 },
    ...(status && inventory.count() > 99 ? [{ limit: 100, status }] : []),
  ];
  for (const query of lists) {
    if ((petsOf(await api.listPets(query)) ?? []).some((pet) => pet.id === id)) return true;
  }
  return false;
}

/** Of so many animals that look otherwise a twin is created. */
const twins = 2;

/** So many twins in a row must look otherwise, too: others may edit whatever is new for a time. */
const inARow = 3;

requirement('get.same-animal', () => {
  check('as its creation answered it', async (context) => {
    const pets = await createdPets(context);
    if (pets.length === 0)
      inconclusive(`no animal was created with an id${context.inventory.lack()}`);
    await readTogether(context, pets.slice(0, created.together));
    let compared = 0;
    const edited: { readonly own: Own; readonly answer: Answered }[] = [];
    for (const own of pets) {
      if ((await begunAnew(context))?.isBefore(own.creation) === true) continue;
      const answer = await retrieve(context, own.pet.id);
      const same = isSame(own.pet, answer);
      if (same === undefined) continue;
      compared += 1;
      if (!same) edited.push({ own, answer });
    }
    const [first] = pets;
    if (compared === 0 && first) {
      const twin = await twinOf(context, first);
      const same = twin && isSame(twin.own.pet, twin.answer);
      if (same === undefined) inconclusive('no created animal could be retrieved');
      if (twin && !same) expectSame(twin.own.pet, twin.answer);
    }
    for (const { own, answer } of edited.slice(0, twins)) {
      const { name } = petOf(answer) ?? {};
      // Nobody gives an animal the name of another one of this run.
      if ((await begunAnew(context))?.isBefore(own.creation) === true) continue;
      const isOthers = name !== own.pet.name && name !== undefined;
      if (isOthers && context.inventory.creations.some(({ sent }) => sent.name === name)) {
        expectSame(own.pet, answer);
      }
      // Others may edit an animal: what they do to one, they do not do to its twin as well.
      let read = { own, answer };
      for (let twin = 1; twin <= inARow && isSame(read.own.pet, read.answer) === false; twin += 1) {
        read = (await twinOf(context, read.own)) ?? read;
      }
      expectSame(read.own.pet, read.answer);
    }
  });

  check('in the status in which lists show it', async (context) => {
    if (context.settings.profile === 'read-only') throw new NotApplicable('nothing was created');
    for (const { pet } of await createdPets(context)) {
      const answer = await retrieve(context, pet.id);
      const found = answer.response.status === 200 ? petOf(answer) : undefined;
      if (pet.status === undefined || found?.id !== pet.id) continue;
      if (found.status === undefined || found.status === pet.status) continue;
      await expectOneStatus(context, pet.id, pet.status);
      return;
    }
  });
});

/** How often a list and a read must contradict one another; a status may move in between. */
const contradictions = 3;

/** Fails where a filtered list shows the animal each time, and getPet each time in another status. */
async function expectOneStatus(
  { api }: CheckContext,
  id: bigint,
  status: PetStatus,
): Promise<void> {
  const seen: Answered[] = [];
  for (let round = 1; round <= contradictions; round += 1) {
    const list = await api.listPets({ status, limit: 100 });
    const isShown = (petsOf(list) ?? []).some((one) => one.id === id && one.status === status);
    const answer = await api.getPet(id);
    const found = answer.response.status === 200 ? petOf(answer) : undefined;
    if (!isShown || found?.status === undefined || found.status === status) return;
    seen.push(list, answer);
  }
  const shown = petOf(seen.at(-1) ?? fail('no answer was kept'))?.status;
  fail(`expected: animal ${id} as ${status}, as lists show it\nreceived: ${shown}`, ...seen);
}

/** What others can hardly change between a creation and a read; a status may move at any time (section 3). */
const lasting = ['name', 'categoryId'] as const;

/** The first member that an answer shows otherwise than the creation did. */
function changedMember(pet: KnownPet, found: Pet): (typeof lasting)[number] | undefined {
  return lasting.find(
    (member) =>
      found[member] !== undefined && pet[member] !== undefined && found[member] !== pet[member],
  );
}

/** Whether the answer shows the animal unchanged; undefined where it shows another one, or none. */
function isSame(pet: KnownPet, answer: Answered): boolean | undefined {
  const found = answer.response.status === 200 ? petOf(answer) : undefined;
  // Whether it is found, and under its own id, is asked by get.found.
  return found?.id === pet.id ? changedMember(pet, found) === undefined : undefined;
}

function expectSame(pet: KnownPet, answer: Answered): void {
  const found = answer.response.status === 200 ? petOf(answer) : undefined;
  const member = found?.id === pet.id ? changedMember(pet, found) : undefined;
  if (member) mismatch(`${member} ${pet[member]}, as the creation answered`, answer);
}
