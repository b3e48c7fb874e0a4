/** What the suites expect, in the words of the domain. Each failure says what was due and what came. */

import type { Answered } from '../../http/exchange.ts';
import { type Pet, petOf, petsOf } from '../../judge/pet.ts';
import { visible } from '../../text/visible.ts';
import { count } from '../../text/words.ts';
import { fail, inconclusive } from '../requests/outcomes.ts';

/** The answer in one line. Blanks in place of other characters could hide a key: only the layout of JSON is taken out. */
function received(exchange: Answered): string {
  const { status, statusText, body } = exchange.response;
  const text = visible(body.slice(0, 2_000).replace(/(?<=[{[,])\s+|\s+(?=[}\]])/g, ' ')).trim();
  const shown = text.length > 200 ? `${text.slice(0, 197)}...` : text;
  return `received: ${status} ${statusText}${shown === '' ? ', without a body' : ` ${shown}`}`;
}

/** Fails with what was due and what came. */
export function mismatch(due: string, exchange: Answered): never {
  fail(`expected: ${due}\n${received(exchange)}`, exchange);
}

/** Ends the check as inconclusive if the answer was not read whole: the rest may hold what is missing. */
export function refuseCut({ response }: Answered): void {
  const { truncated, unread = 'it is longer than the 2 MiB that the suite reads' } = response;
  if (truncated) inconclusive(`the body was not read whole: ${unread}`);
}

/** The animals of a list. list.returns-pets judges whether a 200 holds a list. */
export function listed(exchange: Answered): readonly Pet[] {
  if (exchange.response.status !== 200) mismatch('200 with an array of animals', exchange);
  refuseCut(exchange);
  return petsOf(exchange) ?? inconclusive('the answer is not a list of animals');
}

/**
 * Expectations about an answer. This is not vitest's `expect`: the checks also run within the vitest of a user, and the
 * `expect` of a second copy would replace that of the first.
 */
export function expect(exchange: Answered) {
  return {
    /** The answer has this status and no other. */
    toBeRefused(status: 400 | 401 | 404): void {
      if (exchange.response.status !== status) mismatch(`status ${status}`, exchange);
    },
    /** 200; src/judge/answers.ts judges the form of the list. */
    toBeList(): void {
      listed(exchange);
    },
    /** A list of at most this many animals. */
    toListAtMost(most: number): void {
      const { length } = listed(exchange);
      if (length > most) {
        fail(
          `expected: at most ${count(most, 'animal')}\nreceived: ${count(length, 'animal')}`,
          exchange,
        );
      }
    },
    /** The status, and one animal as the body. */
    toBePet(status: 200 | 201): void {
      if (exchange.response.status !== status) mismatch(`status ${status}`, exchange);
      refuseCut(exchange);
      if (petOf(exchange) === undefined) mismatch('an animal, as a JSON object', exchange);
    },
  };
}
