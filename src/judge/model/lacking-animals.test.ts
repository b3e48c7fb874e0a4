import { describe, expect, test } from 'vitest';
import { written } from './doubts.ts';
import { roomDoubts } from './lacking-animals.ts';
import { seenIn } from './seen.ts';
import { graceMs, list, read, rex, type Script, type Shown, told } from './testing/told.ts';

const doubtsOn = (...script: Script) => roomDoubts(seenIn(told(...script)), graceMs);

const herd = (count: number, from = 1, differing: Shown = {}): Shown[] =>
  Array.from({ length: count }, (_, at) => rex(from + at, differing));

const nine = [rex(9)];
const other = rex(9, { categoryId: 8 });
const longer = [...herd(4), other];
const pending = { status: 'pending' };

describe('a list that lacks an animal which another one shows', () => {
  const sold = list('status=sold&limit=50', [rex(9), rex(8)]);
  test.each<[string, number, Script]>([
    ['without a filter', 1, [sold, list('limit=50', [rex(1, pending)])]],
    ['with a larger limit', 1, [list('limit=5', nine), list('limit=50', [])]],
    ['made before the animal was known', 0, [list('limit=50', [rex(1, pending)]), sold]],
    ['with an item that may be it', 0, [sold, list('limit=50', [rex(1, { id: undefined })])]],
    [
      'beside an item without an id',
      0,
      [list('limit=50', [rex(1, { id: undefined })]), list('limit=60', [rex(1)])],
    ],
    [
      'with a smaller limit',
      0,
      [read(9, other), list('limit=5', herd(4)), list('limit=50', longer)],
    ],
    [
      'with a limit a little smaller',
      0,
      [read(9, other), list('limit=30', herd(4)), list('limit=50', longer)],
    ],
    [
      'with a smaller limit than none',
      0,
      [read(9, other), list('limit=5', herd(4)), list('', longer)],
    ],
    ['empty, with a smaller limit', 1, [list('limit=50', nine), list('limit=5', [])]],
    ['for another status', 0, [list('limit=50', nine), list('status=pending&limit=50', [])]],
    [
      'for the status with which a list of another one shows it',
      0,
      [list('status=sold&limit=50', [rex(9, pending)]), list('status=pending&limit=50', [])],
    ],
  ])('%s is in doubt: %i', (_, count, script) => {
    expect(doubtsOn(...script)).toHaveLength(count);
  });

  test('and had room for it before is in doubt, unless it is too long by now', () => {
    const before = [list('status=sold', nine), graceMs, list('limit=100', herd(3, 20))];
    expect(doubtsOn(...before, list('limit=100', herd(100, 20)))).toHaveLength(1);
    expect(doubtsOn(...before, list('limit=100', herd(101, 20)))).toHaveLength(0);
  });
});

/** Whether the doubt about the last list, beside the one before it, is confirmed if both are answered so. */
function isConfirmed(script: Script, proofs: Script, others: Script): boolean {
  const [full, lacking] = seenIn(told(...script)).lists.slice(-2);
  const doubt = doubtsOn(...script).find(
    ({ proof, doubtful }) =>
      written(proof) === `GET /pets?${full?.query}` &&
      written(doubtful) === `GET /pets?${lacking?.query}`,
  );
  if (doubt === undefined) throw new Error('no doubt');
  return doubt.contradiction(told(...proofs), told(...others)) !== undefined;
}

/** Animals of another status and category. */
const many = { ...pending, categoryId: 8 };

describe('a doubt about a list that shows others', () => {
  const full = list('status=sold&limit=100', herd(3));
  const lacking = list('limit=100', [rex(4, many)]);
  const before = list('limit=99', herd(9, 70, many));
  const isSo = (proofs: Script, others: Script) =>
    isConfirmed([before, full, lacking], proofs, others);
  const shows = (...pets: readonly Shown[]) => list('status=sold&limit=100', pets);
  const lacks = (...pets: readonly Shown[]) => list('limit=100', pets);

  test('is confirmed if each keeps to its answer, whatever else they show', () => {
    expect(isSo([full, full], [lacking, lacking])).toBe(true);
    expect(isSo([shows(rex(1), rex(7)), full], [lacks(rex(5, many)), lacks()])).toBe(true);
    expect(isSo([full], [lacks(...herd(2, 5, many))])).toBe(true);
  });

  // Else the page may hold as many of its name, or category, as any.
  const renamed = { ...many, name: 'Max' };

  test.each<[string, Script, Script]>([
    ['one proof does not show the animal', [full, shows(rex(2))], [lacking, lacking]],
    ['no proof shows the animal', [shows(rex(2), rex(3)), shows()], [lacking]],
    ['one proof was refused', [full, list('', herd(3), { status: 500 })], [lacking]],
    ['one answer shows it', [full], [lacking, lacks(rex(1, renamed))]],
    [
      'one answer holds an item that may be it',
      [full],
      [lacking, lacks(rex(1, { ...renamed, id: undefined }))],
    ],
    ['one answer was refused', [full], [lacking, list('', [rex(4, many)], { status: 500 })]],
    ['one answer is full by now', [full], [lacking, lacks(...herd(100, 10, many))]],
    ['all end at one length by now', [shows(rex(1), rex(2))], [lacks(...herd(2, 4, many))]],
  ])('is dropped if %s', (_, proofs, others) => {
    expect(isSo(proofs, others)).toBe(false);
  });

  test('is confirmed by pages of one length if that is the limit of one', () => {
    const short = list('status=sold&limit=2', herd(2));
    const five = list('limit=5', [rex(4, many)]);
    const script = [list('limit=99', herd(4, 70, many)), short, five];
    expect(isConfirmed(script, [short], [list('limit=5', herd(2, 4, many))])).toBe(true);
  });
});

describe('a doubt about a list that had room before', () => {
  const sold = list('status=sold', nine);
  const now = (count: number) => list('limit=100', herd(count, 20));
  const script: Script = [sold, graceMs, now(3), sold, now(50)];
  const isSo = (count: number) => isConfirmed(script, [sold], [now(50), now(count)]);

  test('is confirmed by full pages, not by longer ones, which are not read to their end', () => {
    expect(isSo(100)).toBe(true);
    expect(isSo(101)).toBe(false);
  });
});

describe('a doubt about an empty list', () => {
  const empty = list('status=sold&limit=50', []);
  const whole = (...pets: readonly Shown[]) => list('limit=50', pets);
  const isSo = (proofs: Script, others: Script) =>
    isConfirmed([whole(...nine), empty], proofs, others);

  test.each<[string, boolean, Script, Script]>([
    ['confirmed by the animal', true, [whole(...nine)], [empty, empty]],
    [
      'not confirmed if the animal has another status by now',
      false,
      [whole(rex(9, pending))],
      [empty],
    ],
    ['dropped if one answer is not empty', false, [whole(...nine)], [empty, list('', [rex(1)])]],
    ['dropped if one proof is empty', false, [whole(...nine), whole()], [empty]],
  ])('is %s', (_, expected, proofs, others) => {
    expect(isSo(proofs, others)).toBe(expected);
  });

  test('of all animals is confirmed by any animal: others may take away the one that was seen', () => {
    const none = list('limit=60', []);
    expect(isConfirmed([whole(...nine), none], [whole(rex(1))], [none])).toBe(true);
    const some = list('limit=60', [rex(2)]);
    expect(isConfirmed([whole(...nine), none], [whole(rex(1))], [none, some])).toBe(false);
    const sold = (...pets: readonly Shown[]) => list('status=sold&limit=60', pets);
    expect(isConfirmed([sold(...nine), empty], [sold(rex(1))], [empty])).toBe(true);
    expect(isConfirmed([sold(...nine), empty], [sold(rex(1, pending))], [empty])).toBe(false);
  });
});

describe('of a service whose pages are shorter than they may be, a list may lack an animal', () => {
  const full = list('status=sold&limit=80', herd(20, 30));
  const lacking = list('limit=90', herd(4, 60, many));
  const confirmed = (before: Script, proofs: Script, others: Script) =>
    isConfirmed([...before, full, lacking], proofs, others);

  const short = [5, 6, 7].map((limit) => list(`limit=${limit}`, herd(limit - 1, 2)));
  const first = [list('limit=40', herd(9)), list('limit=5', herd(5))];
  const dropping = [list('limit=9', herd(6)), list('limit=6', herd(4))];

  test('that another filter shows, if it leaves pages short, or drops rows of them', () => {
    expect(confirmed([], [full], [lacking])).toBe(true);
    expect(confirmed([...first, ...short.slice(1)], [full], [lacking])).toBe(true);
    expect(confirmed([...first, ...short], [full], [lacking])).toBe(false);
    expect(confirmed(dropping, [full], [lacking])).toBe(false);
  });

  test('that a smaller page shows, if each of its answers is how a larger page began', () => {
    const nearly = list('limit=9', herd(3));
    const smaller = list('limit=8', [...herd(4), other]);
    const script = [list('limit=40', herd(6)), list('limit=6', herd(4)), smaller, nearly];
    expect(isConfirmed(script, [smaller], [nearly, nearly])).toBe(false);
    expect(isConfirmed(script, [smaller], [nearly, list('limit=9', herd(2, 2))])).toBe(true);
  });

  test('if its pages end by chance by now', () => {
    const long = (count: number) => list('limit=90', herd(count, 60, many));
    const before = [long(10), long(5)];
    expect(confirmed(before, [full], [long(9), long(9)])).toBe(true);
    expect(confirmed(before, [full], [long(9), long(3)])).toBe(false);
    expect(confirmed(before, [full], [long(9), long(3), long(0)])).toBe(false);
  });

  test('or if those of the proof do', () => {
    const proof = (count: number) => list('status=sold&limit=80', herd(count, 30));
    const before = [proof(30), proof(20)];
    expect(confirmed(before, [proof(25), proof(25)], [lacking])).toBe(true);
    expect(confirmed(before, [proof(25), proof(15)], [lacking])).toBe(false);
  });
});
