import type { Operation } from '../../../catalogue/operations.ts';
import type { Answered } from '../../../http/exchange.ts';
import { answer, noon } from '../../../judge/testing/answer.ts';
import type { Quota, Standing } from '../../../reference/quota.ts';
import { leftOutBy } from '../left-out.ts';
import type { Spender } from '../spent-limit.ts';

/** A call to the service of a test, and its place among all calls. */
export interface Call {
  readonly operation: Operation;
  readonly at: number;
  readonly place: number;
}

/** For tests: how a service counts requests and answers them. */
export interface Counting {
  readonly quota: Quota;
  /** Under whose name a call is counted; default: one name for all. */
  readonly name?: (call: Call) => string;
  /** What is known of a call once it is counted: whether it is served, and what is shown. */
  readonly standing?: (standing: Standing, call: Call) => Standing;
  /** The status of a call; default: by its standing. */
  readonly status?: (call: Call, standing: Standing) => number | undefined;
}

const latencyMs = 10;

/** More steps than any spending takes: one that takes more goes on without end. */
const mostSteps = 20_000;

/** For tests: a run that may spend the limit of a service, from a second after noon on; and what it has asked. */
export function spenderOf(
  { quota, name = () => 'key', standing: changed = (one) => one, status }: Counting,
  differing: Partial<Pick<Spender, 'concurrency' | 'maxWaitMs'>> & { readonly most?: number } = {},
) {
  const { most = 1000, ...bounds } = differing;
  let now = noon + 1000;
  const asked: Answered[] = [];
  const slept: number[] = [];
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps > mostSteps) throw new Error('it goes on without end');
  };
  const ask = async (operation: Operation): Promise<Answered> => {
    step();
    const call = { operation, at: now, place: asked.length };
    const standing = changed(quota.take(name(call), now), call);
    const usual = standing.allowed ? (operation === 'createPet' ? 201 : 200) : 429;
    const one = answerOf(call, standing, status?.(call, standing) ?? usual);
    asked.push(one);
    await Promise.resolve();
    now = Math.max(now, one.finishedAt);
    return one;
  };
  const spender: Spender = {
    ask,
    askInVain: ask,
    askAbove: ask,
    requestsLeft: () => {
      step();
      return most - asked.length;
    },
    concurrency: 4,
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
    maxWaitMs: 120_000,
    leftOut: () => leftOutBy(asked, 'key-holder'),
    ...bounds,
  };
  return { spender, asked, slept };
}

function answerOf({ operation, at, place }: Call, standing: Standing, status: number): Answered {
  const { limit, remaining, resetsAt, retryAfter } = standing;
  const made = answer({
    operation,
    status,
    index: place,
    headers: [
      ['X-RateLimit-Limit', `${limit}`],
      ['X-RateLimit-Remaining', `${remaining}`],
      ['X-RateLimit-Reset', `${Math.ceil(resetsAt / 1000)}`],
      ...(status === 429 ? [['Retry-After', `${Math.ceil(retryAfter / 1000)}`] as const] : []),
    ],
  });
  return { ...made, startedAt: at, finishedAt: at + latencyMs };
}
