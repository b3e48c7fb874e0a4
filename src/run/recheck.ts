/** All doubts of a run are asked again together, on one timetable of at most twice the grace. */

import { EndedEarly, Inconclusive } from '../http/inconclusive.ts';
import type { Contradiction } from '../judge/claims.ts';
import { type Question, written } from '../judge/claims.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import type { Inventory } from './animals/inventory.ts';
import { renamed } from './animals/planned.ts';
import type { Api } from './requests/api.ts';
import { interrupted } from './requests/outcomes.ts';

interface RecheckOptions {
  readonly api: Api;
  readonly inventory: Inventory;
  /** What the answers so far leave in doubt, but for requirements that are not decided by this run or have failed. */
  readonly doubts: () => readonly Contradiction[];
  /** Waits for as long as reads may lag behind writes, and says why, and how often at most. */
  readonly catchUp: (reason: string, times: number) => Promise<void>;
  /** Waits until a time, in milliseconds since the epoch. */
  readonly waitUntil: (time: number, reason: string) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * At once, and twice after as long as reads may lag: by then a history would have to change more often than is free. Once
 * more only for what can be decided later.
 */
const rounds = 3;

/** Doubts of one requirement that are asked again: if one is not confirmed, another may be. */
const mostOfEach = 2;

/** Requests of one round, so that core stays below 150. */
const mostRequests = 10;

/**
 * Asks again, both sides of each doubt in turn, until nothing is in doubt or the timetable is over. Returns why doubts
 * stay open if something could not be asked.
 */
export async function recheck(options: RecheckOptions): Promise<string | undefined> {
  const { catchUp, waitUntil, doubts, signal } = options;
  /** Animals that were created for a doubt, by the creation that they are like, and its place. */
  const alike = new Map<string, bigint | undefined>();
  let left: string | undefined;
  for (let round = 0; round <= rounds; round += 1) {
    const open = doubts();
    const due = chosen(round < rounds ? open : open.filter(isLater));
    const [doubt] = due;
    if (doubt === undefined) return left;
    try {
      if (round === rounds) await waitUntil(Math.max(...due.map(decidedFrom)), disagreement(doubt));
      else if (round > 0) await catchUp(disagreement(doubt), rounds - 1);
      await ask(due, round, alike, options);
    } catch (error) {
      if (signal.aborted) return interrupted;
      if (!(error instanceof Inconclusive)) throw error;
      left = error.message;
      if (error instanceof EndedEarly) return left;
    }
  }
  return left;
}

const decidedFrom = ({ decidedFrom = 0 }: Contradiction) => decidedFrom;
const isLater = (doubt: Contradiction) => decidedFrom(doubt) > 0;

/** Asks the questions of a round. */
async function ask(
  due: readonly Contradiction[],
  round: number,
  alike: Map<string, bigint | undefined>,
  options: RecheckOptions,
): Promise<void> {
  const questions = questionsOf(due, alike);
  // A second time if there is room: one of two nodes may answer otherwise.
  const isNew = ({ operation, name }: Named) => operation === 'createPet' && !alike.has(name);
  const creations = questions.filter(isNew).length;
  const times = creations + questions.length * 2 <= mostRequests ? 2 : 1;
  // At once, as ids may be given twice to creations that come together.
  await Promise.all(questions.map((question) => createFor(question, alike, options)));
  for (let time = 0; time < times; time += 1) {
    for (const question of inOrder(questions, round, time)) await put(question, alike, options);
  }
}

/** What a doubt is about, for whoever watches the run. */
function disagreement({ ask, problem }: Contradiction): string {
  const [one, other] = new Set(ask.map(written));
  if (one === undefined) return `${problem}; asking again`;
  if (other === undefined) return `${one} got two different responses; asking again`;
  return `${one} and ${other} disagree; asking both again`;
}

/** Another order each time, so that no question keeps pace with what changes with each answer. */
function inOrder<T>(values: readonly T[], round: number, time: number): readonly T[] {
  const rotated = [...values.slice(round), ...values.slice(0, round)];
  return time % 2 === 0 ? rotated : rotated.toReversed();
}

function chosen(doubts: readonly Contradiction[]): Contradiction[] {
  const times = new Map<RequirementId, number>();
  return doubts.filter(({ requirement, ask }) => {
    if (ask.length === 0) return false;
    const before = times.get(requirement) ?? 0;
    times.set(requirement, before + 1);
    return before < mostOfEach;
  });
}

/** The questions of a round, each once; several creations of animals like one are several questions. */
function questionsOf(
  doubts: readonly Contradiction[],
  alike: ReadonlyMap<string, unknown>,
): Named[] {
  const questions = new Map<string, Named>();
  for (const { ask, requirement } of doubts) {
    ask.forEach((question, at) => {
      const name = question.operation === 'createPet' ? `${requirement} ${at}` : written(question);
      if (!questions.has(name)) questions.set(name, { ...question, name });
    });
  }
  let left = mostRequests;
  return [...questions.values()].filter(({ operation, name }) => {
    left -= operation === 'createPet' && !alike.has(name) ? 2 : 1;
    return left >= 0;
  });
}

type Named = Question & { readonly name: string };

/** Creates the animal of a question, once. */
async function createFor(
  question: Named,
  alike: Map<string, bigint | undefined>,
  options: RecheckOptions,
): Promise<void> {
  if (question.operation !== 'createPet' || alike.has(question.name)) return;
  alike.set(question.name, await create(question.like, question.name, options));
}

async function put(
  question: Named,
  alike: ReadonlyMap<string, bigint | undefined>,
  { api }: RecheckOptions,
): Promise<void> {
  const { languages, codings } = question;
  const form = { ...(languages ? { languages } : {}), ...(codings ? { codings } : {}) };
  if (question.operation === 'listPets') await api.listPets(question.query, { form });
  else {
    const id = question.operation === 'getPet' ? question.id : alike.get(question.name);
    if (id !== undefined) await api.getPet(id, { form });
  }
}

/** Creates an animal like another one of the run, under a name of its own; then one of the same name, if that was a namesake. */
async function create(
  like: number,
  use: string,
  { inventory }: RecheckOptions,
): Promise<bigint | undefined> {
  const first = inventory.creations.find(({ exchange }) => exchange.index === like);
  if (first === undefined) return undefined;
  const planned = renamed(first.planned, 0, (name) => inventory.name(`like ${name}, ${use}`));
  const { pet } = await inventory.create(
    planned.kind === 'namesake' ? { ...planned, kind: 'plain' } : planned,
  );
  if (planned.kind === 'namesake') await inventory.create(planned);
  return pet?.id;
}
