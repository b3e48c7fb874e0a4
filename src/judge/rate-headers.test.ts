import { expect, test } from 'vitest';
import type { Plan } from '../spec/plans.ts';
import { judgeRateHeaders } from './rate-headers.ts';
import { answer, broken, type Made, noon, problems } from './testing/answer.ts';

const now = noon / 1000;
const day = 86_400;
const names = {
  limit: 'X-RateLimit-Limit',
  remaining: 'X-RateLimit-Remaining',
  reset: 'X-RateLimit-Reset',
  date: 'Date',
  age: 'Age',
} as const;

type Headers = { readonly [name in keyof typeof names]?: string | undefined };

const conformant: Headers = { limit: '60', remaining: '59', reset: String(now + 30) };

/** Judges an answer with conformant rate headers except these; undefined leaves one out. */
function judge(differing: Headers = {}, plan?: Plan, made: Made = {}) {
  const given = { ...conformant, ...differing };
  const headers = (['limit', 'remaining', 'reset', 'date', 'age'] as const).flatMap((name) => {
    const value = given[name];
    return value === undefined ? [] : [[names[name], value] as const];
  });
  return judgeRateHeaders(answer({ ...made, headers }), plan);
}

const httpDate = (seconds: number) => new Date(seconds * 1000).toUTCString();

test('conformant headers satisfy six requirements, and another one if the plan is known', () => {
  const requirements = [
    'rate.limit-header',
    'rate.remaining-header',
    'rate.reset-header',
    'rate.limit-value',
    'rate.remaining-value',
    'rate.reset-value',
  ];
  expect(judge().map(({ id }) => id)).toEqual(requirements);
  expect(judge({}, 'free').map(({ id }) => id)).toEqual([...requirements, 'rate.plan-limit']);
  expect(broken(judge({}, 'free'))).toEqual([]);
});

test.each(['limit', 'remaining', 'reset'] as const)(
  'a missing %s header fails only its own requirement, and has no value to judge',
  (name) => {
    const found = judge({ [name]: undefined });
    expect(broken(found)).toEqual([`rate.${name}-header`]);
    expect(problems(found)[`rate.${name}-header`]).toBe(`no ${names[name]} header`);
    expect(found.map(({ id }) => id)).not.toContain(`rate.${name}-value`);
  },
);

test.each([200, 201, 400, 401, 404, 429])('they are due on a %i', (status) => {
  const found = judgeRateHeaders(answer({ status, body: '' }), undefined);
  expect(found.map(({ at }) => at)).toEqual(Array(3).fill(`listPets ${status}`));
  expect(broken(found)).toHaveLength(3);
});

test.each([403, 405, 408, 413, 414, 415, 431, 500, 502, 503])(
  'a %i may come from something before the service: nothing is due',
  (status) => {
    expect(judgeRateHeaders(answer({ status, body: '{}' }), undefined)).toEqual([]);
  },
);

test('a caller without a key may have a limit of 0, of which nothing remains', () => {
  const none = { limit: '0', remaining: '0' };
  expect(broken(judge(none, undefined, { caller: 'anonymous', status: 200 }))).toEqual([]);
  expect(broken(judge(none, undefined, { status: 401 }))).toEqual([]);
  expect(broken(judge(none))).toEqual(['rate.limit-value']);
});

test.each(['1', '60', ' 60 ', '9223372036854775807', '1000000000'])(
  'the limit may be %j',
  (limit) => {
    expect(broken(judge({ limit, remaining: '1' }))).toEqual([]);
  },
);

test.each(['0', '-1', '9223372036854775808', '1.5', '', '60, 60;w=60', 'unlimited'])(
  'the limit may not be %j',
  (limit) => {
    expect(broken(judge({ limit }))).toEqual(['rate.limit-value']);
  },
);

test.each(['0', '1', '60'])('of 60, %s may remain', (remaining) => {
  expect(broken(judge({ remaining }))).toEqual([]);
});

test.each(['61', '-1', '1.5', 'many', ''])('of 60, %j may not remain', (remaining) => {
  expect(broken(judge({ remaining }))).toEqual(['rate.remaining-value']);
});

/** Title, seconds from the time of the response to the reset, whether that is allowed, and by which plan. */
const resets: [string, number, boolean, Plan | undefined, boolean][] = [
  ['at once', 0, true, 'free', true],
  ['before the slack', -31, false, 'free', true],
  ['at the end of a day of 25 hours, rounded up', day + 7200 + 30, true, 'free', true],
  ['more than that ahead', day + 7200 + 31, false, 'free', true],
  ['31 days ahead, Enterprise', 31 * day + 30, true, 'enterprise', true],
  ['32 days ahead, Enterprise', 32 * day, false, 'enterprise', true],
  ['five minutes past, without Date', -300, true, 'free', false],
  ['more than that, without Date', day + 7501, false, 'free', false],
];

test.each(resets)('a reset %s', (_, ahead, allowed, plan, dated) => {
  // With a Date, the client's own clock does not count, so here it is an hour off.
  const time = dated ? now + 3600 : now;
  const date = dated ? httpDate(time) : undefined;
  const found = judge({ reset: String(time + ahead), date }, plan);
  expect(problems(found)['rate.reset-value'] === undefined).toBe(allowed);
});

test('from a cache that writes its own Date, the reset may be past by the age', () => {
  const past = { reset: String(now - 80), date: httpDate(now) };
  expect(broken(judge({ ...past, age: '50' }))).toEqual([]);
  expect(broken(judge({ ...past, age: '49' }))).toEqual(['rate.reset-value']);
});

test.each([
  ['milliseconds', String(noon + 30_000), /milliseconds by its size/],
  ['a delta', '30', /s in the past/],
  ['a date', httpDate(now + 30), /is "Mon, 01 Jun 2026/],
  ['an ISO date', new Date(noon).toISOString(), /expected the Unix time in seconds/],
  ['nothing', '', /is ""/],
])('a reset that is %s is reported as such', (_, reset, words) => {
  const found = judge({ reset });
  expect(broken(found)).toEqual(['rate.reset-value']);
  expect(problems(found)['rate.reset-value']).toMatch(words);
});

const planLimits: [Plan, string, boolean][] = [
  ['free', '60', true],
  ['free', '1000', true],
  ['free', '300', false],
  ['pro', '300', true],
  ['pro', '1000', false],
  ['business', '100000', true],
];

test.each(planLimits)('the %s plan and a limit of %s', (plan, limit, right) => {
  expect(broken(judge({ limit }, plan))).toEqual(right ? [] : ['rate.plan-limit']);
});

test('strangers, and a key that is refused, are not compared with the plan', () => {
  const requirements = (made: Made) => judge({ limit: '7', remaining: '1' }, 'free', made);
  expect(broken(requirements({}))).toEqual(['rate.plan-limit']);
  expect(broken(requirements({ caller: 'anonymous' }))).toEqual([]);
  expect(broken(requirements({ status: 401 }))).toEqual([]);
});

test('a 429 may show the number of another, smaller limit', () => {
  const wrong = (limit: string) =>
    broken(judge({ limit, remaining: '0' }, 'free', { status: 429 }));
  expect(wrong('7')).toEqual([]);
  expect(wrong('61')).toEqual(['rate.plan-limit']);
});

test('a gap probe that is not answered with JSON may not have come from the service: nothing is due', () => {
  const due = (made: Made) =>
    judgeRateHeaders(answer({ purpose: 'gap', status: 400, ...made }), 'free');
  expect(due({ body: '<p>' })).toEqual([]);
  expect(broken(due({ body: '{}' }))).toHaveLength(3);
});
