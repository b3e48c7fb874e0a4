import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { httpDate } from './http-date.ts';
import { noon } from './testing/fake-clock.ts';

const parse = Date.parse;

/** As on a machine in Tokyo: what names no zone is of its own. */
beforeEach(() => {
  vi.spyOn(Date, 'parse').mockImplementation((text) =>
    parse(/(GMT|Z|[+-]\d{4})$/.test(text) ? text : `${text} +0900`),
  );
});

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  'Mon, 01 Jun 2026 12:00:00 GMT',
  'Monday, 01-Jun-26 12:00:00 GMT',
  'Mon Jun  1 12:00:00 2026',
  'mon jun 1 12:00:00 2026',
  'Mon, 1 Jun 2026 12:00:00 GMT',
  'Mon, 01 Jun 2026 12:00:00 +0000',
  'Mon, 01 Jun 2026 14:00:00 +0200',
  '2026-06-01T12:00:00Z',
])('%s is one moment, whatever zone the machine is in', (text) => {
  expect(httpDate(text, noon)).toBe(noon);
});

test('a year of two digits that seems more than 50 years ahead has passed', () => {
  expect(httpDate('Sunday, 06-Nov-94 08:49:37 GMT', noon)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
});

test.each(['', '-5', '2026', 'yesterday', 'Mon Foo  1 12:00:00 2026', '2026-06-01 12:00:00'])(
  '%j is no date',
  (text) => {
    expect(httpDate(text, noon)).toBeNaN();
  },
);
