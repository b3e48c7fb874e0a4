import { expect, test } from 'vitest';
import type { Answered } from '../../http/exchange.ts';
import { confrontation } from './doubts.ts';
import { followUps } from './follow-ups.ts';
import { judgeRun } from './judge.ts';
import {
  creation,
  graceMs,
  inTurn,
  list,
  read,
  rex,
  type Shown,
  told,
  undocumented,
} from './testing/told.ts';

const facts = { graceMs };

const broken = (exchanges: readonly Answered[]) =>
  judgeRun(exchanges, facts)
    .filter(({ problem }) => problem !== undefined)
    .map(({ id }) => id);

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
  expect(followUps(exchanges, facts)).toEqual([]);
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

test('a filtered list that goes on showing another status is wrong in a survey, too', () => {
  const survey = list('status=pending&limit=100', [rex(1)]);
  expect(broken(told(survey))).toEqual([]);
  expect(broken(told(survey, ...inTurn(read(1, rex(1)), survey)))).toEqual([
    'list.filter-with-limit',
  ]);
  const pending = read(1, rex(1, { status: 'pending' }));
  expect(broken(told(survey, ...inTurn(pending, survey)))).toEqual([]);
});

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
  const [finding] = judgeRun(exchanges, facts);
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

test('an animal that is given an id which no animal had leaves nothing to ask', () => {
  const given = list('limit=100', [rex(1)]);
  expect(followUps(told(read(1, undefined), given), facts)).toEqual([]);
  expect(followUps(told(given, read(1, undefined), given), facts)).not.toEqual([]);
});

const own = (id: number) => creation({ name: `Rex ${id}`, categoryId: 3 }, 201, rex(id));

test('an animal that is found, missing and found again does not stay', () => {
  const found = read(1, rex(1));
  expect(broken(told(own(1), found, graceMs, read(1, undefined), graceMs, found))).toEqual([
    'get.stays',
  ]);
});

test.each([
  ['at first, while reads lag', [read(1, rex(1)), read(1, undefined), graceMs, read(1, rex(1))]],
  [
    'and found at once, out of a replica that lags',
    [read(1, rex(1)), graceMs, read(1, undefined), read(1, rex(1))],
  ],
  [
    'and its id given to another one',
    [
      ...[read(1, rex(1)), graceMs, read(1, undefined), graceMs],
      read(1, rex(1, { name: 'Another' })),
    ],
  ],
  [
    'and its id given to a later one of this run that has its name',
    [
      ...[read(1, rex(1)), graceMs, read(1, undefined), graceMs],
      creation({ name: 'Rex 1', categoryId: 3 }, 201, rex(1)),
      ...[graceMs, read(1, rex(1))],
    ],
  ],
  ['for good, taken away by others', [read(1, rex(1)), graceMs, read(1, undefined)]],
])('an animal may be missing %s', (_, script) => {
  expect(broken(told(own(1), ...script))).toEqual([]);
});

test('others may take away two animals of the run, but not three', () => {
  const gone = (...ids: readonly number[]) =>
    told(
      ...ids.map(own),
      ...ids.map((id) => read(id, rex(id))),
      graceMs,
      ...ids.map((id) => read(id, undefined)),
    );
  expect(broken(gone(1, 2))).toEqual([]);
  expect(broken(gone(1, 2, 3))).toEqual(['get.stays']);
});

test('an animal that the run itself may have deleted decides nothing', () => {
  const missing = [1, 2, 3].map((id) => read(id, undefined));
  const deleted = [1, 2, 3].map((id) => undocumented('DELETE', id));
  const found = [1, 2, 3].map((id) => read(id, rex(id)));
  expect(broken(told(...[1, 2, 3].map(own), ...found, ...deleted, graceMs, ...missing))).toEqual(
    [],
  );
});

test('an animal that is given the id of one before a reset may lag as that did', () => {
  const again = creation({ name: 'Max', categoryId: 3 }, 201, rex(1, { name: 'Max' }));
  const later = read(1, rex(1, { name: 'Max' }));
  const anew = [own(1), read(1, rex(1)), graceMs, again, read(1, undefined)];
  expect(broken(told(...anew, graceMs, later))).toEqual([]);
  expect(broken(told(...anew, graceMs, read(1, undefined), graceMs, later))).toEqual(['get.stays']);
});

test('animals that only their creation showed were never stored', () => {
  const missing = [1, 2, 3].map((id) => read(id, undefined));
  expect(broken(told(...[1, 2, 3].map(own), graceMs, ...missing))).toEqual(['get.found']);
  expect(broken(told(...[1, 2, 3].map(own), ...missing))).toEqual([]);
});

test('a read of a known animal that shows another one is wrong', () => {
  expect(broken(told(list('', [rex(1), rex(2)]), read(1, rex(2))))).toEqual(['get.found']);
  expect(broken(told(read(1, rex(2))))).toEqual([]);
});

const shortened = rex(1, { name: 'Rex' });

test('a list and a read that differ are asked in turn, and judged only then', () => {
  const seen = [list('limit=2', [shortened]), read(1, rex(1))];
  expect(broken(told(...seen))).toEqual([]);
  expect(followUps(told(...seen), facts)).toMatchObject([
    {
      requirement: 'list.same-animal',
      rounds: [
        { after: 0, ask: [{ id: 1n }] },
        { after: 0.19, ask: [{ id: 1n }] },
        { after: 0.29, ask: [{ id: 1n }] },
        { after: 0.23, ask: [{ id: 1n }] },
        { after: 0.29, ask: [{ id: 1n }, { query: 'limit=2' }, { query: 'limit=2' }] },
        { after: 0.41, ask: [{ id: 1n }, { query: 'limit=2' }] },
        { after: 0.59, ask: [{ id: 1n }, { query: 'limit=2' }] },
      ],
    },
  ]);
  const settled = inTurn(read(1, rex(1)), list('limit=2', [shortened]));
  expect(broken(told(...seen, ...settled))).toEqual(['list.same-animal']);
});

test('a list of another status comes before a plain list that is compared with a filtered one', () => {
  const pending = rex(1, { status: 'pending' });
  const shown = list('status=pending', [pending]);
  const contradicting = told(shown, list('', []), shown);
  const asked = followUps(contradicting, facts).find(({ doubt }) => doubt.includes('status='));
  const [last] = asked?.rounds.slice(-1) ?? [];
  expect(last?.ask).toMatchObject([
    { query: 'status=pending' },
    { query: 'status=available' },
    { query: '' },
  ]);
});

test('an edit by others in between, or answers that move all the time, break nothing', () => {
  const seen = [list('limit=2', [shortened]), read(1, rex(1))];
  const agreed = inTurn(read(1, rex(1)), list('limit=2', [rex(1)]));
  expect(broken(told(...seen, ...agreed))).toEqual([]);
  const name = (letter: string) => rex(1, { name: letter });
  const letters = [...'abcdefghijk'].values();
  const next = () => name(letters.next().value ?? 'z');
  const moving = confrontation.flatMap(({ after, ask }) => [
    after * graceMs,
    ...ask.map((side) => (side === 'proof' ? read(1, next()) : list('limit=2', [next()]))),
  ]);
  expect(broken(told(...seen, ...moving))).toEqual([]);
});

test('without the pauses in which reads catch up nothing is settled', () => {
  const [proof, doubtful] = [read(1, rex(1)), list('limit=2', [shortened])];
  const hasty = inTurn(proof, doubtful).filter((step) => typeof step !== 'number');
  expect(broken(told(doubtful, proof, ...hasty))).toEqual([]);
});

test('if a list agrees with the creation and a read does not, the read is wrong', () => {
  const settled = inTurn(read(1, shortened), list('limit=2', [rex(1)]));
  expect(broken(told(own(1), list('limit=2', [rex(1)]), read(1, rex(1)), ...settled))).toEqual([
    'get.same-animal',
  ]);
});

test('a filtered list that shows an animal with a status that it does not have breaks the filter', () => {
  const filtered = list('status=pending', [rex(1, { status: undefined })]);
  const settled = inTurn(read(1, rex(1)), filtered);
  expect(broken(told(filtered, read(1, rex(1)), ...settled))).toEqual(['list.status-filter']);
});

const plain = list('limit=100', [rex(4, { status: 'pending' })]);
const sold = list('status=sold&limit=100', [rex(1), rex(2), rex(3)]);

test('a list with room must not lack what a filtered one shows', () => {
  expect(broken(told(sold, plain))).toEqual([]);
  expect(broken(told(sold, plain, ...inTurn(sold, plain)))).toEqual(['list.shows-animals']);
});

test('an empty list is wrong beside any animal that matches', () => {
  const [full, empty] = [list('limit=9', [rex(1)]), list('limit=2', [])];
  expect(broken(told(full, empty, ...inTurn(full, empty)))).toEqual(['list.shows-animals']);
});

test('an empty page of one is wrong once two longer pages end by their limits: its row may have been dropped', () => {
  const [full, empty] = [list('limit=9', herd(4)), list('limit=1', [])];
  const cut = [list('limit=2', herd(2)), list('limit=3', herd(3))];
  expect(broken(told(full, empty, ...inTurn(full, empty)))).toEqual([]);
  expect(broken(told(full, ...cut, empty, ...inTurn(full, empty)))).toEqual(['list.shows-animals']);
});

test.each([
  ['the page is full', list('limit=3', herd(3)), list('status=sold&limit=3', herd(3, 4))],
  ['pages end at three', list('limit=100', herd(3)), list('status=sold&limit=100', herd(3, 4))],
  [
    'pages without a filter end at one',
    list('status=sold&limit=9', herd(3)),
    list('limit=9', [rex(3)]),
  ],
  ['it asks for fewer', list('limit=50', herd(9)), list('limit=5', herd(4))],
  [
    'the animal has another status',
    list('limit=100', [rex(1, { status: 'pending' }), ...herd(9, 2)]),
    list('status=sold&limit=100', herd(9, 2)),
  ],
])('a list need not show an animal if %s', (_, full, lacking) => {
  expect(broken(told(full, lacking, ...inTurn(full, lacking)))).toEqual([]);
});

test('a page that goes by ids and leaves some out in the middle had room for them', () => {
  const mixed = Array.from({ length: 12 }, (_, at) =>
    rex(at + 1, { status: at % 2 === 0 ? 'sold' : 'pending', categoryId: 1 + (at % 3) }),
  );
  const holed = list('limit=100', mixed.toSpliced(4, 1));
  const full = list(
    'status=sold&limit=100',
    mixed.filter(({ status }) => status === 'sold'),
  );
  expect(broken(told(full, holed, ...inTurn(full, holed)))).toEqual(['list.shows-animals']);
});

test('a gap probe of an id below zero may be refused, but not be answered with the animal of another id', () => {
  const probe = (pet: Shown | undefined) => broken(told(read(-1, pet, { purpose: 'gap' })));
  expect(probe(rex(1))).toEqual(['get.not-found']);
  expect(probe(rex(-1))).toEqual([]);
  expect(probe(undefined)).toEqual([]);
});
