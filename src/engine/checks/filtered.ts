/** Whether a list that is filtered by status shows only animals of it, while others may sell them. */

import type { PetStatus } from '../../catalogue/operations.ts';
import type { Answered } from '../../http/exchange.ts';
import { fail, inconclusive } from '../asking/outcomes.ts';
import { type Pet, petOf, petsOf } from '../store/pet.ts';
import { catchUp, pauseBefore, unevenPauses } from './catch-up.ts';
import type { CheckContext } from './context.ts';
import { expect, listed } from './matchers.ts';

/** Animals shown without a status that are asked for by their ids. */
const settledByRead = 2;

/** How often a list and an animal are asked for again before they are said to contradict one another. */
const rounds = pauseBefore.length;

/**
 * Holds a filtered list against its status; `again` asks for it once more, and `asBefore` among the questions
 * that the answer came among. An animal that it shows with another
 * status may just have been moved, by others, while the list lags behind: it counts if it is shown so again
 * once the grace is over. One that is shown without a status is settled by getPet.
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

/** The list of a query with both holds animals of the status only, and at most so many. */
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

/** The animals that the list itself shows with another status; one that is invalid is judged by pet.status. */
function othersIn(list: Answered, status: PetStatus): Pet[] {
  return listed(list).filter((pet) => pet.status !== undefined && pet.status !== status);
}

/** Fails where an animal of another status is still listed once reads have had time to catch up. */
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
    // One that a list in between does not show so was moved anew, and may lag anew.
    const before = firstSeen;
    firstSeen = new Map();
    for (const pet of othersIn(list, status)) {
      const since = before.get(pet.id);
      // What was asked ahead may be old by now, and nobody looked in between.
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
 * Fails where the list shows the animal each time, and getPet never knows it in the status: not through the time by
 * which the list may lag behind a sale, nor through that by which getPet may. Others may move it again and again, so
 * both are asked at uneven pauses, often enough that one which comes and goes is met as it is.
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
