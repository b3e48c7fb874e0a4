/** Sections 4.3 and 7: an id that no animal has is answered 404. */

import type { Answered } from '../src/http/exchange.ts';
import { petOf } from '../src/judge/pet.ts';
import type { KnownPet } from '../src/run/animals/inventory.ts';
import type { CheckContext } from '../src/run/checks/check-context.ts';
import { expect, refuseCut } from '../src/run/checks/matchers.ts';
import { check, together } from '../src/run/checks/registration.ts';
import { NotApplicable } from '../src/run/requests/outcomes.ts';
import {
  dataSeed,
  sample,
  seedFor,
  strangeId,
  twinDistance,
  unusedId,
} from '../src/run/values/arbitraries.ts';
import { bySeed } from '../src/run/values/by-seed.ts';
import { compressed, headForms, negotiatedForms, noType } from '../src/run/values/forms.ts';
import { int64 } from '../src/spec/animal.ts';
import { getPetRemoval } from '../src/spec/operations.ts';
import { retrieve } from './created-animals.ts';

const { requirement } = together('reads');

requirement('get.not-found', () => {
  for (const [range, arbitrary, place] of [
    ['up to 2^53', strangeId, 0],
    ['beyond 2^53', unusedId, 1],
  ] as const) {
    check(`an id ${range} that no animal has`, { tier: 4 }, async (context) => {
      await context.inventory.stock();
      await expectServed(context);
      await context.forAll({ arbitrary, runs: 1, show: (id) => `id ${id}` }, async (id) => {
        await expectNobody(context, id, place);
      });
    });
  }

  check('an id at either end of int64', { tier: 3, requests: 4 }, async (context) => {
    await context.inventory.stock();
    await expectServed(context);
    const { inventory } = context;
    const highest = inventory.pets().reduce((most, { id }) => (id > most ? id : most), 0n);
    // If no id is known because none that is shown is an integer, ids may begin anywhere.
    const next = inventory.pets().length === 0 ? [] : [highest + 1n];
    // The sign of an id may be dropped.
    const [pet] = inventory.pets();
    const opposite = pet === undefined || pet.id === 0n ? [] : [-pet.id];
    // The greatest id is beyond what a double tells apart, too.
    const ends = [int64.max, 0n, ...opposite, ...next].filter(
      (id) => id <= int64.max && !inventory.has(id),
    );
    if (ends.length === 0) throw new NotApplicable('animals have the ids at all ends');
    for (const [place, id] of ends.entries()) {
      const form = place === 0 ? noType : compressed;
      // Below zero it may be refused in any way (`gap.pet-id-format`), but must not show another animal: the judge looks.
      if (id < 0n) {
        await context.api.getPet(id, { form, purpose: 'gap' });
        continue;
      }
      const answer = await context.api.getPet(id, { form });
      // Ids may begin at 1, and the next one may be given by now: then an answer has shown it.
      if (id === 0n && answer.response.status === 400) continue;
      if (inventory.has(id)) {
        throw new NotApplicable(`somebody has the id ${id} by now`);
      }
      expectNotFound(answer);
    }
  });

  check('an id whose last 32 bits are those of an animal', { tier: 1 }, async (context) => {
    await context.inventory.stock();
    await expectServed(context);
    const pets = context.inventory.pets();
    const far = sample(twinDistance, seedFor(dataSeed(context.settings), 'twins'), 3);
    const ids = far.flatMap((distance, at) => {
      const id = pets[at % Math.max(1, pets.length)]?.id;
      return id === undefined ? [] : [id + distance];
    });
    if (!(await expectFreeOne(context, ids))) {
      throw new NotApplicable('no animal is known whose id has a twin that is free');
    }
  });

  const careless = 'ids that a careless look-up takes for those of animals';
  check(careless, { tier: 4, requests: 12 }, async (context) => {
    await context.inventory.stock();
    await expectServed(context);
    const { api, inventory, settings } = context;
    const ids = likeOnes(inventory.pets()).filter((id) => id <= int64.max && !inventory.has(id));
    if (ids.length === 0) throw new NotApplicable('no animal is known whose id is like a free one');
    for (const [place, id] of ids.entries()) {
      // Twice, the second time in another form: what the first one left behind must not answer.
      for (const form of [{}, bySeed(headForms, settings.seed, place)]) {
        const answer = await api.getPet(id, { form });
        if (shows(answer, id)) break;
        expectNotFound(answer);
      }
    }
  });
});

/**
 * Ids with the last bits, the first or the last digits of known ones, ids between known ones, and names that are
 * numbers.
 */
function likeOnes(pets: readonly KnownPet[]): readonly bigint[] {
  const [first, ...others] = pets.map(({ id }) => id).filter((id) => id > 0n);
  if (first === undefined) return [];
  const last = others.at(-1) ?? first;
  const names = pets.flatMap(({ name = '' }) => (/^\d{6,18}$/.test(name) ? [BigInt(name)] : []));
  const alike = [2n ** 31n, 2n ** 16n, 100_000n, 1_000_000n].map((distance) => first + distance);
  // A search by prefix finds an animal whose id begins like this.
  const beginning = last >= 10n ? [last / 10n] : [];
  return [...alike, (first + last) / 2n, ...beginning, ...names.slice(0, 2)];
}

/** Fails on anything but 404. A 200 that was not read whole may show that an animal has the id. */
function expectNotFound(answer: Answered): void {
  if (answer.response.status === 200) refuseCut(answer);
  expect(answer).toBeRefused(404);
}

/** Whether the answer shows that an animal has the id. */
function shows(answer: Answered, id: bigint): boolean {
  return answer.response.status === 200 && petOf(answer)?.id === id;
}

/**
 * Expects 404 for an id that no animal has. If an animal does have it, it decides nothing, and two other ids are tried.
 */
async function expectNobody(context: CheckContext, first: bigint, place: number): Promise<void> {
  await expectFreeOne(context, [first, first - 2n, first - 4n], place);
}

/**
 * Expects 404 for the first of the ids that no animal has; false if there is none. A service that shows all of them
 * makes them up.
 */
async function expectFreeOne(
  { api, inventory, settings: { seed } }: CheckContext,
  candidates: readonly bigint[],
  place = 0,
): Promise<boolean> {
  const ids = candidates.filter((id) => id <= int64.max && !inventory.has(id));
  const form = bySeed(negotiatedForms, seed, place);
  for (const [at, id] of ids.entries()) {
    const answer = await api.getPet(id, { form });
    if (shows(answer, id) && at + 1 < ids.length) continue;
    expectNotFound(answer);
    return true;
  }
  return false;
}

/** After the removal date, a 404 says nothing unless getPet still serves animals. */
async function expectServed(context: CheckContext): Promise<void> {
  if (context.now() < getPetRemoval.getTime()) return;
  const [pet] = context.inventory.pets();
  if (pet) await retrieve(context, pet.id);
}
