/** Sections 4.2 and 4.3: an animal that is read is as its creation answered it. */

import type { PetStatus } from '../src/catalogue/operations.ts';
import { fail, inconclusive, ofAnother } from '../src/engine/asking/outcomes.ts';
import { begunAnew, hadGone } from '../src/engine/checks/begun-anew.ts';
import { catchUp, pauseBefore } from '../src/engine/checks/catch-up.ts';
import type { CheckContext } from '../src/engine/checks/context.ts';
import { givenAgain } from '../src/engine/checks/given-again.ts';
import { mismatch } from '../src/engine/checks/matchers.ts';
import { check, together } from '../src/engine/checks/requirement.ts';
import type { KnownPet } from '../src/engine/store/known-animals.ts';
import { type Pet, petOf, petsOf } from '../src/engine/store/pet.ts';
import type { Answered } from '../src/http/exchange.ts';
import {
  createdPets,
  mostReadAtOnce,
  type Own,
  readTogether,
  retrieve,
  twinOf,
} from './created-animals.ts';

const { requirement } = together('reads');

/** How many of the animals that look different get a twin. */
const twins = 2;

/** This many twins in a row must look different, too: others may edit whatever is new for a time. */
const inARow = 3;

/** An animal of this run, and an answer of getPet to its id. */
interface Read {
  readonly own: Own;
  readonly answer: Answered;
}

requirement('get.same-animal', () => {
  check('as its creation answered it', async (context) => {
    const pets = await createdPets(context);
    if (pets.length === 0)
      inconclusive(`no animal was created with an id${context.inventory.lack()}`);
    await ofAnother(readTogether(context, pets.slice(0, mostReadAtOnce)));
    let compared = 0;
    const edited: Read[] = [];
    for (const own of pets) {
      if (await isGone(context, own)) continue;
      const answer = await ofAnother(retrieve(context, own.pet.id));
      const same = isSame(own.pet, answer);
      if (same === undefined) continue;
      compared += 1;
      if (!same) edited.push({ own, answer });
    }
    const [first] = pets;
    if (compared === 0 && first) await expectTwinSame(context, first);
    for (const { own, answer } of edited.slice(0, twins)) {
      const { name } = petOf(answer) ?? {};
      if (await isGone(context, own)) continue;
      // Nobody gives an animal the name of another animal of this run.
      const isOthers = name !== own.pet.name;
      if (isOthers && context.inventory.creations.some(({ sent }) => sent.name === name)) {
        expectSame(own.pet, answer);
      }
      // Others may edit an animal: what they do to one, they do not do to its twin as well.
      let read = { own, answer };
      for (let twin = 1; twin <= inARow && isSame(read.own.pet, read.answer) === false; twin += 1) {
        const made = await twinOf(context, read.own);
        if (made === undefined && twin === 1) {
          inconclusive(
            `animal ${own.pet.id} may be edited by others, and no twin of it was accepted`,
          );
        }
        read = made ?? read;
      }
      expectSame(read.own.pet, read.answer);
    }
    for (const one of edited.slice(0, 1)) await expectLasting(context, one);
  });

  check('in the status in which lists show it', async (context) => {
    for (const { pet } of await createdPets(context)) {
      const answer = await ofAnother(retrieve(context, pet.id));
      const status = shownBy(answer, pet)?.status;
      if (pet.status === undefined || status === undefined || status === pet.status) continue;
      await expectOneStatus(context, pet.id, pet.status);
      return;
    }
  });
});

/**
 * If none of the animals is there any more, expects a twin to be as it was created. The first twin may go as they did.
 */
async function expectTwinSame(context: CheckContext, first: Own): Promise<void> {
  for (let attempt = 1; attempt <= twins; attempt += 1) {
    const twin = await twinOf(context, first);
    if (twin === undefined || isSame(twin.own.pet, twin.answer) === undefined) continue;
    expectSame(twin.own.pet, twin.answer);
    return;
  }
  inconclusive('no created animal could be retrieved');
}

/**
 * Whether the animal need not be there under its id: the store was reset, or it had gone, or may have, before the id
 * was given again.
 */
async function isGone(context: CheckContext, { creation }: Own): Promise<boolean> {
  if (hadGone(context, creation)) return true;
  if ((await begunAnew(context))?.isBefore(creation) === true) return true;
  return (await givenAgain(context)).mayHaveGone(creation);
}

/**
 * Fails if an animal looks different, and each of several twins that looked right does so within the grace, too: a
 * cache may show at first what the store did not keep. What others edit all the time does not stay as they leave it.
 */
async function expectLasting(context: CheckContext, { own, answer }: Read): Promise<void> {
  const before = changedMember(own.pet, answer);
  if (await isGone(context, own)) return;
  const made: Own[] = [];
  for (let twin = 1; twin <= inARow; twin += 1) {
    const read = await twinOf(context, own);
    if (read === undefined || isSame(read.own.pet, read.answer) !== true) return;
    made.push(read.own);
  }
  const changed: { readonly pet: KnownPet; readonly later: Answered }[] = [];
  for (const { pet } of made) {
    const later = await context.eventually(
      () => context.api.getPet(pet.id),
      (one) => changedMember(pet, one) === before,
    );
    if (changedMember(pet, later) !== before) return;
    changed.push({ pet, later });
  }
  await catchUp(context, 1);
  for (const { pet, later } of changed) {
    if (!staysAs(shownBy(later, pet), shownBy(await context.api.getPet(pet.id), pet))) return;
  }
  const last = changed.at(-1);
  if (last) expectSame(last.pet, last.later);
}

/** Whether two reads of one animal agree. */
const staysAs = (one: Pet | undefined, other: Pet | undefined): boolean =>
  one !== undefined && lasting.every((member) => one[member] === other?.[member]);

/**
 * Fails if a filtered list shows the animal each time, and getPet shows another status each time, for longer than
 * either may lag behind a sale.
 */
async function expectOneStatus(
  context: CheckContext,
  id: bigint,
  status: PetStatus,
): Promise<void> {
  const { api } = context;
  const seen: Answered[] = [];
  for (const share of pauseBefore) {
    await catchUp(context, share);
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

type Lasting = (typeof lasting)[number];

function firstDifference(pet: KnownPet, found: Pet): Lasting | undefined {
  return lasting.find(
    (member) =>
      found[member] !== undefined && pet[member] !== undefined && found[member] !== pet[member],
  );
}

/** The animal in the answer to its id; undefined if the answer shows another one or none, which get.found judges. */
function shownBy(answer: Answered, { id }: KnownPet): Pet | undefined {
  const found = answer.response.status === 200 ? petOf(answer) : undefined;
  return found?.id === id ? found : undefined;
}

/** Whether the answer shows the animal unchanged; undefined if it does not show it. */
function isSame(pet: KnownPet, answer: Answered): boolean | undefined {
  const found = shownBy(answer, pet);
  return found && firstDifference(pet, found) === undefined;
}

/** The first member that differs between the creation and this answer. */
function changedMember(pet: KnownPet, answer: Answered): Lasting | undefined {
  const found = shownBy(answer, pet);
  return found && firstDifference(pet, found);
}

function expectSame(pet: KnownPet, answer: Answered): void {
  const member = changedMember(pet, answer);
  if (member) mismatch(`${member} ${pet[member]}, as the creation answered`, answer);
}
