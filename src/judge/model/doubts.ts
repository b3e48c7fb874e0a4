import type { RequiredId } from '../../catalogue/catalogue.ts';
import { type Answered, type Exchange, isAnswered } from '../../http/exchange.ts';
import { placeOf } from '../defined.ts';
import { ageOf } from '../lag.ts';
import type { Finding } from '../outcome.ts';
import { groupedBy } from './grouped.ts';

/** A question that is asked again. */
export type RepeatedQuestion =
  | { readonly operation: 'listPets'; readonly query: string }
  | { readonly operation: 'getPet'; readonly id: bigint };

/**
 * Two answers that contradict each other, unless others changed the store in between or reads lagged. It is a
 * failure only if both questions, asked in turn, keep to their answers.
 */
export interface Doubt {
  /** What it is about; an animal that is not the same everywhere explains the other two. */
  readonly about: 'identity' | 'status' | 'presence';
  readonly requirement: RequiredId;
  /** The question that is right if the animal is as it says; its answers show how long the animal stays so. */
  readonly proof: RepeatedQuestion;
  readonly doubtful: RepeatedQuestion;
  /** What the answers to both show; undefined unless they all contradict one another. */
  readonly contradiction: (
    proofs: readonly Answered[],
    doubtful: readonly Answered[],
  ) => Contradiction | undefined;
}

/** A contradiction, and the requirement that it breaks if it is not that of the doubt. */
export interface Contradiction {
  readonly problem: string;
  readonly requirement?: RequiredId;
}

/**
 * The order in which both are asked again, each round after a share of the grace. The proof is asked during the whole
 * time by which the doubtful answer may lag, then the doubtful question, and then both during the time by which the
 * proof itself may lag. Neither the pauses nor the runs have the same length, so that nothing that changes at an even
 * pace says the same.
 */
export const confrontation = [
  { after: 0, ask: ['proof'] },
  { after: 0.19, ask: ['proof'] },
  { after: 0.29, ask: ['proof'] },
  { after: 0.23, ask: ['proof'] },
  { after: 0.29, ask: ['proof', 'doubtful', 'doubtful'] },
  { after: 0.41, ask: ['proof', 'doubtful'] },
  { after: 0.59, ask: ['proof', 'doubtful'] },
] as const;

const order = confrontation.flatMap(({ ask }) => ask);

/** The pause before each place of that order, in shares of the grace. */
const pauses = [
  { from: 0, to: 1, share: 0.19 },
  { from: 0, to: 2, share: 0.48 },
  { from: 0, to: 3, share: 0.71 },
  { from: 0, to: 4, share: 1 },
  { from: 6, to: 7, share: 0.41 },
  { from: 6, to: 9, share: 1 },
] as const;

/** The question as it is in an address: `GET /pets?limit=7`, `GET /pets/5`. */
export function written(question: RepeatedQuestion): string {
  if (question.operation === 'getPet') return `GET /pets/${question.id}`;
  return question.query === '' ? 'GET /pets' : `GET /pets?${question.query}`;
}

/** The name of a doubt: doubts with the same name are the same. */
export function nameOf({ requirement, proof, doubtful }: Doubt): string {
  return `${requirement}: ${written(proof)}, ${written(doubtful)}`;
}

/** The answers to the key by their questions, in this notation. */
export type AnswersByQuestion = ReadonlyMap<string, readonly Answered[]>;

/** Which questions were asked with the key, and answered; a 429 answers none. */
export function answersByQuestion(exchanges: readonly Exchange[]): AnswersByQuestion {
  const ours = exchanges
    .filter(isAnswered)
    .filter(
      ({ operation, caller, response }) =>
        operation !== undefined && caller === 'key-holder' && response.status !== 429,
    );
  return groupedBy(
    ours,
    ({ request: { method, url } }) => `${method} ${url.slice(url.lastIndexOf('/pets'))}`,
  );
}

/** The result of a doubt after its questions were asked in turn; nothing if they were not. */
export function settle(doubt: Doubt, known: AnswersByQuestion, graceMs: number): Finding[] {
  const asked = (['proof', 'doubtful'] as const)
    .flatMap((kind) =>
      (known.get(written(doubt[kind])) ?? []).map((exchange) => ({ exchange, kind })),
    )
    .sort((a, b) => a.exchange.index - b.exchange.index);
  for (let at = asked.length - order.length; at >= 0; at -= 1) {
    const turn = asked.slice(at, at + order.length);
    if (!turn.every(({ kind }, place) => kind === order[place])) continue;
    const answers = turn.map(({ exchange }) => exchange);
    // An answer that is older than the wait tells of a time before.
    if (answers.some((answer) => ageOf(answer) > graceMs)) continue;
    if (
      !pauses.every(
        ({ from, to, share }) => between(answers, from, to) >= share * graceMs * timerSlack,
      )
    )
      continue;
    const of = (wanted: string) => answers.filter((_, place) => order[place] === wanted);
    const found = doubt.contradiction(of('proof'), of('doubtful'));
    const [first, last] = [of('doubtful').at(0), of('doubtful').at(-1)];
    if (found === undefined || first === undefined || last === undefined) continue;
    const { problem, requirement: id = doubt.requirement } = found;
    const place = { exchange: first.index, also: [last.index], at: placeOf(first) };
    return [{ id, ...place, problem }];
  }
  return [];
}

/** Timers may be a little early. */
const timerSlack = 0.95;

/** Milliseconds between the end of one answer and the start of another. */
function between(answers: readonly Answered[], from: number, to: number): number {
  const [before, after] = [answers[from], answers[to]];
  return before === undefined || after === undefined ? 0 : after.startedAt - before.finishedAt;
}
