/** Whether a list filtered by status shows only animals of that status, while others may sell them. */

import type { PetStatus } from '../../catalogue/operations.ts';
import type { Answered } from '../../http/exchange.ts';
import { fail, inconclusive } from '../asking/outcomes.ts';
import { type Pet, petOf, petsOf } from '../store/pet.ts';
import { catchUp, pauseBefore, unevenPauses } from './catch-up.ts';
import type { CheckContext } from './context.ts';
import { expect, listed } from './matchers.ts';

/** How many animals shown without a status are read by their ids. */
const settledByRead = 2;

/** How often a list and an animal are read again before they count as a contradiction. */
const rounds = pauseBefore.length;

/**
 * Expects a filtered list to show only its status. `again` asks for the list once more, `asBefore` does so among the
 * questions that were sent with the first. Others may just have moved an animal that is shown with another status,
 * while the list lags behind: it counts if it is shown so again after the grace. getPet decides about an animal that is
 * shown without a status.
 */
export async function expectOnly(
  context: CheckContext,
  answer: Answered,
  status: PetStatus,
  again: () => Promise<Answered>,
  asBefore = again,
): Promise<void> {
  const others = othersIn(answer, status);
  if (others.length > 0) await expectMoved(context, answer, status, asBefore);
  const bare = listed(answer).filter((pet) => !pet.hasStatus);
  let settled = 0;
  for (const pet of bare) {
    if (settled >= settledByRead || pet.id === undefined) break;
    await settle(context, pet.id, status, again);
    settled += 1;
  }
}

/** Expects the list of a query with both parameters to hold only animals of the status, and at most `size`. */
export async function expectBoth(
  context: CheckContext,
  query: string,
  status: PetStatus,
  most: number,
): Promise<void> {
  const ask = () => context.api.listPets(query);
  const answer = await ask();
  expect(answer).toListAtMost(most);
  await expectOnly(context, answer, status, ask);
}

/** The animals that the list itself shows with another status; pet.status judges a status that is invalid. */
function othersIn(list: Answered, status: PetStatus): Pet[] {
  return listed(list).filter((pet) => pet.status !== undefined && pet.status !== status);
}

/** Fails if an animal of another status is still listed after reads have had time to catch up. */
async function expectMoved(
  context: CheckContext,
  answer: Answered,
  status: PetStatus,
  again: () => Promise<Answered>,
): Promise<void> {
  let firstSeen = new Map<bigint | undefined, number>();
  const due = () => context.graceMs() * mostOfIt;
  const startedAt = context.now();
  const look = (list: Answered) => {
    // An animal that a list in between shows differently was moved again, and may lag again.
    const before = firstSeen;
    firstSeen = new Map();
    for (const pet of othersIn(list, status)) {
      const since = before.get(pet.id);
      // An answer that was asked for ahead may be old by now, and nobody looked in between.
      firstSeen.set(pet.id, since ?? Math.max(list.finishedAt, startedAt));
      if (since === undefined) continue;
      if (list.finishedAt - since >= due() || due() === 0) failFor(pet, list);
    }
    return list;
  };
  const failFor = ({ id, status: other }: Pet, list: Answered) =>
    fail(
      `expected: only animals that are ${status}\nreceived: ${othersIn(list, status).length} that are not, as id ${id} that is ${other}`,
      answer,
      list,
    );
  look(answer);
  await context.eventually(
    async () => look(await again()),
    () => context.now() - startedAt >= due(),
  );
  for (let round = 1; round < rounds; round += 1) look(await again());
}

/** A timer may fire a little before its time. */
const mostOfIt = 0.9;

/**
 * Fails if the list shows the animal each time, and getPet never shows it in that status: neither during the time by
 * which the list may lag behind a sale, nor during that by which getPet may. Others may move it again and again, so
 * both are asked at uneven pauses, often enough to meet an animal that comes and goes.
 */
async function settle(
  context: CheckContext,
  id: bigint,
  status: PetStatus,
  again: () => Promise<Answered>,
): Promise<void> {
  const isShown = (list: Answered) => (petsOf(list) ?? []).some((pet) => pet.id === id);
  const seen: Answered[] = [];
  let last: Pet | undefined;
  for (const share of [0, ...unevenPauses, ...unevenPauses]) {
    await catchUp(context, share);
    const read = await context.api.getPet(id);
    last = read.response.status === 200 ? petOf(read) : undefined;
    if (last?.status === status || (last?.hasStatus && last.status === undefined)) return;
    const list = await again();
    if (!isShown(list)) return;
    if (last === undefined) {
      inconclusive(`animal ${id} is listed without a status, and getPet does not tell it`);
    }
    seen.push(read, list);
  }
  const has = last?.status === undefined ? 'without a status' : `that is ${last.status}`;
  fail(
    `expected: only animals that are ${status}\nreceived: id ${id}, which getPet shows ${has}`,
    ...seen,
  );
}
