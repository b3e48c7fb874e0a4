/** Ids with which two creations of a run were answered: others may have taken the first animal away in between. */
import type { Answered, Exchange } from '../../http/exchange.ts';
import { isUnanswered } from '../../http/inconclusive.ts';
import { mostTakenAway } from '../../judge/model/taken-away.ts';
import type { Creation } from '../store/creator.ts';
import { petOf, petsOf } from '../store/pet.ts';
import { renamed } from '../store/planned.ts';
import { begunAnew, hadGone } from './begun-anew.ts';
import type { CheckContext } from './context.ts';

/** How often the run tries whether it happens again. */
const rounds = 2;

/** Two creations that were answered with one id, in the order of asking. */
interface Pair {
  readonly id: bigint;
  readonly first: Creation;
  readonly second: Creation;
}

/** What the ids that were given twice amount to. */
export interface GivenAgain {
  /** An id was given although an animal of the run had it, with the evidence. */
  readonly fault?: { readonly problem: string; readonly evidence: readonly Exchange[] };
  /** What could not be asked; then nothing is decided. */
  readonly open?: string;
  /** Whether others may have taken the animal away before its id was given to a later one. */
  readonly mayHaveGone: (creation: Creation) => boolean;
}

/**
 * Whether ids were given again only after others may have taken their animals away: neither a read nor a list shows the
 * first one any more, there are no more of them than others take away in a run, and it does not happen again when it is
 * tried. A store that was reset is passed over.
 */
export async function givenAgain(context: CheckContext): Promise<GivenAgain> {
  const anew = await begunAnew(context);
  const { creations } = context.inventory;
  const pairs = pairsOf(creations.filter((one) => anew?.isBefore(one) !== true));
  const open = pairs.filter(({ first }) => !hadGone(context, first));
  const mayHaveGone = (creation: Creation) =>
    pairs.some((pair) => pair.first === creation || (isTogether(pair) && pair.second === creation));
  if (open.length === 0) return { mayHaveGone };
  const key = open.map(({ first, second }) => `${first.exchange.index}-${second.exchange.index}`);
  return context.once(`ids given again: ${key.join(' ')}`, async (shared) => {
    const found = await examine(shared, open);
    return found === undefined ? { mayHaveGone } : { ...found, mayHaveGone: () => false };
  });
}

/** Each creation with the next one that was given its id. */
function pairsOf(creations: readonly Creation[]): Pair[] {
  return creations.flatMap((first, at) => {
    const id = first.pet?.id;
    const second = creations.slice(at + 1).find(({ pet }) => id !== undefined && pet?.id === id);
    return id === undefined || second === undefined ? [] : [{ id, first, second }];
  });
}

async function examine(
  context: CheckContext,
  pairs: readonly Pair[],
): Promise<Pick<GivenAgain, 'fault' | 'open'> | undefined> {
  for (const pair of pairs) {
    const { id, first, second } = pair;
    const evidence = [first.exchange, second.exchange];
    const problem = `two creations were answered with the id ${id}`;
    if (pairs.length > mostTakenAway) return { fault: { problem, evidence } };
    const still = await shownStill(context, pair);
    if (still) return { fault: { problem, evidence: [...evidence, ...still] } };
    try {
      const again = await happensAgain(context, pair);
      if (again) return { fault: { problem, evidence: [...evidence, ...again] } };
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      return { open: `${problem}; others may have taken the first away, and ${error.message}` };
    }
  }
  return undefined;
}

/** Whether both were under way at once: then either may have been made first. */
const isTogether = ({ first, second }: Pair) =>
  second.exchange.startedAt < first.exchange.finishedAt;

/**
 * Answers that show the first animal though reads must have caught up with the second; for two made at once, answers
 * that show both.
 */
async function shownStill(
  { api, eventually, inventory }: CheckContext,
  pair: Pair,
): Promise<readonly Exchange[] | undefined> {
  const { id, first, second } = pair;
  const { name } = first.sent;
  const alike = inventory.creations.filter(({ sent }) =>
    [name, second.sent.name].includes(sent.name),
  );
  if (alike.length > 2 || second.sent.name === name) return undefined;
  const isFirst = (answer: Answered) => petOf(answer)?.name === name;
  const read = await eventually(
    () => api.getPet(id),
    (answer) => !isFirst(answer),
  );
  if (isFirst(read) && !isTogether(pair)) return [read];
  const other = isFirst(read) ? second.sent.name : name;
  const isListed = (answer: Answered) => petsOf(answer)?.some((pet) => pet.name === other) === true;
  const list = await eventually(
    () => api.listPets({ limit: 100 }),
    (answer) => !isListed(answer),
  );
  return isListed(list) ? [read, list] : undefined;
}

/** The creations of which two are given one id again, either in both rounds or when they are sent at once. */
async function happensAgain(
  context: CheckContext,
  pair: Pair,
): Promise<readonly Exchange[] | undefined> {
  const together = isTogether(pair);
  const shared: Creation[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const made = await (together ? atOnce(context, pair) : inARow(context, pair));
    const [twice] = pairsOf(made);
    if (twice) shared.push(twice.first, twice.second);
    // Others may take an animal away again, but not while it is being made, nor each time.
    if (twice === undefined && !together) return undefined;
    if (twice !== undefined && together) break;
  }
  return shared.length > 0 ? shared.map(({ exchange }) => exchange) : undefined;
}

const anew = ({ inventory }: CheckContext, { planned }: Creation, place: number) =>
  renamed(planned, 0, (use) =>
    inventory.name(`again ${inventory.creations.length} ${place} ${use}`),
  );

async function inARow(context: CheckContext, { first, second }: Pair): Promise<Creation[]> {
  const { inventory } = context;
  const planned = anew(context, first, 1);
  const isNamesake = second.sent.name === first.sent.name;
  const { name, own } = planned;
  const next = isNamesake ? { ...second.planned, name, own } : anew(context, second, 2);
  return [await inventory.create(planned), await inventory.create(next)];
}

function atOnce(context: CheckContext, { first }: Pair): Promise<Creation[]> {
  const { inventory, settings } = context;
  const planned = Array.from({ length: settings.concurrency }, (_, at) => anew(context, first, at));
  return Promise.all(planned.map((one) => inventory.create(one)));
}
