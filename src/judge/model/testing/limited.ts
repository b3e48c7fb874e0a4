import type { Operation } from '../../../catalogue/operations.ts';
import type { Exchange, HeaderPair } from '../../../http/exchange.ts';
import { answer, noon } from '../../testing/answer.ts';

/** For tests: an answer with what it says of the limit. Times in milliseconds after noon. */
export interface Limited {
  readonly at: number;
  readonly remaining: number;
  /** Default: 30 s after noon. */
  readonly resetsAt?: number;
  readonly limit?: number;
  readonly operation?: Operation;
  readonly status?: number;
  readonly more?: readonly HeaderPair[];
}

/** For tests: answers of a key one after another, each 10 ms under way. */
export function limited(...answers: readonly Limited[]): Exchange[] {
  return answers.map((one, index) => {
    const { at, remaining, resetsAt = 30_000, limit = 60, more = [], ...facts } = one;
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
    return { ...made, startedAt: noon + at, finishedAt: noon + at + 10 };
  });
}
