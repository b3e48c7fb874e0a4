import { describe, expect, test } from 'vitest';
import type { RequirementId } from '../src/catalogue/catalogue.ts';
import type { Operation } from '../src/catalogue/operations.ts';
import type { SeparateCount } from '../src/engine/limit/separate-counts.ts';
import type { Round, Spending } from '../src/engine/limit/spent-limit.ts';
import type { Answered, HeaderPair } from '../src/http/exchange.ts';
import { Inconclusive } from '../src/http/inconclusive.ts';
import { answer, type Made, noon } from '../src/judge/testing/answer.ts';
import { endsOf, type Shown } from './testing/spent.ts';

const limit = 60;

interface Told extends Made {
  readonly remaining?: number;
  /** Seconds from noon to the reset. */
  readonly reset?: number;
  /** Null for none. */
  readonly retryAfter?: string | null;
  readonly limit?: number;
}

let answers = 0;

/** An answer at noon, with the headers of section 8. */
function one(operation: Operation, status: number, told: Told = {}): Answered {
  const { remaining = 0, reset = 60, retryAfter = `${reset}`, limit: of = limit, ...made } = told;
  answers += 1;
  const headers: HeaderPair[] = [
    ['X-RateLimit-Limit', `${of}`],
    ['X-RateLimit-Remaining', `${remaining}`],
    ['X-RateLimit-Reset', `${noon / 1000 + reset}`],
    ...(status === 429 && retryAfter !== null ? [['Retry-After', retryAfter] as const] : []),
    ...(made.headers ?? []),
  ];
  return answer({ index: answers, ...made, operation, status, headers });
}

const listed = (remaining: number) => one('listPets', 200, { remaining });

/** As many lists as the limit, each shown as counted. */
const allServed = Array.from({ length: limit }, (_, at) => listed(limit - 1 - at));

/** A round in which the limit was spent, and each operation answered with this status above it. */
function round(
  statuses: Partial<Record<Operation, number>>,
  differing: Partial<Round> = {},
  all: Record<Operation, number> = { listPets: 429, createPet: 429, getPet: 429, ...statuses },
): Round {
  const volley = [
    one('listPets', all.listPets),
    one('createPet', all.createPet),
    one('getPet', all.getPet),
  ];
  return roundOf(volley, differing);
}

function roundOf(volley: readonly Answered[], differing: Partial<Round> = {}): Round {
  return {
    served: allServed,
    most: limit,
    above: [],
    volley,
    refused: volley.filter(({ response }) => response.status === 429),
    lowest: 0,
    leftOut: 0,
    apart: [],
    ...differing,
  };
}

const spending = (rounds: readonly Round[], differing: Partial<Spending> = {}): Spending => ({
  rounds,
  recovery: [],
  ...differing,
});

const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** How the checks of one requirement end. */
async function ended(id: RequirementId, shown: Shown) {
  const { ends } = await endsOf([id], shown);
  return ends;
}

/** How the first check of a requirement ends. */
async function end(id: RequirementId, shown: Shown) {
  const [first] = await ended(id, shown);
  return first;
}

const inOrder = (shown: readonly Answered[]) =>
  shown.map(({ index }) => index).sort((a, b) => a - b);

describe('the limit', () => {
  test('is spent once for all requirements', async () => {
    const ids = ['rate.enforced', 'rate.not-early', 'rate.retry-after'] as const;
    const { ends, timesSpent } = await endsOf(ids, { spending: spending([round({})]) });
    expect(ends.length).toBeGreaterThan(ids.length);
    expect(timesSpent).toBe(1);
  });

  test('is not tried again if it could not be spent, and each requirement says why', async () => {
    const ids = ['rate.enforced', 'rate.retry-after', 'rate.recovers'] as const;
    const why = new Inconclusive('the headers show no count');
    const { ends, timesSpent } = await endsOf(ids, { spending: why });
    expect(ends.map(({ outcome, message }) => `${outcome}: ${message}`)).toEqual(
      ids.map(() => `inconclusive: ${why.message}`),
    );
    expect(timesSpent).toBe(1);
  });

  test.each<RequirementId>([
    'rate.not-early',
    'rate.retry-after',
    'rate.recovers',
    'rate.retry-after-format',
    'gap.429-body',
    'gap.retry-after-unit',
  ])('leaves %s open if nothing was refused', async (id) => {
    const all200 = roundOf([one('listPets', 200), one('createPet', 201), one('getPet', 200)]);
    expect(await end(id, { spending: spending([all200]) })).toMatchObject({
      outcome: 'inconclusive',
      message: 'no request above the limit was answered 429',
    });
  });
});

const counted = (operation: Operation, differing: Partial<SeparateCount> = {}): SeparateCount => ({
  operation,
  refused: [],
  above: [],
  ...differing,
});

describe('each operation is refused above the limit', () => {
  const enforced = (rounds: readonly Round[], differing: Partial<Spending> = {}) =>
    end('rate.enforced', { spending: spending(rounds, differing) });

  test('by the requests above it, which are the evidence', async () => {
    const spent = round({});
    expect(await enforced([spent])).toMatchObject({
      outcome: 'passed',
      exchanges: inOrder(spent.volley),
    });
    const before = roundOf([], { refused: spent.refused.slice(0, 1) });
    expect((await enforced([before]))?.exchanges).toEqual(inOrder(before.refused));
  });

  test('or in a later round', async () => {
    const rounds = [round({ getPet: 200 }), round({ createPet: 201 })];
    expect((await enforced(rounds))?.outcome).toBe('passed');
  });

  test.each([500, 302, 404])('fails if a list above it is answered %i', async (status) => {
    const spent = round({ listPets: status });
    expect(await enforced([round({}), spent])).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('expected: 429'),
      exchanges: inOrder(spent.volley.slice(0, 1)),
    });
  });

  test('fails with what was served above it, in any round', async () => {
    const above = [listed(0), listed(0)];
    const late = roundOf([], { served: [...allServed, ...above], above });
    expect(await enforced([round({}), late])).toMatchObject({
      outcome: 'failed',
      message: 'expected: 429 once 60 requests were served\nreceived: 62 were served',
      exchanges: inOrder(above),
    });
  });

  describe('for a reason of its own before, which is told from no limit', () => {
    const refusal = round({ createPet: 403 });

    test.each<[string, string, Partial<Spending>]>([
      ['inconclusive', 'if it stays so within the limit', { second: [one('createPet', 403)] }],
      ['inconclusive', 'if it was not asked again', {}],
      ['inconclusive', 'by the same operation', { second: [one('getPet', 200)] }],
      ['failed', 'if it is served within the limit', { second: [one('createPet', 201)] }],
    ])('%s %s', async (expected, _, differing) => {
      const end = await enforced([refusal], differing);
      expect(end?.outcome).toBe(expected);
      if (expected === 'inconclusive') expect(end?.message).toBe('no 429 was seen on createPet');
    });
  });

  describe('but by a gateway', () => {
    const away = () => round({ getPet: 503 });

    test.each<[string, string, readonly Round[]]>([
      ['inconclusive', 'in one round', [away()]],
      ['inconclusive', 'in two', [away(), away()]],
      [
        'inconclusive',
        'in two, where nothing was refused in the second',
        [away(), round({ getPet: 503, listPets: 200, createPet: 201 })],
      ],
      ['failed', 'in three', [away(), away(), away()]],
      ['passed', 'in two of three', [away(), round({}), away()]],
      [
        'inconclusive',
        'in three, and in one of them it was served, too',
        [
          away(),
          away(),
          roundOf([
            one('listPets', 429),
            one('createPet', 429),
            one('getPet', 503),
            one('getPet', 200),
          ]),
        ],
      ],
      [
        'inconclusive',
        'in two of three, and not asked in one',
        [away(), away(), roundOf([one('listPets', 429), one('createPet', 429)])],
      ],
      [
        'failed',
        'in the only one, where nothing was refused',
        [round({ listPets: 200, createPet: 201, getPet: 503 })],
      ],
    ])('%s if it answers %s', async (expected, _, rounds) => {
      expect((await enforced(rounds))?.outcome).toBe(expected);
    });
  });

  describe('or is let through', () => {
    const reads = () => round({ getPet: 200 });
    const twice = (status: number) => {
      const { volley } = round({ getPet: status });
      return roundOf([...volley, one('getPet', status)]);
    };

    test('is a failure if it was served in each of five rounds, where others were refused', async () => {
      const rounds = times(5, reads);
      expect(await enforced(rounds)).toMatchObject({
        outcome: 'failed',
        message:
          'expected: 429 above the limit on every operation\nreceived: getPet served in each of 5 tries, where listPets and createPet were refused',
        exchanges: inOrder(
          rounds.flatMap(({ volley }) => volley.filter(({ operation }) => operation === 'getPet')),
        ),
      });
    });

    test('is a failure if another one is always refused, and a third now and then', async () => {
      const rounds = times(5, (at) => round({ getPet: 200, createPet: at === 0 ? 429 : 201 }));
      expect((await enforced(rounds))?.outcome).toBe('failed');
    });

    test('counts two operations apart', async () => {
      const rounds = times(5, (at) => round({ getPet: at === 0 ? 404 : 200, createPet: 201 }));
      expect(await enforced(rounds)).toMatchObject({
        outcome: 'inconclusive',
        message: 'no 429 was seen on createPet and getPet',
      });
    });

    test.each<[string, readonly Round[]]>([
      ['it was served in four rounds only', times(4, reads)],
      [
        'no other one is always refused',
        times(5, (at) =>
          round({ getPet: 200, listPets: at === 0 ? 200 : 429, createPet: at === 1 ? 201 : 429 }),
        ),
      ],
      ['it was answered otherwise in one', [...times(4, reads), round({ getPet: 404 })]],
      [
        'it was answered otherwise in one, and served twice in others',
        [...times(4, () => twice(200)), twice(404)],
      ],
      [
        'others were served beside their refusals, and it not each time',
        [
          ...times(4, reads),
          roundOf([
            one('listPets', 429),
            one('listPets', 200),
            one('createPet', 429),
            one('getPet', 404),
          ]),
        ],
      ],
    ])('is left open if %s', async (_, rounds) => {
      expect(await enforced(rounds)).toMatchObject({
        outcome: 'inconclusive',
        message: 'no 429 was seen on getPet',
      });
    });
  });

  describe('by a count of its own', () => {
    const together = roundOf([one('listPets', 429), one('createPet', 429)], { apart: ['getPet'] });

    test('of another operation tells nothing', async () => {
      const own = [counted('getPet', { refused: [one('getPet', 429)] })];
      const lists = roundOf([one('listPets', 429)], { apart: ['getPet'] });
      expect(await enforced([lists], { own })).toMatchObject({
        outcome: 'inconclusive',
        message: 'no 429 was seen on createPet',
      });
    });

    test('is refused above that', async () => {
      const own = [counted('getPet', { refused: [one('getPet', 429)] })];
      expect((await enforced([together], { own }))?.outcome).toBe('passed');
    });

    test('fails with what was served above that', async () => {
      const above = [one('getPet', 200), one('getPet', 200)];
      const own = [
        counted('createPet', { refused: [one('createPet', 429)] }),
        counted('getPet', { above }),
      ];
      expect(await enforced([together], { own })).toMatchObject({
        outcome: 'failed',
        message:
          'expected: 429 once the count that getPet has of its own was spent\nreceived: 2 served above it',
        exchanges: inOrder(above),
      });
    });

    test('is left open for the reason why that could not be spent', async () => {
      const own = [
        counted('createPet', { refused: [one('createPet', 429)], open: 'of another' }),
        counted('getPet', { open: 'getPet comes free at once' }),
      ];
      expect(await enforced([together], { own })).toMatchObject({
        outcome: 'inconclusive',
        message: 'getPet comes free at once',
      });
    });
  });

  test('but for getPet once it is gone', async () => {
    const gone = Date.UTC(2030, 11, 5, 12);
    const spentAt = (startedAt: number, creation = 429) =>
      roundOf([
        one('listPets', 429),
        one('createPet', creation),
        { ...one('getPet', 404), startedAt, finishedAt: startedAt },
      ]);
    expect((await enforced([spentAt(gone)]))?.outcome).toBe('passed');
    expect((await enforced([spentAt(noon)]))?.outcome).toBe('inconclusive');
    // That says nothing of others.
    expect((await enforced([spentAt(gone, 403)]))?.message).toBe('no 429 was seen on createPet');
  });
});

describe('no 429 comes while requests remain', () => {
  const notEarly = (rounds: readonly Round[], differing: Partial<Shown> = {}) =>
    end('rate.not-early', { spending: spending(rounds), ...differing });

  /** Half of the limit was served, each shown as counted, when a 429 came that shows this much. */
  const early = (itself: number): Round => {
    const refused = [one('listPets', 429, { remaining: itself })];
    return roundOf([], { served: allServed.slice(0, 30), refused, lowest: 30 });
  };

  test('is a failure if the answers before it and itself showed some', async () => {
    const spent = early(30);
    expect(await notEarly([spent])).toMatchObject({
      outcome: 'failed',
      message: 'expected: no 429 while requests remain\nreceived: 429 with 30 shown',
      exchanges: inOrder(spent.refused),
    });
  });

  test('is a failure in one of several rounds', async () => {
    expect((await notEarly([round({}), early(30)]))?.outcome).toBe('failed');
  });

  test('passes if none remained, with the refusals as evidence, those of own counts, too', async () => {
    const spent = round({});
    const own = counted('getPet', { refused: [one('getPet', 429)] });
    expect(
      await end('rate.not-early', { spending: spending([spent], { own: [own] }) }),
    ).toMatchObject({ outcome: 'passed', exchanges: inOrder([...spent.refused, ...own.refused]) });
  });

  describe('but the 429 itself shows none', () => {
    test('passes if that was in one of two rounds', async () => {
      expect((await notEarly([early(0), round({})]))?.outcome).toBe('passed');
    });

    test('fails if it was in both', async () => {
      const rounds = [early(0), early(0)];
      expect(await notEarly(rounds)).toMatchObject({
        outcome: 'failed',
        exchanges: inOrder(rounds.flatMap(({ refused }) => refused)),
      });
    });

    test('is left open if there was only one', async () => {
      expect(await notEarly([early(0)])).toMatchObject({
        outcome: 'inconclusive',
        message: '429 came once with 30 shown as remaining just before, and 0 by itself',
      });
    });
  });

  test('is left open if others may have spent it', async () => {
    const spent = { ...early(30), served: [listed(59), listed(29)] };
    expect((await notEarly([spent]))?.outcome).toBe('inconclusive');
  });
});

describe('no 429 comes while requests remain before the limit is to be spent', () => {
  const refusedEarly = (told: Told = {}) => one('listPets', 429, { remaining: 7, ...told });

  /** How the second check ends. */
  const ofEarlier = async (exchanges: readonly Answered[], since: readonly Answered[] = []) => {
    const shown = { spending: spending([round({})]), before: exchanges, since };
    return (await ended('rate.not-early', shown))[1];
  };

  test('is a failure if they say so in two windows', async () => {
    const refusals = [refusedEarly(), refusedEarly({ remaining: 3, reset: 30 }), refusedEarly()];
    expect(await ofEarlier([listed(8), ...refusals])).toMatchObject({
      outcome: 'failed',
      message:
        'expected: no 429 while requests remain\nreceived: 429 with 7 shown by itself, in 2 windows',
      exchanges: inOrder(refusals),
    });
  });

  test('is a failure beside 429s that rightly show none, whatever their wait', async () => {
    const refusals = [refusedEarly(), refusedEarly({ reset: 30 })];
    const rightly = one('listPets', 429, { remaining: 0, retryAfter: '5' });
    expect(await ofEarlier([rightly, ...refusals])).toMatchObject({
      outcome: 'failed',
      exchanges: inOrder(refusals),
    });
  });

  const none = 'there was none';
  const single = 'no two say by themselves that requests remain';
  const another = 'another limit than the one shown refused requests';

  test.each<[string, readonly Answered[]]>([
    [none, []],
    [none, [listed(8), one('listPets', 200, { remaining: 7, reset: 30 })]],
    [none, [refusedEarly({ caller: 'stranger' }), refusedEarly({ caller: 'stranger', reset: 30 })]],
    [none, [refusedEarly(), refusedEarly({ reset: 30 })].map(({ operation: _, ...rest }) => rest)],
    [single, [refusedEarly(), refusedEarly()]],
    [single, [one('listPets', 429), one('listPets', 429, { reset: 30 })]],
    [another, [refusedEarly(), refusedEarly({ reset: 30, retryAfter: '5' })]],
  ])('does not apply: %s', async (message, exchanges) => {
    expect(await ofEarlier(exchanges)).toMatchObject({ outcome: 'not-applicable', message });
  });

  test('does not count those since then', async () => {
    const since = [refusedEarly(), refusedEarly({ reset: 30 })];
    expect((await ofEarlier([listed(8)], since))?.message).toBe(none);
  });

  test('leaves out what had no answer', async () => {
    const { response: _, ...silent } = listed(8);
    expect(
      (await ended('rate.not-early', { spending: spending([round({})]), before: [silent] }))[1]
        ?.message,
    ).toBe(none);
  });
});

describe('every 429 has a Retry-After', () => {
  const refusedWith = (retryAfter: string | null) =>
    roundOf([one('listPets', 429), one('createPet', 429, { retryAfter })]);

  test.each<[string, string | null]>([
    ['passed', '60'],
    ['passed', 'in a while'],
    ['failed', null],
    ['failed', ''],
    ['failed', ' \t'],
  ])('%s if one is %j', async (expected, retryAfter) => {
    const spent = refusedWith(retryAfter);
    const judged = await end('rate.retry-after', { spending: spending([spent]) });
    expect(judged?.outcome).toBe(expected);
    expect(judged?.exchanges).toEqual(
      inOrder(expected === 'passed' ? spent.refused : spent.refused.slice(1)),
    );
  });
});

describe('after the indicated time a request', () => {
  const spent = round({});
  const recovers = (differing: Partial<Spending>) =>
    end('rate.recovers', { spending: spending([spent], differing) });

  test.each<[string, string, Answered]>([
    ['passed', 'served', one('listPets', 200)],
    ['passed', 'refused for a reason of its own', one('createPet', 403)],
    ['failed', 'refused still', one('getPet', 429)],
    ['failed', 'banned', one('listPets', 403, { caller: 'limit-key' })],
  ])('%s if it is %s', async (outcome, _, last) => {
    const recovery = [one('listPets', 200), last];
    const evidence = outcome === 'passed' ? [...spent.refused, ...recovery] : [last];
    expect(await recovers({ recovery })).toMatchObject({ outcome, exchanges: inOrder(evidence) });
  });

  test('fails though others could not be tried', async () => {
    const recovery = [one('listPets', 429)];
    expect((await recovers({ recovery, notTried: 'too long' }))?.outcome).toBe('failed');
  });

  test.each<[string, Partial<Spending>]>([
    ['too long a wait', { recovery: [one('listPets', 200)], notTried: 'too long a wait' }],
    ['too long a wait', { notTried: 'too long a wait' }],
    ['it was not tried', {}],
  ])('is left open: %s', async (message, differing) => {
    expect(await recovers(differing)).toMatchObject({ outcome: 'inconclusive', message });
  });
});

describe('a Retry-After', () => {
  const refusedWith = (retryAfter: string | null, told: Told = {}) =>
    spending([roundOf([one('listPets', 429), one('createPet', 429, { retryAfter, ...told })])]);

  const date = new Date(noon + 60_000).toUTCString();

  test.each<[string, string]>([
    ['passed', '60'],
    ['passed', ' 60 '],
    ['passed', '0'],
    ['passed', '0.0'],
    ['passed', date],
    ['failed', '1.5'],
    ['failed', '60 s'],
    ['failed', 'about 60'],
    ['failed', '60000'],
    ['failed', '2026-06-01T12:01:00Z'],
    ['failed', `on ${date}`],
    ['failed', `${date} or so`],
    ['failed', 'Monday, 01-Jun-26 12:01:00 GMT'],
  ])('%s as delta-seconds or a date: %s', async (expected, retryAfter) => {
    const judged = await end('rate.retry-after-format', { spending: refusedWith(retryAfter) });
    expect(judged?.outcome).toBe(expected);
    if (expected === 'passed') return;
    expect(judged?.message).toBe(
      `expected: whole seconds or an HTTP date\nreceived: Retry-After ${JSON.stringify(retryAfter)}`,
    );
    expect(judged?.exchanges).toHaveLength(1);
  });

  test.each([null, '', ' '])('is not judged if it is %j', async (retryAfter) => {
    expect(
      await end('rate.retry-after-format', { spending: refusedWith(retryAfter) }),
    ).toMatchObject({ outcome: 'inconclusive', message: 'a 429 came without Retry-After' });
  });

  test.each<[string, string | null]>([
    ['seconds', '60'],
    ['seconds', ' 60'],
    ['seconds', '0'],
    ['milliseconds', '60000'],
    ['an HTTP date', date],
    ['unknown', 'soon'],
    ['unknown', '60 s'],
    ['no Retry-After', null],
    ['no Retry-After', ' '],
  ])('is recorded as %s: %j', async (said, retryAfter) => {
    const spent = spending([roundOf([one('listPets', 429, { retryAfter }), one('getPet', 429)])]);
    expect((await endsOf(['gap.retry-after-unit'], { spending: spent })).said).toEqual([said]);
  });
});

test.each<[string, Made]>([
  ['no body', { body: '' }],
  ['no Content-Type: busy', { body: 'busy' }],
  ['text/plain: busy', { body: 'busy', headers: [['Content-Type', 'text/plain']] }],
  [`no Content-Type: ${'x'.repeat(120)}`, { body: 'x'.repeat(130) }],
])('the body of the first 429 is recorded: %s', async (said, made) => {
  const spent = spending([roundOf([one('listPets', 429, made), one('getPet', 429)])]);
  expect((await endsOf(['gap.429-body'], { spending: spent })).said).toEqual([said]);
});

describe('how requests are counted is recorded', () => {
  const window = async (served: readonly Answered[]) => {
    const refused = [one('listPets', 429), one('getPet', 429)];
    const spent = spending([roundOf([], { served, refused }), round({})]);
    const { ends, said } = await endsOf(['gap.rate-window'], { spending: spent });
    return { end: ends[0], said, refused };
  };

  test('by a reset that stands', async () => {
    const { end, said, refused } = await window(allServed);
    expect(said).toEqual([
      'limit 60, reset 60 s ahead at the start; the reset stood still: a fixed window',
    ]);
    expect(end?.exchanges).toEqual(inOrder([...allServed.slice(0, 1), ...refused.slice(0, 1)]));
  });

  test('by one that moves', async () => {
    const { said } = await window([listed(59), one('listPets', 200, { reset: 72 })]);
    expect(said).toEqual([
      'limit 60, reset 60 s ahead at the start; the reset moved by 12 s: a sliding window or a bucket that refills',
    ]);
  });

  test('not without an answer that was served', async () => {
    expect((await window([])).end).toMatchObject({
      outcome: 'inconclusive',
      message: 'no answer shows a count',
    });
  });
});
