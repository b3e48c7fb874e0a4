import fc from 'fast-check';
import { expect, test } from 'vitest';
import wrapAnsi from 'wrap-ansi';
import { requirements } from '../catalogue/catalogue.ts';
import { untested } from '../catalogue/untested.ts';
import { wrapped } from './wrap.ts';

test.each([
  ['', 9, ['']],
  ['one two three', 7, ['one two', 'three']],
  ['one\n  two ', 80, ['one two']],
  ['an-endless-word and more', 5, ['an-endless-word', 'and', 'more']],
])('%j in %i columns', (text, width, lines) => {
  expect(wrapped(text, width)).toEqual(lines);
});

test('words are broken as wrap-ansi breaks them', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1 }),
      fc.integer({ min: 1, max: 40 }),
      (words, width) => {
        const text = words.join(' ');
        expect(wrapped(text, width)).toEqual(wrapAnsi(text, width).split('\n'));
      },
    ),
  );
});

test('each character of what is wrapped takes one column', () => {
  for (const { id, ...all } of [...requirements, ...untested]) {
    expect(JSON.stringify(all), id).toMatch(/^[ -~≠–§…]*$/);
  }
});
