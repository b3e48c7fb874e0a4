import { afterEach, expect, test, vi } from 'vitest';
import { httpDate } from './http-date.ts';
import { noon } from './testing/fake-clock.ts';

const parse = Date.parse;

/** As on a machine in Tokyo, where a date that names no zone is of that one. */
const inTokyo = (text: string) => parse(/(GMT|Z|[+-]\d{4})$/.test(text) ? text : `${text} +0900`);

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  'Mon, 01 Jun 2026 12:00:00 GMT',
  'Monday, 01-Jun-26 12:00:00 GMT',
  'Mon Jun  1 12:00:00 2026',
  'Mon, 1 Jun 2026 12:00:00 GMT',
  'Mon, 01 Jun 2026 14:00:00 +0200',
  '2026-06-01T12:00:00Z',
])('%s is one moment, whatever zone the machine is in', (text) => {
  vi.spyOn(Date, 'parse').mockImplementation(inTokyo);
  expect(httpDate(text)).toBe(noon);
});

test.each(['', '-5', '2026', 'yesterday', 'Mon Foo  1 12:00:00 2026', '2026-06-01 12:00:00'])(
  '%j is not a date',
  (text) => {
    expect(httpDate(text)).toBeNaN();
  },
);

test.each(['1aaa', '1', 'aaa', '2026-06-01T1', 'Mon, 01 Jun 2026 12:00:00 +0', ' '])(
  'a field of nothing but %j is no date, and costs no more than reading it',
  (unit) => {
    const text = `1${unit.repeat(Math.ceil(20_000 / unit.length))}!`;
    const startedAt = process.cpuUsage();
    expect(httpDate(text)).toBeNaN();
    // Microseconds; trying each beginning with each end would take hours.
    expect(process.cpuUsage(startedAt).user).toBeLessThan(500_000);
  },
);
