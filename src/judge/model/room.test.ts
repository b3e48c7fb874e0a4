import { expect, test } from 'vitest';
import { endByChance, hadRoom, pagesOf } from './room.ts';
import { type Seen, seenIn } from './seen.ts';
import { graceMs, list, rex, told } from './testing/told.ts';

const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, at) => rex(from + at));

/** Whether the last list had room for animal 9 before, when it went from 4 animals to 5. */
const had = (seen: Seen) => {
  const last = seen.lists.at(-1);
  return last !== undefined && hadRoom(last, 9n, pagesOf(seen, graceMs));
};

const shown = list('status=sold', [rex(9)]);
const short = list('limit=5', upTo(4));
const whole = list('limit=5', upTo(5));

test.each([
  ['the grace was over and another list had shown it', true, [shown, graceMs, short, whole]],
  ['the list may have been made before', false, [shown, short, whole]],
  ['no list had shown it yet', false, [graceMs, short, shown, whole]],
  ['the page was as long as any', false, [shown, graceMs, list('limit=5', upTo(5, 2)), whole]],
])('%s: had room is %s', (_, expected, script) => {
  expect(had(seenIn(told(...script)))).toBe(expected);
});

test('a list that lacked others, too, was made from a part of the store', () => {
  const part = list('limit=5', upTo(3).slice(1));
  expect(had(seenIn(told(list('limit=5', upTo(5)), shown, graceMs, part, whole)))).toBe(false);
});

test('a list with a filter may have lacked it for its status', () => {
  const filtered = (count: number) => list('status=sold&limit=5', upTo(count));
  expect(had(seenIn(told(shown, graceMs, filtered(4), filtered(5))))).toBe(false);
});

test.each([
  ['two nodes show stores of their own', false, [20, 10, 20, 10, 20]],
  ['animals come, and others take away two', false, [9, 12, 10, 15, 13]],
  ['a list is empty now and then', false, [20, 0, 20, 10, 20]],
  ['pages are shorter from a day on', false, [50, 50, 10, 10]],
  ['they hold what is found in time', true, [18, 7, 20, 3, 12]],
])('if %s, pages end by chance: %s', (_, expected, lengths) => {
  expect(endByChance(lengths)).toBe(expected);
});
