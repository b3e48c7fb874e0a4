import { expect, test } from 'vitest';
import { count, duration, inOneLine, wrapped } from './words.ts';

test('an amount stands with its noun, thousands apart', () => {
  expect(count(1, 'request')).toBe('1 request');
  expect(count(-12345678, 'request')).toBe('-12,345,678 requests');
});

test('a duration is as exact as a person wants it', () => {
  const seconds = [0.44, 9.96, 38.4, 59.6, 125];
  expect(seconds.map(duration).join()).toBe('0.4 s,10 s,38 s,1 min 0 s,2 min 5 s');
});

test('a message is put in one line without its blanks, and a long run of them costs no more than reading it', () => {
  expect(inOneLine(' one \n\n  two\r\nthree ')).toBe('one; two; three');
  const startedAt = process.cpuUsage();
  const blanks = ' '.repeat(200_000);
  expect(inOneLine(`one${blanks}two`)).toBe(`one${blanks}two`);
  expect(process.cpuUsage(startedAt).user).toBeLessThan(500_000); // Microseconds.
});

test.each([
  ['one two three', 7, ['one two', 'three']],
  ['one\n  two ', 80, ['one two']],
  ['an-endless-word and more', 5, ['an-endless-word', 'and', 'more']],
])('%j in %i columns', (text, width, lines) => {
  expect(wrapped(text, width)).toEqual(lines);
});
