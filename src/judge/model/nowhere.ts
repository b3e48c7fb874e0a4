import type { Plan } from '../../catalogue/plans.ts';
import { type Answered, type Exchange, isAnswered } from '../../http/exchange.ts';
import { isNowhere } from '../../http/passing.ts';
import { mayBeGone } from '../defined.ts';
import { judgeAnswer } from '../exchange.ts';
import type { Finding } from '../outcome.ts';

/** While it is away, a service is waited for as long, in milliseconds. */
const longestAwayMs = 70_000;

/** So near to one that passed, in milliseconds, a 404 was of the same time, whatever was asked. */
const nearMs = 3000;

/**
 * The exchanges but for each 404 of a gateway that knew no way to the service for a time: the same question was
 * answered otherwise soon after, or another one that was answered so at that time.
 */
export function withoutPassed(exchanges: readonly Exchange[]): readonly Exchange[] {
  const nowhere = exchanges.filter(isAnswered).filter(isNowhere);
  const answered = nowhere.filter(hasPassed(exchanges));
  const passed = new Set<Exchange>(
    nowhere.filter((one) =>
      answered.some((other) => Math.abs(one.startedAt - other.startedAt) < nearMs),
    ),
  );
  return passed.size === 0 ? exchanges : exchanges.filter((one) => !passed.has(one));
}

const hasPassed =
  (exchanges: readonly Exchange[]) =>
  ({ request, caller, finishedAt }: Answered): boolean =>
    exchanges.some(
      (one) =>
        isAnswered(one) &&
        one.startedAt >= finishedAt &&
        one.startedAt < finishedAt + longestAwayMs &&
        one.request.url === request.url &&
        one.request.method === request.method &&
        one.caller === caller &&
        !isNowhere(one),
    );

/** Judges each 404 to getPet that might have been a gateway's and stayed: then it is the service's own. */
export function judgeNowhere(exchanges: readonly Exchange[], plan: Plan | undefined): Finding[] {
  return withoutPassed(exchanges)
    .filter(isAnswered)
    .filter((one) => one.operation === 'getPet' && isNowhere(one) && !mayBeGone(one))
    .flatMap((one) => judgeAnswer(one, plan));
}
