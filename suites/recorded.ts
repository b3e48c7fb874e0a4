/** How a gap is asked for and how its observation is worded. */

import { NotApplicable } from '../src/engine/asking/outcomes.ts';
import type { CheckContext } from '../src/engine/checks/context.ts';
import { leftByPlan } from '../src/engine/plan/question-plan.ts';
import type { Answered } from '../src/http/exchange.ts';
import { type Inconclusive, isUnanswered, Unrecorded } from '../src/http/inconclusive.ts';
import { isJsonObject, member, tryParseJson } from '../src/http/json.ts';
import { petsOf } from '../src/judge/pet.ts';

/** The answer in a few words: `400 invalid_request`, `200, 12 animals`. */
export function outline(answer: Answered): string {
  const { status, body } = answer.response;
  const value = tryParseJson(body);
  const code = isJsonObject(value) ? member(value, 'code') : undefined;
  if (typeof code === 'string') return `${status} ${code}`;
  const pets = petsOf(answer);
  if (pets) return `${status}, ${pets.length} animals`;
  if (body === '') return `${status}, no body`;
  return value === undefined ? `${status}, no JSON` : `${status}`;
}

/** The questions of a gap that the plan has. */
export function dueOf<T>(
  all: readonly T[],
  { plan }: CheckContext,
  nameOf: (question: T) => string,
): readonly T[] {
  const due = all.filter((one) => plan.asks(nameOf(one)));
  if (due.length === 0) throw new NotApplicable(leftByPlan);
  return due;
}

/**
 * Asks each question and joins the answers: `limit=0: 400; limit=101: 200, 100 animals`. A question that gets no answer
 * is recorded as such; if none gets one, throws what the first ended with.
 */
export async function each<T>(
  questions: readonly T[],
  label: (question: T) => string,
  ask: (question: T) => Promise<string>,
): Promise<string> {
  const answers: string[] = [];
  const unanswered: Inconclusive[] = [];
  for (const question of questions) {
    try {
      answers.push(`${label(question)}: ${await ask(question)}`);
    } catch (error) {
      if (!isUnanswered(error) || error instanceof Unrecorded) throw error;
      answers.push(`${label(question)}: no answer`);
      unanswered.push(error);
    }
  }
  const [first] = unanswered;
  if (first && unanswered.length === questions.length) throw first;
  return answers.join('; ');
}
