import { expect, test } from 'vitest';
import type { RecordedResponse } from './exchange.ts';
import { clockOffset, readRateState, retryAfterMs } from './rate-state.ts';
import { noon } from './testing/fake-clock.ts';

const second = 1000;
const unix = (ms: number) => String(ms / second);
const httpDate = (ms: number) => new Date(ms).toUTCString();

function withHeaders(headers: Record<string, string>): RecordedResponse {
  return {
    status: 200,
    statusText: 'OK',
    headers: Object.entries(headers),
    body: '',
    truncated: false,
  };
}

test('the headers are read in any letter case', () => {
  const response = withHeaders({
    'x-ratelimit-limit': '60',
    'X-RATELIMIT-REMAINING': '0',
    'X-RateLimit-Reset': unix(noon + 30 * second),
  });
  expect(readRateState(response, noon)).toEqual({
    limit: 60,
    remaining: 0,
    resetsAt: noon + 30 * second,
  });
});

test.each(['', 'ten', '-1', '1,5', '1e3', '9223372036854775808'])('%j is not a number', (text) => {
  const response = withHeaders({
    'X-RateLimit-Limit': text,
    'X-RateLimit-Remaining': text,
    'X-RateLimit-Reset': text,
  });
  expect(readRateState(response, noon)).toEqual({});
});

test.each([
  ['an hour ahead', 3600 * second, 3600 * second],
  ['an hour behind', -3600 * second, -3600 * second],
  ['less than a second off, as Date has whole seconds', -999, 0],
])('a clock that is %s', (_, ahead, offset) => {
  const response = withHeaders({
    Date: httpDate(noon),
    'X-RateLimit-Reset': unix(noon + 60 * second),
  });
  const now = noon - ahead;
  expect(clockOffset(response, now)).toBe(offset);
  expect(readRateState(response, now).resetsAt).toBe(noon + 60 * second - offset);
});

const inHalfAMinute = unix(noon + 30 * second);

const indications: [string, Record<string, string>, number | undefined][] = [
  ['nothing', {}, undefined],
  ['seconds', { 'Retry-After': '30' }, 30 * second],
  ['a date', { 'Retry-After': httpDate(noon + 90 * second) }, 90 * second],
  [
    'a date by a clock that is an hour ahead',
    { 'Retry-After': httpDate(noon + 3690 * second), Date: httpDate(noon + 3600 * second) },
    90 * second,
  ],
  ['a date that is over', { 'Retry-After': httpDate(noon - 90 * second) }, 0],
  [
    'thousands that the reset shows to be milliseconds',
    { 'Retry-After': '30000', 'X-RateLimit-Reset': inHalfAMinute },
    30 * second,
  ],
  [
    'thousands of seconds that the reset agrees with',
    { 'Retry-After': '30000', 'X-RateLimit-Reset': unix(noon + 30_000 * second) },
    30_000 * second,
  ],
  // Another quota than the one shown may be spent: sending after 60 ms would be far too soon.
  [
    'seconds that are longer than the reset shown',
    { 'Retry-After': '60', 'X-RateLimit-Reset': unix(noon + second) },
    60 * second,
  ],
];

test.each(indications)('Retry-After: %s', (_, headers, expected) => {
  expect(retryAfterMs(withHeaders(headers), noon)).toBe(expected);
});

test.each<[string, [string, string][], number]>([
  [
    'as fields',
    [
      ['Retry-After', '1'],
      ['retry-after', '60'],
    ],
    60 * second,
  ],
  ['joined on the way', [['Retry-After', '60, 1']], 60 * second],
  [
    'seconds and a date, joined',
    [['Retry-After', `1,${httpDate(noon + 90 * second)}`]],
    90 * second,
  ],
  [
    'one of them no time',
    [
      ['Retry-After', 'soon'],
      ['Retry-After', '2'],
    ],
    2 * second,
  ],
])('of several Retry-After the longest counts: %s', (_, headers, expected) => {
  expect(retryAfterMs({ ...withHeaders({}), headers }, noon)).toBe(expected);
});

test.each(['1,', '1 ,', '9', ' ', 'Thu,', 'a', 'a '])(
  'a Retry-After of 60 kB of %j takes no longer than reading it',
  (unit) => {
    const others = Object.fromEntries(
      Array.from({ length: 190 }, (_, at) => [`X-Other-${at}`, '1']),
    );
    const value = unit.repeat(Math.floor(60_000 / unit.length));
    const response = withHeaders({ ...others, 'Retry-After': value });
    const startedAt = process.cpuUsage();
    for (let times = 0; times < 20; times += 1) retryAfterMs(response, noon);
    expect(process.cpuUsage(startedAt).user).toBeLessThan(2_000_000);
  },
);
