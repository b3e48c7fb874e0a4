import type { Plan } from '../../catalogue/plans.ts';
import { isNowhere } from '../../http/away.ts';
import { type Answered, type Exchange, isAnswered } from '../../http/exchange.ts';
import { mayBeGone } from '../defined.ts';
import { judgeAnswer } from '../exchange.ts';
import type { Finding } from '../outcome.ts';

/** How long a run waits for a service that is away, in milliseconds. */
const longestAwayMs = 70_000;

/** A 404 this near to one that passed, in milliseconds, has the same cause, whatever was asked. */
const nearMs = 3000;

/**
 * The exchanges without each 404 of a gateway that found no way to the service for a time: the same question was
 * answered differently soon after, or another one was answered so at that time.
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

/** Judges each 404 that might have come from a gateway and stayed, if the service itself may answer so. */
export function judgeNowhere(exchanges: readonly Exchange[], plan: Plan | undefined): Finding[] {
  return withoutPassed(exchanges)
    .filter(isAnswered)
    .filter((one) => one.operation === 'getPet' || one.purpose === 'gap')
    .filter((one) => isNowhere(one) && !mayBeGone(one))
    .flatMap((one) => judgeAnswer(one, plan));
}
