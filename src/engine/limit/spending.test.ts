import { describe, expect, test } from 'vitest';
import { shared, shownFirst, tokenBucket } from '../../../lab/variants/quotas.ts';
import { operationNames } from '../../catalogue/operations.ts';
import type { Answered } from '../../http/exchange.ts';
import { groupsBy } from '../../judge/model/limit/counts.ts';
import { noon } from '../../judge/testing/answer.ts';
import { fixedWindow } from '../../reference/quota.ts';
import { mostRounds, spend, volleyOf } from './spending.ts';
import { lookMs } from './spent-count.ts';
import { mostInVolley, type Round } from './spent-limit.ts';
import { type Counting, spenderOf } from './testing/spender.ts';

test('no more requests are sent together above a limit than a recording may show at once', () => {
  const lengths = operationNames.flatMap((_one, apart) =>
    Array.from(
      { length: mostRounds },
      (_round, turn) => volleyOf(turn, operationNames.slice(0, apart)).length,
    ),
  );
  expect(Math.max(...lengths)).toBe(mostInVolley);
});

const limit = 60;
const aMinute = () => fixedWindow(limit, 60_000);

const told = ({ operation, response }: Answered) => `${operation} ${response.status}`;
const volleysOf = (rounds: readonly Round[]) => rounds.map(({ volley }) => volley.map(told));

/** What spending gave, what was asked for it, and how long it waited each time. */
async function spent(counting: Counting, differing: Parameters<typeof spenderOf>[1] = {}) {
  const { spender, asked, slept } = spenderOf(counting, differing);
  const { rounds, recovery, ...rest } = await spend(spender);
  return { asked: asked.map(told), slept, rounds, recovery: recovery.map(told), ...rest };
}

describe('a limit of requests in a window', () => {
  test('is spent with lists, then asked for with each operation, and again as the 429s say', async () => {
    const { asked, slept, rounds, recovery, notTried, own } = await spent({ quota: aMinute() });
    const refused = ['listPets 429', 'createPet 429', 'getPet 429'];
    const served = ['listPets 200', 'createPet 201', 'getPet 200'];
    expect(asked.slice(limit)).toEqual([...refused, ...served]);
    expect(rounds).toHaveLength(1);
    expect(rounds[0]?.served).toHaveLength(limit);
    expect(rounds[0]?.refused.map(told)).toEqual(refused);
    expect(volleysOf(rounds)).toEqual([refused]);
    expect(rounds[0]).toMatchObject({ most: limit, above: [], lowest: 0, leftOut: 0, apart: [] });
    expect(recovery).toEqual(served);
    expect(slept).toHaveLength(1);
    expect([notTried, own]).toEqual([undefined, []]);
  });

  test('is spent with lists beside which each other operation is asked for twice, and before the last', async () => {
    const { spender, asked } = spenderOf({ quota: aMinute() });
    await spend(spender);
    const below = groupsBy(asked.slice(0, limit), ({ startedAt }) => startedAt);
    const others = below
      .map((batch) => batch.map(told))
      .filter((batch) => batch[0] !== 'listPets 200');
    const both = ['createPet 201', 'getPet 200'];
    expect(others).toEqual([both, both, [...both, 'listPets 200', 'listPets 200']]);
  });

  test('is still spent if an animal that is read has gone, or none is taken, before the last lists', async () => {
    const { asked, rounds } = await spent({
      quota: aMinute(),
      status: ({ operation, place }, { allowed }) => {
        if (place < limit - 10 || !allowed || operation === 'listPets') return undefined;
        return operation === 'getPet' ? 404 : 409;
      },
    });
    expect(asked.slice(limit - 10, limit)).toEqual(
      expect.arrayContaining(['createPet 409', 'getPet 404']),
    );
    expect(rounds.map(({ refused }) => refused.length)).toEqual([3]);
  });

  test.each(['createPet', 'getPet'] as const)(
    'that refuses %s while some remain does so in its round',
    async (early) => {
      const { rounds } = await spent({
        quota: aMinute(),
        status: ({ operation }, { allowed, remaining }) =>
          allowed && operation === early && remaining < 8 ? 429 : undefined,
      });
      expect(rounds[0]?.volley).toEqual([]);
      expect(rounds[0]?.refused.map(told)).toEqual([`${early} 429`]);
      expect(rounds[0]?.lowest).toBeGreaterThan(0);
    },
  );

  test('is spent by fewer requests if others use the key, or each costs more', async () => {
    const { rounds } = await spent({ quota: shared(aMinute(), () => 1) });
    expect(rounds).toHaveLength(1);
    expect(rounds[0]?.served.length).toBeLessThan(limit / 2);
    expect(rounds[0]?.volley).toHaveLength(3);
  });

  test('has one left that is not there if the number leaves out the request that it answers', async () => {
    const { rounds } = await spent({
      quota: aMinute(),
      standing: (one) => ({ ...one, remaining: one.remaining + (one.allowed ? 1 : 0) }),
    });
    expect(rounds).toHaveLength(1);
    expect(rounds[0]).toMatchObject({ lowest: 1, leftOut: 1 });
    expect(rounds[0]?.volley).toHaveLength(3);
  });

  test('is asked for with each operation some seconds after it was passed while some were shown as left', async () => {
    const { rounds, slept } = await spent({
      quota: aMinute(),
      // Nodes learn of a count some seconds late.
      standing: (one, { at }) => ({
        ...one,
        allowed: one.allowed || at < noon + 4000,
        remaining: Math.max(one.remaining, at < noon + 4000 ? 5 : 0),
      }),
    });
    expect(slept[0]).toBe(lookMs);
    expect(volleysOf(rounds)[0]).toEqual(['listPets 429', 'createPet 429', 'getPet 429']);
  });

  test('may be served once more than it says, and then nothing is refused', async () => {
    const { rounds, recovery, notTried } = await spent({
      quota: aMinute(),
      standing: (one) => ({ ...one, allowed: true }),
    });
    // Two looks some seconds later: a count may be shared late.
    expect(rounds).toHaveLength(1);
    expect(rounds[0]?.above).toHaveLength(9);
    expect(recovery).toEqual([]);
    expect(notTried).toBe('no request was refused');
  });
});

describe('rounds', () => {
  /** Hardly spent, as one comes free in 20 ms. */
  const refilling = () => ({ quota: tokenBucket(limit, 50) });

  test('follow if one of the operations was served above the limit, each beginning with another one', async () => {
    const { rounds } = await spent(refilling());
    expect(volleysOf(rounds).map((volley) => volley[0])).toEqual([
      'listPets 200',
      'createPet 201',
      'getPet 200',
      'listPets 200',
      'createPet 201',
    ]);
    // Later each operation is asked twice, as more may have come free.
    expect(rounds.map(({ volley }) => volley.length)).toEqual([3, 3, 6, 6, 6]);
  });

  test('do not follow if nothing is served after the indicated time', async () => {
    let isBanned = false;
    const { rounds, recovery } = await spent({
      ...refilling(),
      status: (_, { allowed }) => {
        isBanned ||= !allowed;
        return isBanned ? 429 : undefined;
      },
    });
    expect(rounds).toHaveLength(1);
    expect(recovery).toEqual(['createPet 429']);
  });

  test('do not follow if --max-requests leaves too few: those that were served are asked alone', async () => {
    const { rounds, recovery } = await spent(refilling(), { most: 130 });
    expect(volleysOf(rounds)).toEqual([
      ['listPets 200', 'createPet 429', 'getPet 429', 'listPets 429'],
    ]);
    expect(recovery).toEqual(['createPet 201', 'getPet 200', 'listPets 200']);
  });

  test('do not follow if an operation is still refused after the indicated time', async () => {
    const quota = tokenBucket(limit, 50);
    let isSpent = false;
    const { rounds, recovery } = await spent({
      quota,
      status: ({ operation }, { allowed }) => {
        isSpent ||= !allowed;
        return isSpent && operation === 'getPet' ? 429 : undefined;
      },
    });
    expect(rounds).toHaveLength(1);
    expect(recovery).toEqual(['createPet 201', 'getPet 429']);
  });

  test('do not follow if a 429 does not say when to retry', async () => {
    const { rounds, recovery, notTried } = await spent({
      ...refilling(),
      standing: (one) => ({ ...one, retryAfter: Number.NaN }),
    });
    expect(rounds).toHaveLength(1);
    expect(recovery).toEqual([]);
    expect(notTried).toContain('did not say when to retry');
  });

  test('do not follow if more was served than any conformant service may', async () => {
    const { rounds } = await spent({
      quota: aMinute(),
      standing: (one, { place }) => ({ ...one, allowed: one.allowed || place < 65 }),
    });
    expect(rounds).toHaveLength(1);
    expect(rounds[0]?.above.length).toBeGreaterThan(0);
  });

  test('follow if one of a volley was still within the limit', async () => {
    const { rounds } = await spent({
      quota: aMinute(),
      standing: (one, { place }) => ({
        ...one,
        remaining: Math.max(0, one.remaining - (place < 30 ? 0 : 1)),
      }),
    });
    expect(rounds[0]?.served).toHaveLength(limit);
    expect(rounds.length).toBeGreaterThan(1);
  });

  /** Shows a minute's limit, and refuses for another one of 20. */
  const another = () => ({ quota: shownFirst(aMinute(), tokenBucket(20, 0.1)) });

  test('are two if the first 429 comes while requests are shown to remain', async () => {
    const { rounds } = await spent(another());
    expect(rounds.map(({ lowest }) => lowest)).toEqual([40, 0]);
    expect(rounds.map(({ volley }) => volley)).toEqual([[], []]);
    expect(rounds.map(({ leftOut }) => leftOut)).toEqual([0, 0]);
  });

  test('are two at most if each ends so', async () => {
    const { rounds } = await spent({ quota: shownFirst(aMinute(), fixedWindow(20, 10_000)) });
    expect(rounds.map(({ volley }) => volley)).toEqual([[], []]);
    expect(rounds[1]?.served.length).toBeGreaterThan(0);
  });

  test('are one if --max-requests leaves too few for the limit that is shown', async () => {
    expect((await spent(another(), { most: 100 })).rounds).toHaveLength(1);
  });

  test('count for themselves if the number shown is written late', async () => {
    let written = 0;
    const { rounds } = await spent({
      quota: aMinute(),
      standing: (one, { place }) => {
        if (place % 25 === 0) written = one.remaining;
        return { ...one, remaining: one.allowed ? written : 0 };
      },
    });
    expect(rounds.map(({ served }) => served.length)).toEqual([limit, limit]);
    expect(rounds.map(({ volley }) => volley.length)).toEqual([0, 3]);
  });

  test('do not count for themselves if a number comes twice by the way', async () => {
    const { rounds } = await spent({
      ...another(),
      standing: (one, { place }) => ({ ...one, remaining: one.remaining + (place === 5 ? 1 : 0) }),
    });
    expect(rounds.map(({ served }) => served.length)).toEqual([20, 0]);
  });

  test('count for themselves if the limit was served, and half of it shown to remain', async () => {
    const { rounds } = await spent({
      quota: aMinute(),
      standing: (one) => ({ ...one, remaining: one.allowed ? 30 + (one.remaining >> 1) : 0 }),
    });
    expect(rounds.map(({ volley }) => volley.length)).toEqual([0, 3]);
  });

  test('take none for left out if windows begin with one less than the limit', async () => {
    const { rounds } = await spent({ quota: shownFirst(aMinute(), fixedWindow(59, 60_000)) });
    expect(rounds.map(({ lowest, leftOut }) => [lowest, leftOut])).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });

  test('take one for left out if the first 429 came with one left', async () => {
    const { rounds } = await spent({
      quota: tokenBucket(20, 0.1),
      standing: (one) => ({ ...one, limit: 21, remaining: one.allowed ? one.remaining + 1 : 0 }),
    });
    expect(rounds.map(({ leftOut }) => leftOut)).toEqual([0, 1]);
    expect(rounds.map(({ volley }) => volley.length > 0)).toEqual([false, true]);
  });

  test('take one for left out from then on', async () => {
    let passed = 0;
    const { rounds } = await spent({
      quota: tokenBucket(20, 0.1),
      // Once, one of the operations is served above the limit.
      standing: (one, { operation }) => {
        if (!one.allowed && operation === 'getPet') passed += 1;
        const allowed = one.allowed || (operation === 'getPet' && passed === 1);
        return { ...one, allowed, limit: 21, remaining: allowed ? one.remaining + 1 : 0 };
      },
    });
    expect(rounds.map(({ leftOut }) => leftOut)).toEqual([0, 1, 1]);
  });

  test('take none for left out if more was served than the limit, with one shown as left', async () => {
    let refusals = 0;
    const { rounds } = await spent({
      quota: aMinute(),
      // Nodes learn of a count some seconds late.
      standing: (one, { at }) => ({
        ...one,
        allowed: one.allowed || at < noon + 4000,
        remaining: Math.max(1, one.remaining - 1),
      }),
      status: (_, { allowed }) => {
        refusals += allowed ? 0 : 1;
        return refusals === 2 ? 503 : undefined;
      },
    });
    expect(rounds.map(({ lowest }) => lowest)).toEqual([1, 1]);
    expect(rounds.map(({ leftOut }) => leftOut)).toEqual([0, 0]);
  });
});

describe('a service that is away', () => {
  /** Answers 503 in the place of the n-th to m-th refusal. */
  const away = (from: number, to: number): Counting => {
    let refusals = 0;
    return {
      quota: aMinute(),
      status: (_, { allowed }) => {
        if (allowed) return undefined;
        refusals += 1;
        return refusals >= from && refusals <= to ? 503 : undefined;
      },
    };
  };

  test('above the limit is asked again after a pause', async () => {
    const { rounds, slept } = await spent(away(1, 3));
    expect(volleysOf(rounds)).toEqual([['listPets 429', 'createPet 429', 'getPet 429']]);
    expect(slept).toHaveLength(2);
  });

  test('for one operation beside others that are refused is asked alone for that one, and all in another round', async () => {
    const { rounds } = await spent(away(2, 2));
    expect(volleysOf(rounds)).toEqual([
      ['listPets 429', 'createPet 503', 'getPet 429', 'createPet 429'],
      ['createPet 429', 'getPet 429', 'listPets 429'],
    ]);
  });

  test('for one operation is asked in another round, though nodes that share a count late served more', async () => {
    let refusals = 0;
    const { rounds } = await spent({
      quota: aMinute(),
      standing: (one, { place }) =>
        place < 64 ? { ...one, allowed: true, remaining: 64 - Math.floor(place / 2) } : one,
      status: (_, { allowed }) => {
        refusals += allowed ? 0 : 1;
        return refusals === 2 ? 503 : undefined;
      },
    });
    expect(rounds[0]?.served.length).toBeGreaterThan(limit);
    expect(rounds.length).toBeGreaterThan(1);
  });

  test('each time is not refused, and that is all', async () => {
    const { rounds, slept, notTried } = await spent(away(1, 1000));
    expect(volleysOf(rounds)).toEqual([['listPets 503', 'createPet 503', 'getPet 503']]);
    expect(slept).toHaveLength(3);
    expect(notTried).toBe('no request was refused');
  });

  test('while requests remain is passed over', async () => {
    const { rounds, slept } = await spent({
      quota: aMinute(),
      status: ({ place }) => (place === 31 ? 503 : undefined),
    });
    expect(volleysOf(rounds)).toEqual([['listPets 429', 'createPet 429', 'getPet 429']]);
    expect(rounds[0]?.served).toHaveLength(limit - 1);
    expect(slept).toHaveLength(1);
  });
});

describe('a gateway that answers all lists that are sent together', () => {
  test('is asked again after a pause', async () => {
    const { rounds, slept } = await spent({
      quota: aMinute(),
      status: ({ at }) => (at === noon + 1050 ? 503 : undefined),
    });
    expect(volleysOf(rounds)).toEqual([['listPets 429', 'createPet 429', 'getPet 429']]);
    expect(rounds[0]?.served).toHaveLength(limit - 4);
    expect(slept).toHaveLength(2);
  });

  test('ends the round if it does so each time', async () => {
    const { rounds, slept } = await spent({
      quota: aMinute(),
      status: ({ at }) => (at >= noon + 1050 ? 503 : undefined),
    });
    expect(volleysOf(rounds)).toEqual([Array(4).fill('listPets 503')]);
    expect(slept).toHaveLength(3);
  });
});

describe('nodes that hand out the limit in parts', () => {
  /** Shows 0 in the middle, as the first of two nodes has nothing left. */
  const inParts = (): Counting => ({
    quota: aMinute(),
    standing: (one, { place }) =>
      place === 0 || place >= 30 ? one : { ...one, remaining: 29 - place },
  });

  test('serve each operation once the first of them shows nothing left, and spending goes on', async () => {
    const { rounds } = await spent(inParts());
    expect(volleysOf(rounds)).toEqual([['listPets 429', 'createPet 429', 'getPet 429']]);
    expect(rounds[0]?.served).toHaveLength(limit);
  });

  test('are not told from a limit that is let pass if an operation is refused for its own reason', async () => {
    const { rounds, notTried } = await spent({
      ...inParts(),
      status: ({ operation, place }) =>
        operation === 'createPet' && place >= 30 ? 403 : undefined,
    });
    expect(volleysOf(rounds)).toEqual([['listPets 200', 'createPet 403', 'getPet 200']]);
    expect(notTried).toBe('no request was refused');
  });
});

describe('an answer that is neither served nor refused', () => {
  test('ends the round that it came in', async () => {
    const { rounds } = await spent({
      quota: aMinute(),
      status: ({ place }) => (place === 30 ? 500 : undefined),
    });
    expect(rounds).toHaveLength(1);
    expect(rounds[0]?.volley.map(told)).toContain('listPets 500');
    expect(rounds[0]?.refused).toEqual([]);
  });

  test('ends it above the limit, too, if nothing is refused beside it', async () => {
    const { rounds, slept } = await spent({
      quota: aMinute(),
      standing: (one) => ({ ...one, allowed: true }),
      status: ({ operation, place }) =>
        operation === 'getPet' && place >= limit ? 500 : undefined,
    });
    expect(volleysOf(rounds)).toEqual([['listPets 200', 'createPet 201', 'getPet 500']]);
    expect(slept).toEqual([]);
  });

  test('is looked at again above the limit if it has a reason of its own', async () => {
    const { rounds } = await spent({
      quota: aMinute(),
      // Nodes learn of a count some seconds late.
      standing: (one, { at }) => ({ ...one, allowed: one.allowed || at < noon + 4000 }),
      // What it refuses for that reason is not counted.
      name: ({ operation }) => (operation === 'createPet' ? 'none' : 'key'),
      status: ({ operation }) => (operation === 'createPet' ? 403 : undefined),
    });
    expect(volleysOf(rounds)).toEqual([['listPets 429', 'createPet 403', 'getPet 429']]);
  });

  test('may have a reason of its own, which is seen once the limit allows the request', async () => {
    const { rounds, second } = await spent({
      quota: aMinute(),
      status: ({ operation }) => (operation === 'createPet' ? 403 : undefined),
    });
    expect(volleysOf(rounds)[0]).toEqual(['listPets 429', 'createPet 403', 'getPet 429']);
    expect(second?.map(told)).toContain('createPet 403');
  });
});

describe('an operation with a count of its own', () => {
  test('is spent by itself, after the others', async () => {
    const { rounds, own } = await spent({
      quota: aMinute(),
      name: ({ operation }) => (operation === 'getPet' ? 'reads' : 'others'),
    });
    expect(rounds).toHaveLength(1);
    expect(rounds[0]?.apart).toEqual(['getPet']);
    expect(rounds[0]?.served).toHaveLength(limit);
    expect(volleysOf(rounds)[0]).not.toContain('getPet 200');
    expect(own?.map(({ operation, refused }) => [operation, refused.length])).toEqual([
      ['getPet', 4],
    ]);
  });

  test('is seen by a 429 beside lists that are served, whose wait is kept', async () => {
    const { rounds, slept } = await spent({
      quota: aMinute(),
      status: ({ operation }) => (operation === 'getPet' ? 429 : undefined),
    });
    expect(rounds[0]?.apart).toEqual(['getPet']);
    expect(slept).toHaveLength(3);
  });

  test('is not spent by itself if a round before saw it refused', async () => {
    const { rounds, own } = await spent({
      quota: fixedWindow(5, 60_000),
      // Others beside the lists have a count for each call.
      name: ({ operation, place }) => (operation === 'listPets' ? 'lists' : `${place}`),
      standing: (one, { operation, place }) =>
        operation === 'createPet' && place < 8 ? { ...one, allowed: false, retryAfter: 1000 } : one,
      // So that there is another round.
      status: ({ operation, place }) => (operation === 'getPet' && place < 8 ? 503 : undefined),
    });
    expect(volleysOf(rounds)).toEqual([
      ['listPets 429', 'createPet 429', 'getPet 503', 'getPet 200'],
      ['createPet 201', 'getPet 200', 'listPets 429'],
    ]);
    expect(rounds.at(-1)?.apart).toEqual(['createPet', 'getPet']);
    expect(own?.map(({ operation }) => operation)).toEqual(['getPet']);
  });

  test('is not asked for in later rounds either', async () => {
    const [others, reads] = [tokenBucket(limit, 50), aMinute()];
    const { rounds } = await spent({
      quota: { take: (who, at) => (who === 'reads' ? reads : others).take(who, at) },
      name: ({ operation }) => (operation === 'getPet' ? 'reads' : 'others'),
    });
    expect(rounds.length).toBeGreaterThan(2);
    expect(rounds.flatMap(({ volley }) => volley.map(told))).not.toContain('getPet 200');
  });

  test('is found above the limit if there are too few lists to find it before', async () => {
    const { rounds, own } = await spent({
      quota: fixedWindow(5, 60_000),
      name: ({ operation }) => operation,
    });
    expect(volleysOf(rounds)).toEqual([['listPets 429', 'createPet 201', 'getPet 200']]);
    expect(rounds[0]?.served).toHaveLength(5);
    expect(own?.map(({ operation }) => operation)).toEqual(['createPet', 'getPet']);
  });

  test('leaves lists alone to be asked for if all have one', async () => {
    const { rounds, own } = await spent({ quota: aMinute(), name: ({ operation }) => operation });
    expect(volleysOf(rounds)).toEqual([['listPets 429', 'listPets 429', 'listPets 429']]);
    expect(own).toHaveLength(2);
  });
});

describe('a limit is not spent', () => {
  /** Twenty of the first forty. */
  const isTaken = ({ place }: { readonly place: number }) => place < 40 && place % 2 === 1;

  test.each<[string, Counting, Parameters<typeof spenderOf>[1], RegExp]>([
    ['if it is more than --max-requests', { quota: aMinute() }, { most: 79 }, /--max-requests/],
    [
      'if what remains never falls',
      { quota: aMinute(), standing: (one) => ({ ...one, allowed: true, remaining: 59 }) },
      {},
      /comes free as fast as this run asks/,
    ],
    [
      'if a gateway took so many requests that too few are left to ask beyond it',
      {
        quota: aMinute(),
        name: (call) => (isTaken(call) ? 'gateway' : 'key'),
        status: (call) => (isTaken(call) ? 503 : undefined),
      },
      { most: limit + 20 + 5 },
      /requests did not bring the remaining ones to 0 \(--max-requests\)/,
    ],
  ])('%s', async (_, counting, differing, why) => {
    await expect(spent(counting, differing)).rejects.toThrow(why);
  });
});
