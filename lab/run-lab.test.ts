import { expect, test } from 'vitest';
import { inRealTime } from './conformant.ts';
import { selectedIds, UnknownEntry } from './run-lab.ts';
import { needsSockets } from './sockets.ts';

test('an entry, a requirement and a beginning select what they name', () => {
  expect(selectedIds(['list.limit', 'list.null-item'])).toEqual(['list.limit', 'list.null-item']);
  const negative = selectedIds(['value.ids-*']);
  expect(negative).toContain('value.ids-negative');
  expect(negative.every((id) => id.startsWith('value.ids-'))).toBe(true);
});

test.each([
  ['list.limits', /; did you mean list\.limit\?$/],
  ['create.made-*', /^the lab has no create\.made-\* /],
])('%s is refused, with the nearest if one is near', (id, words) => {
  expect(() => selectedIds([id])).toThrow(UnknownEntry);
  expect(() => selectedIds([id])).toThrow(words);
});

test('what --real runs is asked over sockets, in the time of the machine', () => {
  expect(inRealTime.filter((one) => !needsSockets(one)).map(({ id }) => id)).toEqual([]);
});
