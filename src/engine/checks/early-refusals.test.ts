import { describe, expect, test } from 'vitest';
import { type Answered, isAnswered } from '../../http/exchange.ts';
import { falling, inTurn, type Limited, limited } from '../../judge/model/testing/limited.ts';
import type { Round } from '../limit/spent-limit.ts';
import { earlyIn, fitsReset, inconclusiveIfOthersSpent } from './early-refusals.ts';

const answers = (...all: readonly Limited[]): Answered[] => limited(...all).filter(isAnswered);

function one(facts: Limited): Answered {
  const [answer] = answers(facts);
  if (answer === undefined) throw new Error('there is none');
  return answer;
}

/** A 429 a second after noon; the limit shown resets 29 s later. */
const refused = (remaining: number, wait = '29'): Answered =>
  one({ remaining, at: 1000, status: 429, more: [['Retry-After', wait]] });

const noneServed = inTurn([], 0);

/** A round of a limit of 60 that ended with this 429 while `lowest` were shown as remaining. */
function round(
  lowest: number,
  refusal: Answered | undefined,
  differing: Partial<Round> = {},
): Round {
  return {
    served: answers(...inTurn(falling(59, 59 - lowest), 0)),
    most: 60,
    above: [],
    volley: [],
    refused: refusal === undefined ? [] : [refusal],
    lowest,
    leftOut: 0,
    apart: [],
    ...differing,
  };
}

/** What the first early refusal showed as remaining; undefined without any. */
const shownEarly = (one: Round, seen: readonly Limited[] = noneServed) =>
  earlyIn([one], limited(...seen))[0]?.shown;

/** Answers of a service whose number counts, or leaves out, the request that it answers. */
const counting = inTurn([59, 0], 0);
const leavingOut = inTurn([60, 59], 0);

describe('a 429 is early', () => {
  test('if the answers before it, or itself, showed that requests remain', () => {
    expect(shownEarly(round(5, refused(0)))).toBe(5);
    expect(shownEarly(round(0, refused(7)))).toBe(7);
    expect(shownEarly(round(5, refused(7)))).toBe(7);
  });

  test('not if neither did', () => {
    expect(shownEarly(round(0, refused(0)))).toBeUndefined();
  });

  test('not in a round without any', () => {
    expect(shownEarly(round(5, undefined))).toBeUndefined();
  });

  test.each([
    ['nothing tells', noneServed, undefined],
    ['the number leaves out the request that it answers', leavingOut, undefined],
    ['the number counts the request that it answers', counting, 1],
  ])('with one shown as left: %s', (_, seen, shown) => {
    expect(shownEarly(round(1, refused(0)), seen)).toBe(shown);
  });

  test('by what the answers of the spent key show, not those of another', () => {
    const own = limited(...counting).map((one) => ({ ...one, caller: 'limit-key' }) as const);
    const others = limited(...leavingOut);
    const served = round(1, refused(0)).served;
    const spent = served.map((one) => ({ ...one, caller: 'limit-key' }) as const);
    const ended = round(1, refused(0), { served: spent });
    expect(earlyIn([ended], [...others, ...own])).toMatchObject([{ shown: 1 }]);
  });

  test('not if this run alone had spent the limit, whatever was shown', () => {
    const served = answers(...inTurn(falling(65, 60), 0));
    expect(shownEarly(round(5, refused(0), { served }))).toBeUndefined();
    expect(shownEarly(round(5, refused(0), { served: served.slice(1) }))).toBe(5);
    // Unless the 429 itself says that some remain.
    expect(shownEarly(round(5, refused(7), { served }))).toBe(7);
  });

  test('not above a limit that was spent by the count of this run', () => {
    const volley = [refused(0)];
    expect(shownEarly(round(5, refused(0), { volley }), counting)).toBeUndefined();
  });

  test('if one was taken for left out that was not', () => {
    const above = { volley: [refused(0)], leftOut: 1 };
    expect(shownEarly(round(1, refused(0), above), counting)).toBe(1);
    expect(shownEarly(round(1, refused(0), above), leavingOut)).toBeUndefined();
  });
});

describe('others may have spent what remained', () => {
  const open = (served: readonly Limited[], refusal: Answered) => () =>
    inconclusiveIfOthersSpent({
      round: round(5, refusal, { served: answers(...served) }),
      refusal,
      shown: 5,
      itself: Number(refusal.response.headers.find(([name]) => name.endsWith('Remaining'))?.[1]),
    });

  test('not if the number fell by what was asked until the 429', () => {
    expect(open(inTurn(falling(59, 54), 0), refused(0))).not.toThrow();
  });

  test('of another quota, if the wait does not fit the reset that was last shown', () => {
    const before = inTurn(falling(59, 3), 0, { resetsAt: 90_000 });
    const last = inTurn([56, 55], 60);
    expect(open([...before, ...last], refused(0))).not.toThrow();
    expect(open([...last, ...before], refused(0))).toThrow('another quota');
  });

  test('if the number fell by more than was asked', () => {
    expect(open(inTurn([59, 50, 5], 0), refused(0))).toThrow('others use the key');
  });

  test('not if what is refused is counted, and says that some remain', () => {
    const counted = inTurn([59, 58, 56], 0);
    expect(open(counted, refused(5))).not.toThrow();
    expect(open(counted, refused(0))).toThrow('others use the key');
    expect(open(inTurn([59, 58, 55], 0), refused(5))).toThrow('others use the key');
  });

  test('if the number is shared late, and the 429 knows that nothing remains', () => {
    const late = inTurn([59, 59, 58, 58], 0);
    expect(open(late, refused(0))).toThrow('some seconds before');
    expect(open(late, refused(3))).not.toThrow();
  });
});

describe('the wait of a 429 fits the reset', () => {
  const last = (facts: Partial<Limited> = {}) => one({ remaining: 5, at: 0, ...facts });

  test.each([
    // The clock of the service says a second after noon: 29 s are left.
    ['29', true],
    ['30', true],
    ['31', false],
    ['34', false],
    ['27', true],
    ['26', false],
    ['1', false],
  ])('%s seconds: %s', (wait, fits) => {
    expect(fitsReset(refused(0, wait), last())).toBe(fits);
  });

  test('if it indicates none, or no reset is shown, for all that is known', () => {
    expect(fitsReset(refused(0, ''), last())).toBe(true);
    const answer = last();
    const headers = answer.response.headers.filter(([name]) => name !== 'X-RateLimit-Reset');
    expect(fitsReset(refused(0), { ...answer, response: { ...answer.response, headers } })).toBe(
      true,
    );
  });

  test('not of another limit', () => {
    expect(fitsReset(refused(0), last({ limit: 1000 }))).toBe(false);
  });
});
