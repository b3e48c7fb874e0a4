/** Ids that a run is given a second time because the store was reset during the run. */

import { wereTogether } from '../../http/exchange.ts';
import type { Creation } from '../store/creator.ts';
import { petOf, petsOf } from '../store/pet.ts';
import type { CheckContext } from './context.ts';

/** A store that begins its ids anew more often in one run was not reset: it runs out of ids. */
const mostTimes = 2;

/** How many animals from before are looked for. */
const mostWitnesses = 3;

/** How many animals are created to see whether ids go on. */
const mostFurther = 4;

/** The ids began anew during the run. */
export interface BegunAnew {
  /** Whether the animal was lost when the store was reset. */
  readonly isBefore: (creation: Creation) => boolean;
}

/**
 * Whether ids were given twice because the store was reset in between: then nothing shows the animals from before any
 * more, including those whose ids were not given again, and the newer ones are there. Undefined if it was not reset, or
 * if no animal can show it.
 */
export function begunAnew(context: CheckContext): Promise<BegunAnew | undefined> {
  const { creations } = context.inventory;
  const hasCollided = creations.some((one) => creations.some((other) => collide(one, other)));
  const parts = atOneMoment(creations) ?? (hasCollided ? [] : partsOf(creations));
  if (parts.length < 2 || parts.length > mostTimes + 1) return Promise.resolve(undefined);
  return context.once(`ids begun anew in ${creations.length} creations`, (shared) =>
    look(shared, parts),
  );
}

/**
 * Whether two creations that were under way at once were given one id: a reset does not explain that, unless most of
 * the others that were given an id again show when it was.
 */
function collide(one: Creation, other: Creation): boolean {
  return one !== other && hasIdOf(other, one) && wereTogether(one.exchange, other.exchange);
}

/**
 * Creations before and after the one moment at which the store can have been reset: every first answer with a repeated
 * id was under way before its end, every second one after its beginning. What was under way just then counts as before.
 */
function atOneMoment(creations: readonly Creation[]): Creation[][] | undefined {
  const pairs = creations.flatMap((first, at) => {
    const later = creations.slice(at + 1).filter((one) => hasIdOf(first, one));
    return later.map((second) => ({ first, second }));
  });
  const seconds = new Set(pairs.map(({ second }) => second));
  if (pairs.length === 0 || seconds.size < pairs.length) return undefined;
  const clear = pairs.filter(({ first, second }) => isAgain(first, second));
  if (clear.length * 2 <= pairs.length) return undefined;
  const since = Math.max(...pairs.map(({ first }) => first.exchange.startedAt));
  const until = Math.min(...pairs.map(({ second }) => second.exchange.finishedAt));
  if (since >= until) return undefined;
  const isAfter = (one: Creation) => seconds.has(one) || one.exchange.startedAt >= until;
  return [creations.filter((one) => !isAfter(one)), creations.filter(isAfter)];
}

const hasIdOf = ({ pet }: Creation, one: Creation) =>
  one.pet?.id !== undefined && one.pet.id === pet?.id;

const isAgain = (first: Creation, one: Creation) =>
  hasIdOf(first, one) && one.exchange.startedAt >= first.exchange.finishedAt;

/** Creations in the order of their answers, divided where an id comes a second time. */
function partsOf(creations: readonly Creation[]): Creation[][] {
  const parts: Creation[][] = [[]];
  const answered = creations.toSorted((a, b) => a.exchange.finishedAt - b.exchange.finishedAt);
  for (const creation of answered) {
    const id = creation.pet?.id;
    const isGivenAgain = id !== undefined && parts.at(-1)?.some(({ pet }) => pet?.id === id);
    if (isGivenAgain) parts.push([]);
    parts.at(-1)?.push(creation);
  }
  return parts;
}

/** Whether a read was answered 404 after the creation and before its id was given again. */
export function hadGone({ exchanges, inventory }: CheckContext, creation: Creation): boolean {
  const id = creation.pet?.id;
  const next = inventory.creations.find((one) => isAgain(creation, one));
  if (id === undefined || next === undefined) return false;
  return exchanges.some(
    ({ request, response, startedAt, finishedAt }) =>
      response?.status === 404 &&
      request.url.endsWith(`/pets/${id}`) &&
      startedAt > creation.exchange.finishedAt &&
      finishedAt <= next.exchange.startedAt,
  );
}

async function look(
  context: CheckContext,
  parts: readonly (readonly Creation[])[],
): Promise<BegunAnew | undefined> {
  const { api, cite } = context;
  const before = parts
    .slice(0, -1)
    .flat()
    .filter(({ pet }) => pet?.id !== undefined);
  const after = parts.at(-1) ?? [];
  const given = new Set(after.flatMap(({ pet }) => pet?.id ?? []));
  const witnesses = before.flatMap(({ pet }) => pet?.id ?? []).filter((id) => !given.has(id));
  const [newest] = after;
  const [oldest] = before;
  // A reset begins where the ids began: ids that collide later have another reason.
  if (oldest?.pet?.id === undefined || !given.has(oldest.pet.id)) return undefined;
  if (newest?.pet?.id === undefined) return undefined;
  const there = await api.getPet(newest.pet.id);
  if (petOf(there)?.name !== newest.sent.name) return undefined;
  const hasGone = before.some((one) => hadGone(context, one));
  if (witnesses.length === 0 && !hasGone) {
    const isCounted = parts.length === 2 && (await countsOn(context, given, before.length));
    if (!isCounted) return undefined;
  }
  for (const id of witnesses.slice(-mostWitnesses)) {
    const answer = await api.getPet(id);
    if (answer.response.status !== 404) return undefined;
  }
  const list = await api.listPets({ limit: 100 });
  const newer = after.map(({ sent }) => sent.name);
  const names = before.map(({ sent }) => sent.name).filter((name) => !newer.includes(name));
  if (petsOf(list)?.some(({ name }) => name !== undefined && names.includes(name)))
    return undefined;
  cite(there, list);
  return { isBefore: (creation) => before.includes(creation) };
}

/** Whether more ids follow than before: a counter that runs out after that many would have begun anew once more. */
async function countsOn(
  { inventory }: CheckContext,
  given: ReadonlySet<bigint>,
  many: number,
): Promise<boolean> {
  const ids = new Set(given);
  if (many + 1 - ids.size > mostFurther) return false;
  while (ids.size <= many) {
    const own = inventory.name(`beyond the ${ids.size} ids begun anew`);
    const { pet } = await inventory.create({ kind: 'plain', name: own, own });
    if (pet?.id === undefined || ids.has(pet.id)) return false;
    ids.add(pet.id);
  }
  return true;
}
