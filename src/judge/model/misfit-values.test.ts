import { expect, test } from 'vitest';
import type { Answered } from '../../http/exchange.ts';
import { judgeRun } from './judge.ts';
import {
  creation,
  graceMs,
  inTurn,
  list,
  read,
  rex,
  type Shown,
  type Step,
  told,
  undocumented,
} from './testing/told.ts';

type Script = readonly (Step | number)[];

const broken = (...script: Script) => brokenBy(told(...script));

const brokenBy = (answers: readonly Answered[]) =>
  judgeRun(answers, { graceMs })
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
  ['accented letters replaced', 'Petbdvg é', 'Petbdvg ?', 'Petwjpx ñ', 'Petwjpx ?'],
  ['digits left, which are no category', '1234567é', '1234567', '1234567ñ', '1234567'],
  ['signs escaped', 'Petbdvg <&', 'Petbdvg &lt;&amp;', "Petwjpx '", 'Petwjpx &#39;'],
  ['quotes escaped', 'Petbdvg "', 'Petbdvg &quot;', 'Petwjpx "', 'Petwjpx &#34;'],
  ['others escaped', "Petbdvg '>", 'Petbdvg &#x27;&gt;', "Petwjpx ''", 'Petwjpx &apos;&#039;'],
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

test.each([
  ['few letters are left', ['Petbd 猫', 'Petwj 犬'], []],
  ['six letters are left', ['Petbdv 猫', 'Petwjp 犬'], ['get.same-animal']],
])('chance may explain names of which %s', (_, names, ids) => {
  const pets = names.map((name, at) => named(at + 1, name));
  const reads = names.map((name, at) =>
    read(at + 1, named(at + 1, name.replace(/[^a-z ]/gi, '?'))),
  );
  expect(broken(...pets.map(made), ...reads)).toEqual(ids);
});

test('the finding names a read, if one shows them so, and the other answers once', () => {
  const both = list('limit=100', [first, second]);
  const [finding] = judgeRun(told(...odd.map(made), both, readFirst, readSecond), {
    graceMs,
  }).filter(({ problem }) => problem !== undefined);
  expect(finding).toMatchObject({ id: 'get.same-animal', exchange: 3, also: [4, 2] });
});

test.each<[string, Script]>([
  [
    'the run itself touched',
    [...odd.map(made), undocumented('PATCH', 1), undocumented('PATCH', 2), readFirst, readSecond],
  ],
  [
    'a list of a strange query shows',
    [...odd.map(made), list('limit=100&page=2', [first, second])],
  ],
  [
    'gap probes created',
    [
      ...odd.map(({ id: _, ...sent }, at) => creation(sent, 201, odd[at], { purpose: 'gap' })),
      readFirst,
      readSecond,
    ],
  ],
  [
    'are shown without an id',
    [
      ...odd.map(made),
      list(
        '',
        [first, second].map((pet) => ({ ...pet, id: undefined })),
      ),
    ],
  ],
])('animals that %s decide nothing', (_, script) => {
  expect(broken(...script)).toEqual([]);
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

const as32 = 2n ** 31n;

test.each([
  ['their last 32 bits without a sign', 3n * as32, 4294967295n + as32, as32, as32 - 1n],
  [
    'the nearest doubles',
    9_007_199_254_740_993n,
    9_007_199_254_740_997n,
    2n ** 53n,
    2n ** 53n + 4n,
  ],
  ['the greatest of 32 bits', as32, as32 + 5n, as32 - 1n, as32 - 1n],
  ['the greatest exact double', 2n ** 53n, 2n ** 60n, 2n ** 53n - 1n, 2n ** 53n - 1n],
  ['one number below those of others', as32 * 7n + 5n, as32 * 3n + 5n, 5n - as32, 5n - as32],
])('so were categories of which a store leaves %s', (_, one, other, kept, left) => {
  const reads = [read(1, filed(1, kept)), read(2, filed(2, left))];
  expect(broken(...[filed(1, one), filed(2, other)].map(made), ...reads)).toEqual([
    'get.same-animal',
  ]);
});

test.each([as32 - 1n, 2n ** 53n - 1n])(
  'a category that fits is not kept as %s: others filed the animals there',
  (greatest) => {
    const reads = [1, 2].map((id) => read(id, filed(id, greatest)));
    expect(broken(...[filed(1, 5n), filed(2, 6n)].map(made), ...reads)).toEqual([]);
  },
);

test('an animal whose creation showed no category was not stored in another one', () => {
  const bare = [1, 2].map((id) => creation(rex(id), 201, rex(id, { categoryId: undefined })));
  const reads = [1, 2].map((id) => read(id, filed(id, 1n)));
  expect(broken(...bare, ...reads)).not.toContain('get.same-animal');
});

test('an animal whose creation showed no name was not stored under another one', () => {
  const bare = [1, 2].map((id) => creation(rex(id), 201, rex(id, { name: undefined })));
  expect(broken(...bare, readFirst, readSecond)).not.toContain('get.same-animal');
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
  const whole = filed(3, 9_007_199_254_741_001n);
  expect(broken(...several.slice(0, 2).map(made), made(whole), ...reads, read(3, whole))).toContain(
    'get.same-animal',
  );
  // One that is shown in its own category, or in none, is not filed elsewhere.
  for (const third of [2n, undefined]) {
    const last = read(3, rex(3, { categoryId: third }));
    expect(broken(...several.map(made), ...reads, last)).toContain('get.same-animal');
  }
  const bare = creation(rex(4), 201, rex(4, { categoryId: undefined }));
  expect(broken(...several.map(made), bare, ...reads, read(4, filed(4, 4n)))).toContain(
    'get.same-animal',
  );
});

test('others do not file animals under a number as large as the last 32 bits may be', () => {
  const several = [filed(1, 3n * as32 + 9n), filed(2, 2n * as32 + 1n), filed(3, 2n)];
  const reads = [read(1, filed(1, 9n - as32)), read(2, filed(2, 1n)), read(3, filed(3, 4n))];
  expect(broken(...several.map(made), ...reads)).toContain('get.same-animal');
});

/** Each answer with its times in milliseconds, where they are given: what is under way together. */
const at = (times: Readonly<Record<number, readonly [number, number]>>, ...script: Script) => {
  const answers = told(...script);
  const [noon = 0] = answers.map(({ startedAt }) => startedAt);
  return brokenBy(
    answers.map((one) => {
      const [startedAt, finishedAt] = times[one.index] ?? [];
      if (startedAt === undefined || finishedAt === undefined) return one;
      return { ...one, startedAt: noon + startedAt, finishedAt: noon + finishedAt };
    }),
  );
};

const small = named(1, 'Petbdvg');
const other = named(2, 'Petwjpx');
const third = named(3, 'Petkmrt');
const capital = (id: number, name: string) => read(id, named(id, name.toUpperCase()));
const [smallCapital, otherCapital] = [capital(1, 'Petbdvg'), capital(2, 'Petwjpx')];

/** The first is shown as it was at a greater age than the second when it is shown in capitals. */
const inTurns = [made(small), 100, made(other), read(1, small)];
const migrated = [...inTurns, smallCapital, otherCapital];

test('all animals at one moment may have been changed by others', () => {
  expect(broken(...migrated)).toEqual([]);
});

test.each<[string, Script]>([
  ['one that was created later is changed, too', [made(third), capital(3, 'Petkmrt')]],
  ['one is shown as it was afterwards', [read(2, other)]],
  [
    'one is shown as it was afterwards, before another that stays so was created',
    [read(1, small), made(third), read(3, third)],
  ],
  ['another that would have been changed is shown as it was', []],
])('but not if %s', (_, script) => {
  const before = script.length === 0 ? [made(third)] : [];
  const after = script.length === 0 ? [read(3, third)] : script;
  expect(broken(...before, ...migrated, ...after)).toEqual(['get.same-animal']);
});

test.each<[string, Script, Script]>([
  ['was created since', [], [made(third), read(3, third)]],
  ['has nothing to lose', [made(named(3, 'PET 3'))], [read(3, named(3, 'PET 3'))]],
  ['is shown without a name', [made(third)], [read(3, rex(3, { name: undefined }))]],
])('an animal that %s may be shown as it was', (_, before, after) => {
  expect(broken(...before, ...migrated, ...after)).toEqual([]);
});

test('an animal that was always without a name is not one that keeps its own', () => {
  const nameless = rex(3, { name: undefined });
  const bare = creation(rex(3), 201, nameless);
  expect(broken(bare, ...migrated, read(3, nameless))).not.toContain('get.same-animal');
});

test('a value that each animal loses at one age, or after as many answers, is not kept', () => {
  const young = [made(small), made(other), read(1, small), 100, smallCapital, otherCapital];
  expect(broken(...young)).toEqual(['get.same-animal']);
  const twice = [...inTurns, read(2, other), smallCapital, otherCapital];
  expect(broken(...twice)).toEqual(['get.same-animal']);
  expect(broken(...twice.slice(0, 4), read(1, small), ...twice.slice(4))).toEqual([]);
});

test('an age is that which an animal had at least, or at most', () => {
  const whole = (startedAt: number) =>
    at(
      { 0: [0, 10], 1: [100, 101], 2: [startedAt, 180], 3: [170, 190], 4: [160, 180] },
      ...[made(small), made(other), read(1, small), smallCapital, otherCapital],
    );
  expect(whole(90)).toEqual([]);
  expect(whole(89)).toEqual(['get.same-animal']);
});

test('what is under way at the moment may show either', () => {
  const second = (startedAt: number) =>
    at(
      { 3: [120, 130], 4: [startedAt, 140], 5: [125, 135] },
      ...[...inTurns, smallCapital, read(1, small), otherCapital],
    );
  expect(second(130)).toEqual([]);
  expect(second(131)).toEqual(['get.same-animal']);
});

test('the moment may be before or after a creation that was under way', () => {
  const changed = (startedAt: number) =>
    at(
      { 3: [120, 130], 4: [startedAt, 135], 5: [137, 138] },
      ...[...inTurns, smallCapital, made(third), capital(3, 'Petkmrt')],
    );
  expect(changed(130)).toEqual([]);
  expect(changed(131)).toEqual(['get.same-animal']);
  const kept = (finishedAt: number) =>
    at(
      { 2: [104, 107], 3: [100, finishedAt], 4: [120, 130], 5: [120, 130], 6: [137, 138] },
      ...[...inTurns, made(third), smallCapital, otherCapital, read(3, third)],
    );
  expect(kept(104)).toEqual([]);
  expect(kept(103)).toEqual(['get.same-animal']);
});

/** What is found if two animals are changed, the first at a greater age than the second, and a third stays as it is. */
const besideThird = (
  [first, second, third]: readonly [Shown, Shown, Shown],
  changed: readonly Shown[],
) =>
  broken(
    ...[made(third), made(first), 100, made(second), read(1, first)],
    ...changed.map((shown, at) => read(at + 1, shown)),
    read(3, third),
  );

test.each([
  ['of the same length', 'Petkmrt two', ['get.same-animal']],
  ['that is longer', 'Petkmrtkmrtkmrt', ['get.same-animal']],
  ['that is shorter', 'Petkmrt', []],
])('where names were cut, one %s that was there would have been', (_, name, ids) => {
  const pets = [named(1, 'Petbdvg one'), named(2, 'Petwjpx one'), named(3, name)] as const;
  expect(besideThird(pets, [named(1, 'Petbdvg'), named(2, 'Petwjpx')])).toEqual(ids);
});

test.each([
  ['one of them', 'Pet<kmrt', ['get.same-animal']],
  ['none of them, however long', 'Petkmrtkmrt', []],
])('where characters were lost, an animal with %s would have lost it', (_, name, ids) => {
  const pets = [named(1, 'Pet<bdvg'), named(2, 'Petéwjpx'), named(3, name)] as const;
  expect(besideThird(pets, [named(1, 'Petbdvg'), named(2, 'Petwjpx')])).toEqual(ids);
});

test.each([
  ['beyond 32 bits', 5n * 2n ** 32n + 9n, ['get.same-animal']],
  ['that fits', 9n, []],
])('where categories were put in 32 bits, one %s would have been', (_, categoryId, ids) => {
  const pets = [filed(1, 7n * as32 + 7n), filed(2, 5n * as32 + 7n), filed(3, categoryId)] as const;
  const changed = [1, 2].map((id) => filed(id, 7n - as32));
  expect(besideThird(pets, changed)).toEqual(ids);
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
