import type { Answered, HeaderPair } from '../../http/exchange.ts';
import type { Operation } from '../../spec/operations.ts';
import { answer, noon } from './answer.ts';

/** For tests: an answer with what it says of the limit. Times in milliseconds after noon. */
export interface Limited {
  readonly at: number;
  readonly remaining: number;
  /** Milliseconds that it is under way. Default: 10. */
  readonly took?: number;
  /** Default: 30 s after noon. */
  readonly resetsAt?: number;
  readonly limit?: number;
  readonly operation?: Operation;
  readonly status?: number;
  readonly more?: readonly HeaderPair[];
}

/** For tests: answers of a key, in the order of asking. */
export function limited(...answers: readonly Limited[]): Answered[] {
  return answers.map((one, index) => {
    const { at, remaining, resetsAt = 30_000, limit = 60, more = [], took = 10, ...facts } = one;
    const made = answer({
      ...facts,
      index,
      headers: [
        ['X-RateLimit-Limit', `${limit}`],
        ['X-RateLimit-Remaining', `${remaining}`],
        ['X-RateLimit-Reset', `${(noon + resetsAt) / 1000}`],
        ['Date', new Date(noon + at).toUTCString()],
        ...more,
      ],
    });
    return { ...made, startedAt: noon + at, finishedAt: noon + at + took };
  });
}

/** For tests: answers that show these numbers, 20 ms apart. */
export const inTurn = (
  numbers: readonly number[],
  from: number,
  facts: Partial<Limited> = {},
): Limited[] => numbers.map((remaining, at) => ({ ...facts, remaining, at: from + at * 20 }));

/** For tests: this many numbers, each one less than that before it. */
export const falling = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => first - at);

/** For tests: one number so many times. */
export const still = (number: number, count: number): number[] =>
  Array.from({ length: count }, () => number);
