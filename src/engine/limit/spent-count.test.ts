import { describe, expect, test } from 'vitest';
import type { Operation } from '../../catalogue/operations.ts';
import { type Answered, isAnswered } from '../../http/exchange.ts';
import {
  falling,
  inTurn,
  type Limited,
  limited,
  still,
} from '../../judge/model/testing/limited.ts';
import { noon } from '../../judge/testing/answer.ts';
import { Counted, type RoundStart } from './spent-count.ts';

const answers = (all: readonly Limited[]): Answered[] => limited(...all).filter(isAnswered);

/** Answers of one reset, from noon on. */
const lists = (numbers: readonly number[], facts: Partial<Limited> = {}, from = 0) =>
  answers(inTurn(numbers, from, facts));

/** A round after these batches. */
function counted(batches: readonly (readonly Answered[])[], start: Partial<RoundStart> = {}) {
  const round = new Counted({
    begun: [],
    byOwnCount: false,
    leftOut: 0,
    shown: undefined,
    apart: [],
    isProbed: false,
    ...start,
  });
  for (const batch of batches) round.take(batch);
  return round;
}

const refusal = (facts: Partial<Limited> = {}) =>
  answers([{ at: 0, remaining: 0, status: 429, ...facts }]);

describe('what is left', () => {
  test('is one before any answer, so that one is asked', () => {
    expect(counted([]).left).toBe(1);
    expect(counted([refusal()]).left).toBe(1);
  });

  test('is the lowest number of the last answers that were served', () => {
    expect(counted([lists([59]), lists([57, 55, 56])]).left).toBe(55);
    expect(counted([lists([59]), [...lists([57]), ...refusal()]]).left).toBe(57);
  });

  test('is less what the number leaves out, and never less than nothing', () => {
    expect(counted([lists([5])], { leftOut: 2 }).left).toBe(3);
    expect(counted([lists([1])], { leftOut: 2 }).left).toBe(0);
  });

  test('is what was known before the round', () => {
    expect(counted([], { shown: 7 }).left).toBe(7);
  });

  test('is the limit without what was served if this run counts for itself', () => {
    const own = { byOwnCount: true, shown: 7, leftOut: 1 };
    expect(counted([], own).left).toBe(1);
    expect(counted([lists(still(50, 10))], own).left).toBe(50);
    expect(counted([lists(still(50, 10))], { ...own, begun: lists([59, 58]) }).left).toBe(48);
    expect(counted([lists(still(50, 70))], own).left).toBe(0);
    expect(counted([lists(still(50, 10)), refusal()], own).left).toBe(50);
  });

  test('is the lowest number of one window, whose reset may move by half of how far it is ahead', () => {
    const shown = (resetsAt: number) =>
      answers([
        { at: 0, remaining: 1, resetsAt: 60_000 },
        { at: 0, remaining: 50, resetsAt },
      ]);
    expect(counted([shown(80_000)]).left).toBe(1);
    expect(counted([shown(150_000)]).left).toBe(50);
  });
});

describe('a window', () => {
  const next = { resetsAt: 90_000 };

  test('begins anew if the reset has moved and much more is left', () => {
    const round = counted([lists([59, 58, 10]), lists([59, 58], next, 30_000)]);
    expect(round.served).toHaveLength(2);
    const late = counted([lists(falling(59, 40)), lists([58], next, 30_000)]);
    expect(late.served).toHaveLength(1);
    const beside = counted([lists([59, 5]), lists([50], next)]);
    expect(beside.served).toHaveLength(1);
  });

  test.each<[string, readonly Answered[]]>([
    ['the reset stands', lists([59, 58])],
    ['the reset moves by a second', lists([59, 58], { resetsAt: 31_000 })],
    ['little more is left, as of a bucket that refills', lists([14], next)],
    ['hardly more is left than before', lists([55, 54, 53, 52], next)],
    ['nothing was served', refusal(next)],
  ])('goes on if %s', (_, batch) => {
    const served = batch.filter(({ response }) => response.status === 200).length;
    const before = served > 1 ? 49 : 10;
    expect(counted([lists([59, 58, before]), batch]).served).toHaveLength(3 + served);
  });

  test('that began anew early has as few spent as were asked', () => {
    expect(counted([lists([50, 49]), lists([59], next)]).served).toHaveLength(1);
    expect(counted([lists([57]), lists([58], next)]).served).toHaveLength(2);
    expect(counted([lists([45, 40]), lists([58, 57, 56, 55], next)]).served).toHaveLength(4);
  });

  test('that resets twice makes further requests vain', () => {
    const twice = [
      lists([59, 10]),
      lists([59], next),
      lists([10], next),
      lists([59], { resetsAt: 150_000 }),
    ];
    expect(counted(twice.slice(0, 3)).vain(1000)).toBeUndefined();
    expect(counted(twice).vain(1000)).toContain('answers come too slowly');
  });
});

describe('other operations', () => {
  const others = (
    remaining: number,
    facts: Partial<Limited> = {},
    operation: Operation = 'getPet',
  ) => answers([{ at: 1000, remaining, operation, ...facts }]);

  test('are asked when lists have lowered their count to 0.6 and to 0.3 of what they began with', () => {
    expect(counted([lists([59, 37])]).mayProbe).toBe(false);
    const round = counted([lists([59, 36])]);
    expect(round.mayProbe).toBe(true);
    round.probe(others(18));
    // First the lists after it tell what it showed.
    expect(round.mayProbe).toBe(false);
    round.take(lists([19]));
    expect(round.mayProbe).toBe(false);
    round.take(lists([18]));
    expect(round.mayProbe).toBe(true);
    round.probe(others(17));
    round.take(lists([10]));
    expect(round.mayProbe).toBe(false);
  });

  test('are not asked before any list, with hardly anything left, or in later rounds', () => {
    expect(counted([]).mayProbe).toBe(false);
    expect(counted([], { shown: 7 }).mayProbe).toBe(false);
    expect(counted([lists([59, 3])]).mayProbe).toBe(false);
    expect(counted([lists([59, 4])]).mayProbe).toBe(true);
    expect(counted([lists([59, 30])], { isProbed: true }).mayProbe).toBe(false);
  });

  test('lower what is left if there is one count', () => {
    const round = counted([lists([59, 30])]);
    round.probe(others(28));
    expect(round.left).toBe(28);
    round.probe(others(50));
    expect(round.left).toBe(28);
    round.probe(refusal({ operation: 'getPet' }));
    expect(round.left).toBe(28);
  });

  test.each<[string, readonly Answered[], boolean]>([
    ['a number between those of the lists', others(29), false],
    ['nearly one of them', others(33), false],
    ['a higher number', others(34), true],
    ['a lower one', others(24), true],
    ['nearly that of the lists after it', others(25), false],
    ['another limit', others(29, { limit: 100 }), true],
    ['a 429', others(0, { status: 429 }), true],
    ['an answer of a gateway', others(50, { status: 503 }), false],
  ])('that show %s, have a count of their own: %s', (_, batch, isApart) => {
    const round = counted([lists([59, 30])]);
    round.probe(batch);
    round.take(lists([28]));
    expect(round.apart).toEqual(isApart ? ['getPet'] : []);
    const isServed = batch[0]?.response.status === 200;
    expect(round.served).toHaveLength(isServed && !isApart ? 4 : 3);
  });

  test('are compared with lists alone, and only with those that are served', () => {
    const probed = () => {
      const round = counted([lists([59, 30])]);
      round.probe(others(24));
      return round;
    };
    const beside = probed();
    beside.take([...lists([28]), ...refusal(), ...others(5, { status: 201 }, 'createPet')]);
    expect(beside.apart).toEqual(['getPet']);
    const refused = probed();
    refused.take(refusal());
    expect(refused.apart).toEqual([]);
    refused.take(lists([23]));
    expect(refused.apart).toEqual([]);
  });

  test('have a count of their own if they show more, and lists still what they showed before', () => {
    const round = counted([lists([59, 30])]);
    round.probe(others(50));
    round.take(lists([30]));
    expect(round.apart).toEqual(['getPet']);
  });

  test('tell nothing if the window began anew meanwhile', () => {
    const round = counted([lists([59, 30])]);
    round.probe(others(50));
    round.take(lists([58], { resetsAt: 90_000 }));
    expect(round.apart).toEqual([]);
  });

  /** A round of which so many are left, and in which the others cost so many together. */
  const nearEnd = (left: number, cost = 2, creation: Partial<Limited> = { status: 201 }) => {
    const round = counted([lists(falling(59, 24))]);
    round.probe([...others(35), ...others(36 - cost, creation, 'createPet')]);
    round.take(lists(falling(35 - cost, 36 - cost - left)));
    expect(round.left).toBe(left);
    return round;
  };
  const last = (round: Counted, concurrency = 4) => round.lastOthers({ concurrency });

  test.each<[boolean, number, number, number]>([
    [false, 7, 4, 2],
    [true, 6, 4, 2],
    [true, 3, 4, 2],
    [false, 2, 4, 2],
    [false, 4, 1, 2],
    [true, 3, 1, 2],
    // One came free meanwhile.
    [true, 3, 4, 1],
    [false, 2, 4, 1],
    // A creation that costs more.
    [false, 10, 4, 5],
    [true, 9, 4, 5],
    [true, 6, 4, 5],
    [false, 5, 4, 5],
  ])(
    'are asked before the last lists: %s with %i left and %i at once, if they cost %i',
    (isAsked, left, concurrency, cost) => {
      expect(last(nearEnd(left, cost), concurrency)).toEqual(
        isAsked ? ['createPet', 'getPet'] : [],
      );
    },
  );

  test('are asked once before the last lists', () => {
    const round = nearEnd(5);
    expect(last(round)).toHaveLength(2);
    expect(last(round)).toEqual([]);
  });

  test('are not asked before the last lists if it is not known what they cost, or if one counts by itself', () => {
    expect(last(counted([lists(falling(59, 55))]))).toEqual([]);
    expect(last(nearEnd(5, 2, { status: 409 }))).toEqual([]);
    const refused = counted([lists(falling(59, 24))]);
    refused.probe([...others(35), ...others(58, { status: 201 }, 'createPet')]);
    refused.take(lists(falling(34, 30)));
    expect([refused.left, refused.apart, last(refused)]).toEqual([5, ['createPet'], []]);
    const probed = counted([lists(falling(59, 53))]);
    probed.probe([...others(6), ...others(5, { status: 201 }, 'createPet')]);
    expect([probed.left, last(probed)]).toEqual([5, []]);
  });

  const above = (get: number, create: number, facts: Partial<Limited> = {}) => [
    ...others(get, facts),
    ...others(create, { status: 201, ...facts }, 'createPet'),
  ];

  test.each<[string, readonly Answered[], readonly Operation[]]>([
    ['each show a whole limit', above(59, 59), ['getPet', 'createPet']],
    ['show one count that began anew', above(59, 58), []],
    ['show a whole limit in a window that began anew', above(59, 59, { resetsAt: 90_000 }), []],
    ['are only one', others(59), []],
    ['are refused', above(0, 0, { status: 429 }), []],
  ])('that %s once lists have nothing left: %j have counts of their own', (_, batch, apart) => {
    const round = counted([lists([59, 1, 0]), batch]);
    expect(round.apart).toEqual(apart);
    if (apart.length > 0) expect(round.served).toHaveLength(3);
  });

  test('that show a whole limit have counts of their own, whatever lists are answered with them', () => {
    const batch = [...refusal(), ...lists([0]), ...above(59, 59)];
    expect(counted([lists([59, 1, 0]), batch]).apart).toEqual(['getPet', 'createPet']);
  });

  test('that show a whole limit while lists have some left tell nothing', () => {
    expect(counted([lists([59, 2, 1]), above(59, 59)]).apart).toEqual([]);
  });

  test('are left out of what was served of the lists once they are known to be counted apart', () => {
    const round = counted([lists([59, 30])]);
    round.probe(others(29));
    for (const batch of [lists([28]), lists([0]), above(59, 59)]) round.take(batch);
    expect(new Set(round.served.map(({ operation }) => operation))).toEqual(new Set(['listPets']));
  });

  test('that show a whole limit beside nodes that share a count late belong to one of them', () => {
    expect(counted([lists([59, 59, 0]), above(59, 59)]).apart).toEqual([]);
  });
});

describe('lists that go together', () => {
  const together = (numbers: readonly number[], concurrency = 4) =>
    counted([lists(numbers)]).together({ concurrency });

  test('are as many as may, and no more than are left', () => {
    expect(together([59, 58])).toBe(4);
    expect(together([59, 2, 1])).toBe(1);
    expect(together([59])).toBe(4);
    expect(counted([]).together({ concurrency: 4 })).toBe(1);
  });

  test('are as many as surely remain if each costs more than one', () => {
    expect(together([59, 40])).toBe(2);
    expect(together([59, 56, 53, 9])).toBe(1);
    expect(together([59, 56, 53, 50, 12])).toBe(1);
    expect(together([59, 56, 53, 50])).toBe(4);
    expect(together([20, 17, 14, 11, 8])).toBe(2);
    // Others use the key, too; one is asked all the same.
    expect(together([59, 1])).toBe(1);
  });
});

describe('what was served', () => {
  test('is below the limit up to the limit', () => {
    expect(counted([]).isBelow).toBe(false);
    expect(counted([lists(falling(59, 60))]).isBelow).toBe(true);
    expect(counted([lists([...falling(59, 60), 0])]).isBelow).toBe(false);
    const lowered = [lists(falling(99, 69), { limit: 100 }), lists([5], { limit: 60 })];
    expect(counted(lowered).isBelow).toBe(false);
  });

  test('is over it from then on', () => {
    expect(counted([lists(falling(59, 60))]).over).toBe(false);
    const round = counted([lists([...falling(59, 60), 0, 0])]);
    expect(round.over).toBe(true);
    expect(round.ended()).toMatchObject({ most: 60, above: round.served.slice(60) });
  });

  const over = () => counted([lists([...falling(59, 60), 0])]);

  test('is looked at again before the reset that was shown last', () => {
    const round = counted([lists(falling(59, 60)), lists(still(0, 6), { resetsAt: 90_000 }, 1200)]);
    expect(round.mayLookAgain(noon + 25_000)).toBe(true);
  });

  test('is looked at again twice, some seconds later', () => {
    const round = over();
    expect([1, 2, 3].map(() => round.mayLookAgain(noon))).toEqual([true, true, false]);
  });

  test('is not looked at again shortly before the reset, or below the limit', () => {
    expect(over().mayLookAgain(noon + 19_000)).toBe(true);
    expect(over().mayLookAgain(noon + 20_000)).toBe(false);
    expect(counted([lists(falling(59, 60))]).mayLookAgain(noon)).toBe(false);
  });
});

test.each<[string, readonly (readonly Answered[])[], number]>([
  ['before any was known', [refusal()], 0],
  ['before the last batch', [lists([59]), lists([5]), refusal()], 5],
  ['by the last batch if it shows less', [lists([59]), lists([5]), lists([2])], 2],
])('the lowest number is that which was shown %s', (_, batches, lowest) => {
  expect(counted(batches).ended().lowest).toBe(lowest);
});

describe('going on is vain', () => {
  /** Asked for 27 s, 60 times, with this many left in the end. */
  const slowly = (left: number) => {
    const numbers = Array.from({ length: 60 }, (_, at) => 59 - Math.round(((59 - left) * at) / 59));
    return [answers(numbers.map((remaining, at) => ({ remaining, at: at * 450 })))];
  };

  const zeros = [answers(still(0, 60).map((remaining, at) => ({ remaining, at: at * 450 })))];

  test.each<[string, readonly (readonly Answered[])[], number, string | undefined]>([
    ['not before any answer', [], 1000, undefined],
    ['not if nothing is left', slowly(0), 1000, undefined],
    ['not if nothing was left from the first on', zeros, 1000, undefined],
    // At this pace 180 more spend it, of the 200 that are asked at most.
    ['not if it can be spent within four times the limit', slowly(47), 1000, undefined],
    ['if it takes more than that', slowly(49), 1000, 'comes free nearly as fast as'],
    ['not if what is left falls as fast as this run asks', slowly(14), 1000, undefined],
    ['not after a few requests', [lists([59, 59, 59])], 1000, undefined],
    ['if it does not fall', slowly(59), 1000, 'comes free as fast as'],
    ['if it rises', [...slowly(59), lists([63], {}, 27_000)], 1000, 'comes free as fast as'],
    ['if it hardly falls', slowly(57), 1000, 'comes free nearly as fast as'],
    [
      'if more is left than may be asked',
      slowly(50),
      40,
      '50 requests remain, more than --max-requests',
    ],
    [
      'if it falls too slowly for what may be asked',
      slowly(40),
      60,
      '--max-requests leaves do not spend it',
    ],
  ])('%s', (_, batches, requestsLeft, why) => {
    const told = counted(batches).vain(requestsLeft);
    if (why === undefined) expect(told).toBeUndefined();
    else expect(told).toContain(why);
  });
});
