import { describe, expect, test } from 'vitest';
import {
  dropsRows,
  isBeginning,
  isOneOfFew,
  leavesPagesShort,
  mayBeDropped,
} from './dropped-rows.ts';
import { seenIn } from './seen.ts';
import { list, rex, type Script, type Shown, told } from './testing/told.ts';

const herd = (count: number, from = 1): Shown[] =>
  Array.from({ length: count }, (_, at) => rex(from + at));

/** A page of the first animals, with its limit. */
const page = (limit: number, count: number, more = '') =>
  list(`limit=${limit}${more}`, herd(count));
const seen = (...script: Script) => seenIn(told(...script)).lists;
const sold = '&status=sold';

test.each<[string, boolean, Script]>([
  ['a page lacks two of what a larger one showed before', true, [page(9, 6), page(6, 4)]],
  ['one page of several does', true, [page(9, 6), page(6, 4), page(3, 3)]],
  ['each page lacks the one that a wrong comparison leaves out', false, [page(9, 6), page(6, 5)]],
  ['one lacks one, and another is full', true, [page(9, 6), page(6, 5), page(3, 3)]],
  ['one lacks one, and a page of one is full', false, [page(9, 6), page(6, 5), page(1, 1)]],
  ['one lacks one, and a filtered page is full', true, [page(9, 6), page(6, 5), page(3, 3, sold)]],
  ['all pages are full', false, [page(9, 9), page(6, 6)]],
  ['the larger one was asked for later', false, [page(6, 4), page(9, 6)]],
  ['the larger one is filtered', false, [page(9, 6, sold), page(6, 4)]],
  ['a filtered one lacks two', false, [page(9, 6, sold), page(6, 4, sold)]],
  ['the page is empty', false, [page(9, 6), page(6, 0)]],
  ['it begins with other animals', false, [page(9, 6), list('limit=6', herd(4, 2))]],
  ['the page has no limit of its own', true, [page(30, 22), list('', herd(18))]],
])('if %s, rows are dropped: %s', (_, expected, script) => {
  expect(dropsRows(seen(...script))).toBe(expected);
});

describe('an empty page of one animal', () => {
  test.each<[string, boolean, Script]>([
    ['no page ends by its limit', true, [page(9, 4)]],
    ['one page does', true, [page(9, 4), page(2, 2)]],
    ['two do', false, [page(9, 4), page(2, 2), page(3, 3)]],
    ['two do, one as long as the longest', false, [page(4, 4), page(3, 3)]],
    ['two do, of one limit', true, [page(9, 4), page(2, 2), page(2, 2)]],
    ['two do, one of them filtered', true, [page(9, 4), page(2, 2), page(3, 3, sold)]],
    ['two do, one of them a page of one', true, [page(9, 4), page(2, 2), page(1, 1)]],
    ['the others are longer than all', true, [page(2, 2), page(7, 2), page(8, 2)]],
  ])('is one of few if %s: %s', (_, expected, script) => {
    const [one] = seen(page(1, 0));
    expect(one && isOneOfFew(one, seen(...script))).toBe(expected);
  });

  test('is not a page of two, nor one without a limit', () => {
    for (const empty of seen(page(2, 0), list('', []))) expect(isOneOfFew(empty, [])).toBe(false);
  });
});

test.each<[string, boolean, Script]>([
  ['pages of three limits do', true, [page(40, 9), page(5, 4), page(6, 5), page(7, 6)]],
  ['pages of two limits do', false, [page(40, 9), page(5, 4), page(6, 5)]],
  ['pages of one limit do', false, [page(40, 9), page(5, 4), page(5, 4), page(5, 4)]],
  ['there were just enough', true, [page(40, 7), page(5, 4), page(6, 5), page(7, 6)]],
  ['there were not enough', false, [page(40, 6), page(5, 4), page(6, 5), page(7, 6)]],
  ['there were enough only later', false, [page(5, 4), page(6, 5), page(7, 6), page(40, 9)]],
  ['filtered ones do', false, [page(40, 9), page(5, 4, sold), page(6, 5, sold), page(7, 6, sold)]],
  ['they are empty', false, [page(40, 9), page(5, 0), page(6, 0), page(7, 0)]],
  ['they are full', false, [page(40, 9), page(5, 5), page(6, 6), page(7, 7)]],
])('if %s, pages are left shorter than their limits: %s', (_, expected, script) => {
  expect(leavesPagesShort(seen(...script))).toBe(expected);
});

describe('what a page lacks of another may have been dropped', () => {
  const may = (...script: Script) => {
    const lists = seen(...script);
    const [one, larger] = lists;
    return one && larger && mayBeDropped(one, larger, lists);
  };
  test.each<[string, boolean, Script]>([
    ['an empty page, by one of a larger limit', true, [page(5, 0), page(9, 4)]],
    ['an empty page, by one of a smaller limit', false, [page(9, 0), page(5, 4)]],
    ['an empty page, by one of its limit', false, [page(9, 0), page(9, 4, sold)]],
    ['a page of another filter', true, [page(9, 3), page(5, 4, sold)]],
    ['the beginning of a larger page', true, [page(5, 3), page(9, 4)]],
    [
      'the beginning of some larger page',
      true,
      [page(5, 3), list('limit=9', herd(4, 2)), page(8, 4)],
    ],
    ['no beginning', false, [page(5, 3), list('limit=9', herd(4, 2))]],
    ['the beginning of a page of a smaller limit', false, [page(9, 3), page(5, 4)]],
    ['the beginning of a filtered page', false, [page(5, 3), page(4, 4), page(9, 4, sold)]],
    ['as much as the larger page', false, [page(5, 4), page(9, 4)]],
  ])('%s: %s', (_, expected, script) => {
    expect(may(...script)).toBe(expected);
  });
});

test('an empty page is not the beginning of a longer one', () => {
  const [empty, one, two] = seen(page(9, 0), page(9, 1), page(9, 2));
  if (!empty || !one || !two) throw new Error('no lists');
  expect(isBeginning(one, two)).toBe(true);
  expect(isBeginning(empty, two)).toBe(false);
  expect(isBeginning(two, two)).toBe(false);
});
