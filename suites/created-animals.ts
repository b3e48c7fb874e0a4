/** The animals that a run created, read by their ids: each is read once for all checks that need it. */

import type { Answered } from '../src/http/exchange.ts';
import { NoResponse } from '../src/http/inconclusive.ts';
import { operationMayBeGone } from '../src/judge/answers.ts';
import { petOf } from '../src/judge/pet.ts';
import type { Creation, KnownPet } from '../src/run/animals/inventory.ts';
import type { CheckContext } from '../src/run/checks/check-context.ts';
import { expect } from '../src/run/checks/matchers.ts';
import { keepPlan, step } from '../src/run/plan/plan.ts';
import { fail, NotApplicable } from '../src/run/requests/outcomes.ts';
import { bySeed } from '../src/run/values/by-seed.ts';
import { type Form, joinedHeadForms } from '../src/run/values/forms.ts';

/** How many created animals are read; more if the plan has room. */
const created = { few: 6, more: 60 };
const reads = step('reads of the created animals', {
  tier: 1,
  requests: created.few,
});
const moreReads = step('reads of more of the created animals', {
  tier: 4,
  requests: 28,
  creates: true,
});

/** How many created animals are read before each of them is judged. */
export const mostReadAtOnce = 8;

/** An animal that this run created, as its creation answered it. */
export interface Own {
  readonly creation: Creation;
  readonly pet: KnownPet;
  /** How it is read; default: the ordinary way. */
  readonly form?: Form;
}

/** The created animals that have an id and are to be read, the same for all checks. */
export async function createdPets(context: CheckContext): Promise<Own[]> {
  const { inventory, settings } = context;
  keepPlan(context, reads);
  return context.once('the created animals to read', async () => {
    await inventory.settle();
    const ids = inventory.creations.flatMap(({ pet }) => pet?.id ?? []);
    const areListed = ids.some((id) => inventory.wasListed(id));
    const isMissing = ({ pet }: Creation) =>
      areListed && pet?.id !== undefined && !inventory.wasListed(pet.id);
    // First the animals that no list shows though it shows others of this run, then the very first, then those that may
    // be stored differently from their answer.
    const rank = (one: Creation, at: number) => {
      const { kind } = one.planned;
      if (isMissing(one)) return 0;
      if (at === 0) return 1;
      // Between them the first of these hold every piece of a name.
      if (kind === 'both' || (kind === 'unusual-name' && at < 4)) return 2;
      return kind === 'plain' ? 4 : 3;
    };
    const ranked = inventory.creations.map((one, at) => ({ one, rank: rank(one, at) }));
    const many = context.plan.has(moreReads) ? 'more' : 'few';
    // If no list shows them, only a read tells whether the namesake was stored, too; and one animal of others is read.
    const beside = many === 'few' && !areListed ? 1 : 0;
    const ofOthers = inventory.count() > ids.length ? 1 : 0;
    const all = ranked.toSorted((a, b) => a.rank - b.rank).flatMap(({ one }) => ownOf(one));
    const most = Math.min(created[many] + beside, all.length) - ofOthers;
    const pets = all.slice(0, Math.max(1, most));
    const formOf = (at: number) => bySeed(joinedHeadForms, settings.seed, at - 1);
    return pets.map((own, at) => {
      return at > 0 && at < mostReadAtOnce ? { ...own, form: formOf(at) } : own;
    });
  });
}

export function ownOf(creation: Creation): Own[] {
  const { pet } = creation;
  return pet?.id === undefined ? [] : [{ creation, pet: { ...pet, id: pet.id } }];
}

/**
 * Reads the animals that this run created: the first in the ordinary way, then the others at once, each in its form.
 * Throws if the first ends in a certain silence.
 */
export async function readTogether(
  context: CheckContext,
  [first, ...others]: readonly Own[],
): Promise<void> {
  try {
    if (first) await retrieve(context, first.pet.id);
  } catch (error) {
    if (error instanceof NoResponse) throw error;
    return;
  }
  const reads = others.map(({ pet, form }) => retrieve(context, pet.id, form));
  // Each check judges the answers that it needs.
  await Promise.allSettled(reads);
}

/**
 * Reads an animal that is known to exist, again within the grace while the answer is 404. An id that was given again
 * belongs to another animal and is read afresh.
 */
export async function retrieve(
  context: CheckContext,
  id: bigint,
  form: Form = {},
): Promise<Answered> {
  const given = context.inventory.creations.filter(({ pet }) => pet?.id === id).length;
  const answer = await context.once(`animal ${id} ${given}`, ({ api, eventually }) =>
    eventually(
      () => api.getPet(id, { form }),
      ({ response }) => response.status !== 404,
    ),
  );
  context.cite(answer);
  excuseRemoval(answer);
  return answer;
}

/** From the day of its removal on, getPet need not be there any more. */
function excuseRemoval(answer: Answered): void {
  if (!operationMayBeGone(answer)) return;
  throw new NotApplicable('getPet is gone, as announced for 5 December 2030');
}

/** Expects the answer to show the animal with this id. */
export function expectFound(answer: Answered, id: bigint): void {
  expect(answer).toBePet(200);
  const found = petOf(answer)?.id;
  if (found !== undefined && found !== id) {
    fail(`expected: the animal with the id ${id}\nreceived: the one with ${found}`, answer);
  }
}
