import { expect, test } from 'vitest';
import { requirements } from './catalogue.ts';
import { sectionsOf } from './sections.ts';

test.each([
  ['2, 4.2 r1', ['2', '4.2']],
  ['5.3', ['5']],
  ['8.1', ['8']],
  ['1, 9', ['1', '9']],
  ['4.2 r1, 5.3', ['4.2', '5']],
])('section %s is shown under %j', (section, shown) => {
  expect(sectionsOf(section)).toEqual(shown);
});

test('every requirement of the catalogue has its place on the map', () => {
  for (const { id, section } of requirements) {
    for (const one of sectionsOf(section)) expect(one, id).toMatch(/^(?:[1-9]|4\.[1-4])$/);
    expect(sectionsOf(section), id).not.toEqual([]);
  }
});
