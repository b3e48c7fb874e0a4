import { expect, test } from 'vitest';
import { int64, isNewAnimal, isPartOfAnimal, members } from './animal.ts';
import { findRequirement } from './catalogue.ts';

test('the requirements of every member are in the catalogue, as those of its section', () => {
  for (const { name, judged, ...refused } of members) {
    for (const id of [
      judged,
      ...Object.values(refused).filter((one) => /^\w+\.\w+-/.test(`${one}`)),
    ]) {
      expect(findRequirement(`${id}`)?.section, name).toMatch(/^2|4\.2/);
    }
  }
});

test.each([
  ['all members', true, { name: 'Rex', categoryId: 1n, status: 'sold' }],
  ['no status', true, { name: '', categoryId: int64.min }],
  ['no name', false, { categoryId: 1n }],
  ['a category that is a double', false, { name: 'Rex', categoryId: 1 }],
  ['a category beyond int64', false, { name: 'Rex', categoryId: int64.max + 1n }],
  ['a status of another enumeration', false, { name: 'Rex', categoryId: 1n, status: 'lost' }],
])('values with %s are a new animal: %s', (_, expected, values) => {
  expect(isNewAnimal(values)).toBe(expected);
});

test('a part of an animal has no wrong member, and may lack any', () => {
  expect(isPartOfAnimal({})).toBe(true);
  expect(isPartOfAnimal({ id: 1n, status: 'sold' })).toBe(true);
  expect(isPartOfAnimal({ id: '1' })).toBe(false);
});
