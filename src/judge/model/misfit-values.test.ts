import { expect, test } from 'vitest';
import { judgeRun } from './judge.ts';
import { creation, graceMs, inTurn, list, read, rex, type Shown, told } from './testing/told.ts';

type Script = readonly (ReturnType<typeof read> | number)[];

const broken = (...script: Script) =>
  judgeRun(told(...script), { graceMs })
    .filter(({ problem }) => problem !== undefined)
    .map(({ id }) => id);

const made = (pet: Shown) => {
  const { id: _, ...sent } = pet;
  return creation(sent, 201, pet);
};

const named = (id: number, name: string) => rex(id, { name });

const odd = [named(1, 'Petbdvg 猫!'), named(2, 'Petwjpx ñé 犬')];
const [first, second] = [named(1, 'Petbdvg ?!'), named(2, 'Petwjpx ñé ?')];
const [readFirst, readSecond] = [read(1, first), read(2, second)];

test('names of the run without the characters beyond a set were stored so, though they were right at first', () => {
  expect(broken(...odd.map(made), read(1, odd[0]), readFirst, readSecond)).toEqual([
    'get.same-animal',
  ]);
});

test.each([
  ['accents dropped', 'Petbdvg é猫', 'Petbdvg e猫', 'Petwjpx ñ', 'Petwjpx n'],
  ['signs escaped', 'Petbdvg <&', 'Petbdvg &lt;&amp;', "Petwjpx '", 'Petwjpx &#39;'],
  ['names cut', 'Petbdvg one', 'Petbdvg', 'Petwjpx two', 'Petwjpx'],
  ['small letters', 'Petbdvg', 'petbdvg', 'Petwjpx', 'petwjpx'],
])('%s', (_, one, cut, other, shorter) => {
  const pets = [named(1, one), named(2, other)];
  const reads = [read(1, named(1, cut)), read(2, named(2, shorter))];
  expect(broken(...pets.map(made), ...reads)).toEqual(['get.same-animal']);
  expect(broken(...pets.map(made), ...reads.slice(1))).toEqual([]);
});

test('a node that shows them so is wrong, though others are not', () => {
  const whole = odd.map((pet, at) => read(at + 1, pet));
  expect(broken(...odd.map(made), readFirst, ...whole, readSecond, ...whole)).toEqual([
    'get.same-animal',
  ]);
});

test('a list that shows them so is wrong if their reads are right', () => {
  const listed = list('limit=100', [first, second]);
  expect(broken(...odd.map(made), listed, read(1, odd[0]), read(2, odd[1]))).toEqual([
    'list.same-animal',
  ]);
});

test.each([
  ['one animal alone', read(1, first), read(2, odd[1])],
  ['names of their own', read(1, named(1, 'Bello')), read(2, named(2, 'Bello'))],
  [
    'a title before them',
    read(1, named(1, 'Sir Petbdvg 猫!')),
    read(2, named(2, 'Sir Petwjpx ñé 犬')),
  ],
])('others may give %s', (_, ...reads) => {
  expect(broken(...odd.map(made), ...reads)).toEqual([]);
});

test('names that may be tidied say nothing', () => {
  const blank = [named(1, 'Petbdvg\u200d 猫 '), named(2, 'Petwjpx\u200d 犬 ')];
  expect(broken(...blank.map(made), readFirst, readSecond)).toEqual([]);
});

const filed = (id: number, categoryId: bigint) => rex(id, { categoryId });
const large = [filed(1, 9_007_199_254_741_009n), filed(2, 9_223_372_036_854_775_807n)];

test('categories of the run in 32 bits were stored so, and one alone may be edited', () => {
  const reads = large.map(({ categoryId }, at) =>
    read(at + 1, filed(at + 1, BigInt.asIntN(32, BigInt(String(categoryId))))),
  );
  expect(broken(...large.map(made), ...reads)).toEqual(['get.same-animal']);
  expect(broken(...large.map(made), ...reads.slice(1))).toEqual([]);
  expect(broken(...large.map(made), read(1, filed(1, 5n)), read(2, filed(2, 5n)))).toEqual([]);
});

test('others may file animals under category 1, of which both happen to be the last 32 bits', () => {
  const odder = [filed(1, 9_007_199_254_740_993n), filed(2, 4_294_967_297n)];
  const reads = [read(1, filed(1, 1n)), read(2, filed(2, 1n))];
  expect(broken(...odder.map(made), ...reads)).toEqual([]);
});

test('others who file animals under several categories may choose the last 32 bits by chance', () => {
  const several = [filed(1, 9_007_199_254_740_997n), filed(2, 4_294_967_297n), filed(3, 2n)];
  const reads = [read(1, filed(1, 5n)), read(2, filed(2, 1n))];
  expect(broken(...several.map(made), ...reads)).toContain('get.same-animal');
  expect(broken(...several.map(made), ...reads, read(3, filed(3, 4n)))).toEqual([]);
});

test('an animal that was there before the creation of its id was another one', () => {
  expect(broken(readFirst, readSecond, ...odd.map(made))).toEqual([]);
});

test('an id that a gap probe was given again is another animal since', () => {
  const probes = [first, second].map(({ id: _, ...sent }, at) =>
    creation(sent, 201, [first, second][at], { purpose: 'gap' }),
  );
  expect(broken(...odd.map(made), ...probes, readFirst, readSecond)).toEqual([]);
});

test('a read that keeps contradicting creation and list is wrong, even for one animal', () => {
  const pet = rex(1);
  const wrong = read(1, rex(1, { categoryId: 0 }));
  const asList = list('limit=100', [pet]);
  expect(broken(made(pet), asList, wrong, ...inTurn(wrong, asList))).toEqual(['get.same-animal']);
  expect(broken(made(pet), asList, wrong)).toEqual([]);
});
