import { expect, test } from 'vitest';
import type { RequirementId } from '../catalogue/catalogue.ts';
import { judgeList, judgePets, judgeUniqueIds, problemsOfProbed } from './answers.ts';
import { answer, broken, defined, type Made, problems } from './testing/answer.ts';

const requirementOf = {
  id: 'pet.id',
  name: 'pet.name',
  categoryId: 'pet.category-id',
  status: 'pet.status',
} as const;

type Member = keyof typeof requirementOf;

const conformant: Record<Member, string> = {
  id: '1',
  name: '"Rex"',
  categoryId: '3',
  status: '"sold"',
};

/** JSON of an animal with one member as this text, or without it. */
function animal(member?: Member, text?: string): string {
  const members = Object.entries({ ...conformant, ...(member && { [member]: text }) });
  const written = members.filter(([, value]) => value !== undefined);
  return `{${written.map(([name, value]) => `"${name}":${value}`).join(',')}}`;
}

const judge = (body: string) => judgePets(defined({ operation: 'getPet', status: 200, body }));

const integers = {
  good: [
    '0',
    '-1',
    '9007199254740993',
    '9223372036854775807',
    '-9223372036854775808',
    '1.0',
    '1e2',
    '9223372036854775807.0',
    '10e-1',
  ],
  bad: [
    '9223372036854775808',
    '-9223372036854775809',
    '1e19',
    '1e999',
    '1.5',
    '9007199254740993.5',
    '1e-1',
    '"1"',
    'null',
    'true',
    '[1]',
    '{}',
    undefined,
  ],
};

const values: Record<Member, { good: (string | undefined)[]; bad: (string | undefined)[] }> = {
  id: integers,
  categoryId: integers,
  name: {
    good: ['"Rex"', '""', '"é 犬 🐕"', '"\\u0000"', `"${'x'.repeat(10_000)}"`],
    bad: ['5', 'null', 'true', '[]', '{}', undefined],
  },
  status: {
    good: ['"available"', '"pending"', '"sold"', undefined],
    bad: ['null', '"Available"', '"SOLD"', '""', '"lost"', '" sold"', '1', 'true', '["sold"]'],
  },
};

const members: Member[] = ['id', 'name', 'categoryId', 'status'];

const cases = (kind: 'good' | 'bad') =>
  members.flatMap((member) =>
    values[member][kind].map((text): [Member, string | undefined] => [member, text]),
  );

test.each(cases('good'))('%s may be %s', (member, text) => {
  const found = judge(animal(member, text));
  expect(broken(found)).toEqual([]);
  expect(found.map(({ id }) => id)).toEqual(Object.values(requirementOf));
});

test.each(cases('bad'))(
  '%s may not be %s, which fails only its own requirement',
  (member, text) => {
    const found = judge(animal(member, text));
    expect(broken(found)).toEqual([requirementOf[member]]);
    expect(problems(found)[requirementOf[member]]).toMatch(new RegExp(`^/${member} `));
  },
);

test('the problem tells the digits that were sent', () => {
  expect(problems(judge(animal('id', '9223372036854775808')))['pet.id']).toContain(
    'received 9223372036854775808',
  );
});

test('further members are allowed', () => {
  expect(broken(judge(`{${animal().slice(1, -1)},"tags":[],"constructor":1}`))).toEqual([]);
});

test('all required members that an animal lacks are reported, each by its own requirement', () => {
  expect(problems(judge('{"id":null}'))).toEqual({
    'pet.id': expect.stringMatching(/^\/id .*received null$/),
    'pet.name': '/name is missing',
    'pet.category-id': '/categoryId is missing',
    'pet.status': undefined,
  });
});

test('each animal of a list is judged, and the problem says which', () => {
  const body = `[${animal()},${animal('id', '"2"')},${animal()}]`;
  const found = judgePets(defined({ body }));
  expect(broken(found)).toEqual(['pet.id']);
  expect(problems(found)['pet.id']).toMatch(/^\/1\/id .*received "2"$/);
});

test('a created animal is judged, and the finding says where', () => {
  const body = animal('name', 'null');
  const found = judgePets(defined({ operation: 'createPet', status: 201, body, index: 7 }));
  expect(found.find(({ id }) => id === 'pet.name')).toMatchObject({
    exchange: 7,
    at: 'createPet 201',
    problem: expect.stringContaining('/name'),
  });
});

test.each(['[]', '', 'no JSON', '"text"', '5', 'null', '[1,"x",null]'])(
  'a body %j has no animals to judge',
  (body) => {
    expect(judgePets(defined({ body }))).toEqual([]);
  },
);

test('an envelope or an error in the place of an animal is not an animal', () => {
  for (const body of ['{}', '{"data":[]}', '{"code":"a","message":"b","status":404}']) {
    expect(judge(body)).toEqual([]);
  }
});

const lists: [string, string, Made, RegExp | undefined][] = [
  ['an empty array', '[]', {}, undefined],
  ['animals', `[${animal()}]`, {}, undefined],
  ['a faulty animal', '[{"id":"1"}]', {}, undefined],
  ['an envelope', '{"items":[]}', {}, /not an array but {"items":\[\]}/],
  ['an animal', animal(), {}, /not an array/],
  ['null', 'null', {}, /not an array but null/],
  ['HTML', '<p>', {}, /not JSON/],
  ['nothing', '', {}, /not JSON/],
  ['a number among animals', `[${animal()},5]`, {}, /holds 5, no animal/],
  ['an empty array answered 201', '[]', { status: 201 }, /expected 200, received 201/],
];

test.each(lists)('a list that is %s', (_, body, made, problem) => {
  const [finding, ...others] = judgeList(answer({ body, ...made }));
  expect(others).toEqual([]);
  expect(finding?.id).toBe('list.returns-pets');
  if (problem === undefined) expect(finding?.problem).toBeUndefined();
  else expect(finding?.problem).toMatch(problem);
});

test.each<[string, Made]>([
  ['an error', { status: 401 }],
  ['a stranger', { caller: 'stranger' }],
  ['a gap probe', { purpose: 'gap' }],
  ['a list that was not read whole', { truncated: true }],
  ['a single animal', { operation: 'getPet' }],
])('the answer to %s is not a list to judge', (_, made) => {
  expect(judgeList(answer({ body: '{}', ...made }))).toEqual([]);
});

test('an error body is not an animal, though it has members of one', () => {
  const body = '{"code":"a","message":"b","status":401,"id":"1"}';
  expect(judgePets(defined({ operation: 'getPet', status: 401, body }))).toEqual([]);
});

const listOf = (...ids: string[]) =>
  judgeUniqueIds(defined({ body: `[${ids.map((id) => animal('id', id)).join(',')}]` }));

test('ids that differ only beyond a double are different', () => {
  expect(broken(listOf('9007199254740992', '9007199254740993'))).toEqual([]);
});

test('the same id twice is found, in whatever notation', () => {
  expect(problems(listOf('9007199254740993', '1', '9007199254740993'))).toEqual({
    'list.unique-ids': 'the id 9007199254740993 appears in it twice',
  });
  expect(broken(listOf('100', '1e2'))).toEqual(['list.unique-ids']);
});

test('a list of fewer than two animals with an id shows nothing', () => {
  expect(listOf()).toEqual([]);
  expect(listOf('1')).toEqual([]);
  expect(listOf('1', '"1"')).toEqual([]);
});

test('a single animal is not a list', () => {
  expect(judgeUniqueIds(defined({ operation: 'getPet', body: animal() }))).toEqual([]);
  const body = `[${animal()},${animal()}]`;
  expect(judgeUniqueIds(defined({ operation: 'getPet', body }))).toEqual([]);
});

const twice = `[${animal('name', '5')},${animal()}]`;

test.each<[string, RequirementId[], Made]>([
  ['a gap probe', ['pet.name', 'list.unique-ids'], { purpose: 'gap', body: twice }],
  ['a gap probe without a fault', [], { purpose: 'gap', body: `[${animal()}]` }],
  ['a gap probe that is not whole', [], { purpose: 'gap', body: twice, truncated: true }],
  ['a gap probe that is answered 500', [], { purpose: 'gap', body: twice, status: 500 }],
  ['another question, which is judged as it is answered', [], { body: twice }],
])('the animals in the answer to %s break %j', (_, expected, made) => {
  expect(problemsOfProbed(answer(made)).map(({ id }) => id)).toEqual(expected);
});
