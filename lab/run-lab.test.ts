import { expect, test } from 'vitest';
import { selectedIds, UnknownEntry } from './run-lab.ts';
import { needsSockets } from './sockets.ts';
import { realVariants } from './variants/real.ts';

test('an entry, a requirement and a beginning select what they name', () => {
  expect(selectedIds(['list.limit', 'list.cold-start'])).toEqual(['list.limit', 'list.cold-start']);
  const negative = selectedIds(['store.ids-*']);
  expect(negative).toContain('store.ids-negative');
  expect(negative.every((id) => id.startsWith('store.ids-'))).toBe(true);
});

test.each([
  ['list.limits', /; did you mean list\.limit\?$/],
  ['create.made-*', /^the lab has no create\.made-\* /],
])('%s is refused, with the nearest if one is near', (id, words) => {
  expect(() => selectedIds([id])).toThrow(UnknownEntry);
  expect(() => selectedIds([id])).toThrow(words);
});

test('what --real runs is asked over sockets, in the time of the machine', () => {
  expect(realVariants.filter((one) => !needsSockets(one)).map(({ id }) => id)).toEqual([]);
});
