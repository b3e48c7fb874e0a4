import { expect, test } from 'vitest';
import type { Answered } from '../../http/exchange.ts';
import { judgeRun } from '../judge.ts';
import {
  brokenIn,
  creation,
  doubtedIn,
  graceMs,
  list,
  read,
  rex,
  type Shown,
  told,
} from '../testing/told.ts';

const broken = (exchanges: readonly Answered[]) => brokenIn(exchanges);

const herd = (count: number, from = 1): Shown[] =>
  Array.from({ length: count }, (_, at) => rex(from + at));

test('an ordinary run breaks nothing and leaves nothing to ask', () => {
  const exchanges = told(
    creation({ name: 'Rex 1', categoryId: 3, status: 'sold' }, 201, rex(1)),
    list('limit=100', [rex(1)]),
    list('status=sold', [rex(1)]),
    read(1, rex(1)),
  );
  expect(broken(exchanges)).toEqual([]);
  expect(doubtedIn(exchanges)).toEqual([]);
});

test.each([
  ['', 21, 'list.default-limit'],
  ['status=sold', 21, 'list.default-limit'],
  ['limit=7', 8, 'list.limit'],
  ['status=sold&limit=7', 8, 'list.filter-with-limit'],
  ['limit=7&page=2', 8, 'list.limit'],
])('a list for %j of %i animals breaks %s, whoever asked for it', (query, count, id) => {
  for (const purpose of ['clause', 'gap'] as const) {
    expect(broken(told(list(query, herd(count), { purpose })))).toEqual([id]);
    expect(broken(told(list(query, herd(count - 1), { purpose })))).toEqual([]);
  }
});

test.each(['limit=0', 'limit=101', 'limit=', 'limit=abc', 'limit=1&limit=2', 'status=unknown'])(
  'the answer to %s is left open',
  (query) => {
    expect(broken(told(list(query, herd(150), { purpose: 'gap' })))).toEqual([]);
  },
);

test.each([
  [{ name: 'Other' }, ['create.keeps-values']],
  [{ categoryId: 4 }, ['create.keeps-values']],
  [{ status: 'pending' }, ['create.keeps-values']],
  [{ categoryId: undefined }, ['pet.category-id']],
  [{ extra: true }, []],
])('a probe that is accepted as %j breaks %j', (differing, ids) => {
  const sent = { name: 'Rex 1', categoryId: 3, status: 'sold', more: 1 };
  const answered = creation(sent, 201, rex(1, differing), { purpose: 'gap' });
  expect(broken(told(answered))).toEqual(ids);
});

test.each(['  ', ' Rex', 'R\u0001ex', 'Re\u0301x'])('a name such as %j may be tidied', (name) => {
  expect(broken(told(creation({ name, categoryId: 3 }, 201, rex(1))))).toEqual([]);
});

const refused = { name: 'Testpetbcdfgh', categoryId: 3 };
const leftover = rex(9, refused);

test('an animal with a name that was refused was left by the refusal', () => {
  const exchanges = told(
    list('limit=100', []),
    creation(refused, 400),
    list('limit=100', [leftover]),
  );
  const [finding] = judgeRun(exchanges, { graceMs }).findings;
  expect(finding).toMatchObject({ id: 'create.refused-leaves-nothing', exchange: 1, also: [2] });
});

test('so was one from a body that is not JSON, and one that a stranger sent', () => {
  const broke = creation('{"name":"Testpetbcdfgh","categoryId":3', 400);
  expect(broken(told(list('', []), broke, list('', [leftover])))).toHaveLength(1);
  const stranger = creation(refused, 401, {}, { caller: 'stranger' });
  expect(broken(told(list('', []), stranger, list('', [leftover])))).toHaveLength(1);
});

test.each([
  ['was there before', [list('', [leftover]), creation(refused, 400), list('', [leftover])]],
  [
    'was accepted as well',
    [list('', []), creation(refused, 400), creation(refused, 201, leftover), list('', [leftover])],
  ],
  [
    'may be one of a creation without an answer worth the name',
    [list('', []), creation(refused, 503), creation(refused, 400), list('', [leftover])],
  ],
  ['may be old, as no list shows', [creation(refused, 400), list('', [leftover])]],
  [
    'was accepted with white space around it, which may be taken off',
    [
      ...[list('', []), creation(refused, 400)],
      ...[
        creation({ ...refused, name: `  ${refused.name} ` }, 201, leftover),
        list('', [leftover]),
      ],
    ],
  ],
])('an animal with such a name proves nothing if it %s', (_, script) => {
  expect(broken(told(...script))).toEqual([]);
});

test.each([
  ['an empty name', ''],
  ['a name of white space', '          '],
  ['a short name, which others may give too', 'Rex'],
  ['a name that is not a text', 5],
  ['no name', undefined],
])('an animal with %s is not known to be left by a refusal', (_, name) => {
  const nameless = list('', [rex(9, { name })]);
  expect(broken(told(list('', []), creation({ name, categoryId: 3 }, 400), nameless))).toEqual([]);
});

test('a read of a known animal that shows another one is wrong', () => {
  expect(broken(told(list('', [rex(1), rex(2)]), read(1, rex(2))))).toEqual(['get.found']);
  expect(broken(told(read(1, rex(2))))).toEqual([]);
});

test('a gap probe of an id below zero may be refused, but not be answered with the animal of another id', () => {
  const probe = (pet: Shown | undefined) => broken(told(read(-1, pet, { purpose: 'gap' })));
  expect(probe(rex(1))).toEqual(['get.not-found']);
  expect(probe(rex(-1))).toEqual([]);
  expect(probe(undefined)).toEqual([]);
});
