import { describe, expect, test } from 'vitest';
import type { Answered } from '../../http/exchange.ts';
import { answer, noon } from '../../judge/testing/answer.ts';
import { bucket, shared } from '../../reference/limiters.ts';
import { fixedWindow, type Quota, type Standing } from '../../reference/quota.ts';
import type { Operation } from '../../spec/operations.ts';
import { type Spender, type SpendingRequest, spend } from './spending.ts';

/** How a service counts and answers. */
interface Service {
  readonly quota: Quota;
  readonly latencyMs?: number;
  /** Under whose name a request is counted; default: one for all. */
  readonly name?: (request: SpendingRequest) => string;
  /** What it shows, and whether it is served; `together`: how many are under way. */
  readonly standing?: (one: Standing, call: { at: number; together: number }) => Standing;
  readonly status?: (
    request: SpendingRequest,
    standing: Standing,
    together: number,
  ) => number | undefined;
}

const operationOf = (request: SpendingRequest): Operation =>
  request === 'list' || request === 'otherList' ? 'listPets' : request;

/** A run that spends the limit of a service, in a time of its own: requests sent together are answered together. */
async function spent(service: Service, differing: Partial<Spender> = {}, most = 1000) {
  const { quota, latencyMs = 10, name = () => 'key', standing: shown = (one) => one } = service;
  let now = noon + 1000;
  let together = 0;
  const asked: Answered[] = [];
  const slept: number[] = [];
  const send = async (request: SpendingRequest) => {
    const at = now;
    together += 1;
    const standing = shown(quota.take(name(request), at), { at, together });
    const operation = operationOf(request);
    const usual = standing.allowed ? (operation === 'createPet' ? 201 : 200) : 429;
    const one = answerOf(
      operation,
      standing,
      service.status?.(request, standing, together) ?? usual,
    );
    const timed = { ...one, index: asked.length, startedAt: at, finishedAt: at + latencyMs };
    asked.push(timed);
    await Promise.resolve();
    together = 0;
    now = Math.max(now, at + latencyMs);
    return timed;
  };
  const spending = await spend({
    send,
    sendWithoutKey: async () => answer({ caller: 'anonymous', status: 401 }),
    requestsLeft: () => most - asked.length,
    concurrency: 4,
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
    maxWaitMs: 120_000,
    ...differing,
  });
  const refused = new Set(spending.rounds.flatMap((one) => one.refused.map(told)));
  return { ...spending, asked, slept, refused: [...refused].sort() };
}

const told = ({ operation, response }: Answered) => `${operation} ${response.status}`;

function answerOf(operation: Operation, standing: Standing, status: number): Answered {
  const { limit, remaining, resetsAt, retryAfter } = standing;
  return answer({
    operation,
    status,
    headers: [
      ['X-RateLimit-Limit', `${limit}`],
      ['X-RateLimit-Remaining', `${remaining}`],
      ['X-RateLimit-Reset', `${Math.ceil(resetsAt / 1000)}`],
      ...(status === 429 ? [['Retry-After', `${Math.ceil(retryAfter / 1000)}`] as const] : []),
    ],
  });
}

const limit = 60;
const aMinute = () => fixedWindow(limit, 60_000);
const everyOne = ['createPet 429', 'getPet 429', 'listPets 429'];

describe('a limit of requests in a window', () => {
  test('is spent once, and each operation is refused and then served', async () => {
    const { rounds, refused, recovery, notTried, slept } = await spent({ quota: aMinute() });
    expect(rounds).toHaveLength(1);
    expect(rounds[0]?.served).toHaveLength(limit);
    expect(rounds[0]).toMatchObject({ above: [], apart: [] });
    expect(refused).toEqual(everyOne);
    expect(recovery.map(told).sort()).toEqual(['createPet 201', 'getPet 200', 'listPets 200']);
    expect([notTried, slept.length]).toEqual([undefined, 1]);
  });

  test('is asked for nothing after a 429 but what was sent with it', async () => {
    const { asked, rounds } = await spent({ quota: aMinute() });
    const first = rounds[0]?.refused[0];
    const sent = asked.filter(({ startedAt }) => startedAt > (first?.startedAt ?? 0));
    const [next] = sent;
    expect((next?.startedAt ?? 0) - (first?.finishedAt ?? 0)).toBeGreaterThan(50_000);
  });

  test('is asked for one by one if only one request may be in flight', async () => {
    const { asked, refused } = await spent({ quota: aMinute() }, { concurrency: 1 });
    const times = asked.map(({ startedAt }) => startedAt);
    expect(new Set(times).size).toBe(times.length);
    expect(refused).toEqual(everyOne);
  });

  test('is waited for if it has begun, and a list without a key is the first after its end', async () => {
    const begun = shared(aMinute(), (call) => (call === 1 ? 30 : 0));
    const { rounds, slept } = await spent({ quota: begun });
    expect(rounds[0]?.served).toHaveLength(limit);
    expect(slept[0]).toBeGreaterThan(59_000 + 30_000);
  });

  test('is asked for alone what only a gateway answered, as it lets only eight through at once', async () => {
    const { rounds, refused } = await spent({
      quota: aMinute(),
      status: (_, __, together) => (together > 8 ? 503 : undefined),
    });
    expect(refused).toEqual(everyOne);
    expect(rounds[0]?.mix.map(told)).toEqual(expect.arrayContaining(everyOne));
  });

  test('has served too much if it refuses nothing', async () => {
    const all = (one: Standing) => ({ ...one, allowed: true });
    const { rounds, recovery, notTried } = await spent({ quota: aMinute(), standing: all });
    expect(rounds[0]?.above.length).toBeGreaterThan(0);
    expect([recovery, notTried]).toEqual([[], 'no request was refused']);
  });

  test('that several processes count apart is asked for again once each must know', async () => {
    let calls = 0;
    const name = () => `${calls++ % 2}`;
    const { rounds, slept } = await spent({ quota: aMinute(), name });
    expect(slept[0]).toBe(9000);
    expect(rounds[0]?.above.map(told)).toEqual(['listPets 200']);
  });

  test('leaves out the operations that show a count of their own', async () => {
    const name = (request: SpendingRequest) => operationOf(request);
    const { rounds, refused } = await spent({ quota: aMinute(), name });
    expect(rounds[0]?.apart).toEqual(['createPet', 'getPet']);
    expect(refused).toEqual(['listPets 429']);
    expect(rounds[0]?.above).toEqual([]);
  });
});

describe('a bucket is spent by as many requests at once as it takes', () => {
  test.each([
    [300, 300],
    [1000, 100],
    [1000, 500],
  ])('of %i a minute, at %i ms', async (size, latencyMs) => {
    const quota = bucket({ limit: size, windowMs: 60_000, reset: 'full' });
    const { rounds, refused, recovery } = await spent({ quota, latencyMs }, {}, 2000);
    expect(refused).toEqual(everyOne);
    expect(rounds.every(({ above }) => above.length === 0)).toBe(true);
    expect(recovery.every(({ response }) => response.status < 300)).toBe(true);
  });
});

describe('what is answered otherwise than served or 429', () => {
  test('above the limit, is asked again below it', async () => {
    const status = (_: SpendingRequest, { allowed }: Standing) => (allowed ? undefined : 503);
    const { rounds, below } = await spent({ quota: aMinute(), status });
    expect(rounds[0]?.mix.map(told)).toContain('createPet 503');
    expect(below.map(told).sort()).toEqual(['createPet 201', 'getPet 200', 'listPets 200']);
  });

  test('time and again, names --concurrency 1', async () => {
    let calls = 0;
    const status = () => {
      calls += 1;
      return calls % 4 === 0 ? 503 : undefined;
    };
    const away = spent({ quota: fixedWindow(300, 60_000), status }, { concurrency: 32 });
    await expect(away).rejects.toThrow('--concurrency 1');
  });

  test('is a ban, which leaves open whether the key recovers', async () => {
    let refusals = 0;
    const status = (_: SpendingRequest, { allowed }: Standing) => {
      if (!allowed) refusals += 1;
      return refusals > 0 && allowed ? 403 : undefined;
    };
    const { recovery, notTried } = await spent({ quota: aMinute(), status });
    expect(recovery).toEqual([]);
    expect(notTried).toContain('it may be banned for a time');
  });
});

describe('a key that is refused after the indicated time', () => {
  const refusedFor = (ms: number, retryAfterMs: number | undefined): Service => {
    let until: number | undefined;
    return {
      quota: aMinute(),
      standing: (one, { at }) => {
        if (!one.allowed) until ??= at + ms;
        const isBlocked = until !== undefined && at < until;
        const retryAfter = retryAfterMs ?? Math.max(1000, one.resetsAt - at);
        return isBlocked ? { ...one, allowed: false, remaining: 0, retryAfter } : one;
      },
    };
  };

  test.each([
    ['blocked, and its wait was that of the limit', refusedFor(600_000, undefined)],
    ['blocked longer than it said, as all comes back at once', refusedFor(50_000, 1000)],
  ])('is %s', async (_, service) => {
    const { recovery, notTried } = await spent(service);
    expect([recovery.map(told).at(-1)?.endsWith('429'), notTried]).toEqual([true, undefined]);
  });

  test('may have been spent by others, if only part of the limit was to come free', async () => {
    const quota = bucket({ limit, windowMs: 60_000, reset: 'full' });
    const used = shared({ ...quota, foresee: quota.take }, (call) => (call > 62 ? 30 : 0));
    const { recovery, notTried } = await spent({ quota: used });
    expect(recovery.some(({ response }) => response.status === 429)).toBe(false);
    expect(notTried).toContain('others who use the key may have come first');
  });
});

describe('spending ends with a reason', () => {
  test.each<[string, Service, Partial<Spender>, number]>([
    ['--rate-limit-key-file', { quota: fixedWindow(5000, 60_000) }, {}, 1000],
    [
      'beyond --max-wait of 30 s',
      { quota: fixedWindow(500, 86_400_000) },
      { maxWaitMs: 30_000 },
      1000,
    ],
    ['it is not a valid key', { quota: aMinute(), status: () => 401 }, {}, 1000],
    ['429 before the limit was used up', { quota: aMinute(), status: () => 429 }, {}, 1000],
  ])('%s', async (reason, service, differing, most) => {
    await expect(spent(service, differing, most)).rejects.toThrow(reason);
  });
});
