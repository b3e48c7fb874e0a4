import { expect, test } from 'vitest';
import { requirements } from '../spec/catalogue.ts';
import { faults } from './faults.ts';

test('each id stands for one fault', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
});

test('each required requirement can be shown to fail', () => {
  const broken = new Set<string>(faults.flatMap(({ breaks }) => breaks));
  const lacking = requirements.filter(({ id, level }) => level === 'required' && !broken.has(id));
  // What needs long series of answers, which no single call of a person shows.
  expect(lacking.map(({ id }) => id)).toEqual([]);
});
