import { expect, test } from 'vitest';
import { noon } from '../testing/fake-clock.ts';
import { ShortLimit } from './short-limit.ts';

/** One that has sent so many, 10 ms apart, of which the last was refused. */
function refusedAfter(served: number, waitMs = 1000): ShortLimit {
  const short = new ShortLimit();
  for (let nth = 0; nth <= served; nth += 1) short.sending(noon + nth * 10);
  short.refused(noon + served * 10, noon + served * 10 + 50, waitMs);
  return short;
}

test('as many go out within a second as were served before one was refused', () => {
  const short = refusedAfter(5);
  const later = noon + 10_000;
  for (let nth = 0; nth < 5; nth += 1) {
    expect(short.freeAt(later + nth)).toBe(later + nth);
    short.sending(later + nth);
  }
  expect(short.freeAt(later + 5)).toBe(later + 1000);
  short.sending(later + 1000);
  expect(short.freeAt(later + 1000)).toBe(later + 1001);
});

test('each further refusal makes it one fewer, but two go out in any case', () => {
  const short = refusedAfter(3);
  for (const at of [noon + 10_000, noon + 20_000, noon + 30_000]) {
    for (let nth = 0; nth < 4; nth += 1) short.sending(at + nth);
    short.refused(at + 3, at + 50, 1000);
  }
  short.sending(noon + 40_000);
  expect(short.freeAt(noon + 40_001)).toBe(noon + 40_001);
  short.sending(noon + 40_001);
  expect(short.freeAt(noon + 40_002)).toBe(noon + 41_000);
});

test('a refusal that asks to wait for long is that of another limit', () => {
  const short = refusedAfter(5, 30_000);
  for (let nth = 0; nth < 50; nth += 1) short.sending(noon + 5000);
  expect(short.freeAt(noon + 5000)).toBe(noon + 5000);
});
