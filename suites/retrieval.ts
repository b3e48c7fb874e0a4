/** Section 4.3: one animal by its id. */

import { getPetRemoval, int64 } from '../src/catalogue/operations.ts';
import { strangeId, strangerId } from '../src/engine/arbitraries.ts';
import type { CheckContext } from '../src/engine/context.ts';
import type { Creation, KnownPet } from '../src/engine/inventory.ts';
import { expect, mismatch } from '../src/engine/matchers.ts';
import { fail, NotApplicable, undecided } from '../src/engine/outcomes.ts';
import { petOf, petsOf } from '../src/engine/pet.ts';
import { check, requirement } from '../src/engine/requirement.ts';
import type { Answered } from '../src/http/exchange.ts';
import { mayBeGone } from '../src/judge/defined.ts';

/** How many created animals are asked for again. */
const created = 7;

/** The animals that this run created and that have an id, as their creation answered them. */
async function createdPets({ inventory }: CheckContext): Promise<KnownPet[]> {
  await inventory.stock();
  // The very first, and then what may be kept otherwise than answered.
  const rank = ({ planned }: Creation, at: number) =>
    at === 0 || planned.kind !== 'plain' ? 0 : 1;
  const ranked = inventory.creations.map((one, at) => ({ one, rank: rank(one, at) }));
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one)
    .flatMap(({ pet }) => (pet?.id === undefined ? [] : [{ ...pet, id: pet.id }]))
    .slice(0, created);
}

/** GET of an animal known to exist, asked again within the grace while it is not found. */
async function retrieve(context: CheckContext, id: bigint): Promise<Answered> {
  const answer = await context.once(`animal ${id}`, () =>
    context.eventually(
      () => context.api.getPet(id),
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

function expectFound(answer: Answered, id: bigint): void {
  expect(answer).toBePet(200);
  const found = petOf(answer)?.id;
  if (found !== undefined && found !== id) {
    fail(`expected: the animal with the id ${id}\nreceived: the one with ${found}`, answer);
  }
}

requirement('get.found', () => {
  check('animals that this run created', async (context) => {
    if (context.settings.profile === 'read-only') throw new NotApplicable('nothing was created');
    const pets = await createdPets(context);
    if (pets.length === 0) undecided('no animal was created with an id');
    for (const { id } of pets) expectFound(await retrieve(context, id), id);
  });

  check('an animal that a list shows', async (context) => {
    const list = await context.inventory.settle();
    const pets = (petsOf(list) ?? []).filter(({ id }) => id !== undefined);
    // On a store that was empty all are this run's own, and one that was asked for already will do.
    const own = (await createdPets(context)).map(({ id }) => id);
    const pet = pets.findLast(({ id }) => !own.includes(id ?? -1n)) ?? pets.at(-1);
    if (pet?.id === undefined) undecided(`no list shows an animal${context.inventory.lack()}`);
    const answer = await retrieve(context, pet.id);
    // Other clients may remove animals: one that is gone from the list as well decides nothing.
    if (answer.response.status === 404 && !(await stillListed(context, pet.id))) {
      undecided(`the animal ${pet.id} is no longer listed`);
    }
    expectFound(answer, pet.id);
  });
});

async function stillListed({ api }: CheckContext, id: bigint): Promise<boolean> {
  const list = await api.listPets({ limit: 100 });
  return (petsOf(list) ?? []).some((pet) => pet.id === id);
}

requirement('get.same-animal', () => {
  check('as its creation answered it', async (context) => {
    const pets = await createdPets(context);
    if (pets.length === 0) undecided('no animal was created with an id');
    let compared = 0;
    for (const pet of pets) {
      const answer = await retrieve(context, pet.id);
      const found = answer.response.status === 200 ? petOf(answer) : undefined;
      // Whether it is found, and under its own id, is asked by get.found.
      if (found?.id !== pet.id) continue;
      compared += 1;
      for (const member of ['name', 'categoryId', 'status'] as const) {
        if (member !== 'status' && (found[member] === undefined || pet[member] === undefined))
          continue;
        if (found[member] === pet[member]) continue;
        if (member === 'status' && found.status === undefined && found.hasStatus) continue;
        if (member === 'status' && pet.status === undefined && pet.hasStatus) continue;
        const show = (value: unknown) => (value === undefined ? 'absent' : `${value}`);
        mismatch(`${member} ${show(pet[member])}, as the creation answered`, answer);
      }
    }
    if (compared === 0) undecided('no created animal could be retrieved');
  });
});

requirement('get.not-found', () => {
  for (const [range, arbitrary] of [
    ['up to 2^53', strangeId],
    ['beyond 2^53', strangerId],
  ] as const) {
    check(`an id ${range} that no animal has`, async (context) => {
      await context.inventory.stock();
      await expectServed(context);
      const nobodys = arbitrary.filter((id) => !context.inventory.has(id));
      await context.forAll(
        { arbitrary: nobodys, runs: 1, show: (id) => `id ${id}` },
        async (id) => {
          expect(await context.api.getPet(id)).toBeRefused(404);
        },
      );
    });
  }

  check('an id whose last 32 bits are those of an animal', async (context) => {
    await context.inventory.stock();
    await expectServed(context);
    const alike = context.inventory
      .pets()
      .map(({ id }) => id + 2n ** 32n)
      .find((id) => id <= int64.max && !context.inventory.has(id));
    if (alike === undefined) throw new NotApplicable('no animal is known whose id has such a twin');
    expect(await context.api.getPet(alike)).toBeRefused(404);
  });
});

/** After the removal date a 404 says nothing unless getPet still serves animals. */
async function expectServed(context: CheckContext): Promise<void> {
  if (context.now() < getPetRemoval.getTime()) return;
  const [pet] = context.inventory.pets();
  if (pet) await retrieve(context, pet.id);
}
