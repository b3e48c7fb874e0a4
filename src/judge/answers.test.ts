import { expect, test } from 'vitest';
import type { Exchange } from '../http/exchange.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import {
  judgeChallenge,
  judgeDeprecation,
  judgeErrors,
  judgeExchange,
  judgeGateway404s,
  judgeList,
  judgeMedia,
  judgePets,
  judgeUniqueIds,
  mayBeFromIntermediary,
  operationMayBeGone,
  problemsOfProbed,
  showsService,
  withoutTransient404s,
} from './answers.ts';
import { answer, broken, defined, type Made, problems } from './testing/answer.ts';
import { exchangesOf, read, rex, type Script, type Step } from './testing/exchanges.ts';

const rateRows = ['rate.limit-header', 'rate.remaining-header', 'rate.reset-header'];

const requirements = (made: Made) => judgeExchange(answer(made), 'free').map(({ id }) => id);

test('an animal that was found is judged by every requirement that applies to it', () => {
  const body = '{"id":1,"name":"Rex","categoryId":3}';
  expect(requirements({ operation: 'getPet', body })).toEqual([
    ...rateRows,
    'pet.id',
    'pet.name',
    'pet.category-id',
    'pet.status',
    'media.json',
    'get.deprecation-headers',
  ]);
});

test('an error is judged by its body, its media type and its challenge', () => {
  expect(requirements({ status: 401, body: '{"status":401}' })).toEqual([
    ...rateRows,
    'error.fields',
    'error.status',
    'media.json',
    'auth.challenge',
  ]);
});

test.each([200, 400, 401])(
  'a gap probe answered %i with JSON is judged only by its rate headers',
  (status) => {
    expect(requirements({ operation: 'createPet', purpose: 'gap', status, body: '{}' })).toEqual(
      rateRows,
    );
  },
);

test.each([
  // Judged once it is known to have stayed.
  [404, '{}'],
  [500, '{}'],
  [413, ''],
])(
  'a gap probe answered %i with %j may be answered by something before the service',
  (status, body) => {
    expect(requirements({ operation: 'createPet', purpose: 'gap', status, body })).toEqual([]);
  },
);

test.each([
  ['listPets', 400],
  ['createPet', 200],
  ['getPet', 400],
  ['createPet', 429],
] as const)('%s %i has no form that the specification defines', (operation, status) => {
  expect(requirements({ operation, status, body: '<p>' })).toEqual(rateRows);
});

test.each([
  ['createPet', 415],
  ['getPet', 410],
  ['listPets', 500],
] as const)('%s %i is not a documented status, and nothing is due on it', (operation, status) => {
  expect(requirements({ operation, status, body: '<p>' })).toEqual([]);
});

const statuses = [200, 201, 204, 301, 400, 401, 403, 404, 405, 410, 415, 422, 429, 500, 501, 503];

test.each([
  ['2030-12-04T09:59:59Z', []],
  ['2030-12-04T10:00:00Z', [404, 405, 410, 501]],
])('at %s these statuses may say that getPet is gone', (time, expected) => {
  const startedAt = Date.parse(time);
  const asked = { operation: 'getPet', startedAt } as const;
  expect(statuses.filter((status) => operationMayBeGone(answer({ ...asked, status })))).toEqual(
    expected,
  );
  expect(operationMayBeGone(answer({ ...asked, operation: 'listPets', status: 404 }))).toBe(false);
});

test.each([
  [502, '{"message":"no"}', true],
  [503, '', true],
  [403, '<p>', true],
  [413, '', true],
  [403, '{"message":"Forbidden"}', true],
  [404, '<p>', true],
  // The service's own words, or a status that it may well use itself.
  [403, '{"code":"forbidden","message":"no","status":403}', false],
  [413, '{"code":"too_large","message":"no","status":413}', false],
  [404, '{"code":"none","message":"no","status":404}', false],
  [401, '', false],
  [200, '[]', false],
] as const)('%i with the body %j may come from before the service: %s', (status, body, due) => {
  expect(mayBeFromIntermediary(answer({ status, body }))).toBe(due);
});

test.each([
  [200, '[]', true],
  [200, '<p>', false],
  [201, '', false],
  [400, '{}', false],
  [404, '<p>', false],
  [404, '{"code":"none","message":"no","status":404}', true],
  [500, '<p>', false],
] as const)(
  '%i with the body %j shows that the service itself answered: %s',
  (status, body, due) => {
    expect(showsService(answer({ status, body }))).toBe(due);
    const headers = [['X-RateLimit-Limit', '60']] as const;
    expect(showsService(answer({ status, body, headers }))).toBe(true);
  },
);

const bare: Step = (index, at) => {
  const answer = read(1, undefined)(index, at);
  return { ...answer, response: { ...answer.response, body: 'default backend - 404' } };
};
const found = read(1, rex(1));

const indicesOf = (exchanges: readonly Exchange[]) => exchanges.map(({ index }) => index);

test.each<[string, readonly number[], Script]>([
  ['has passed if its question is answered', [1], [bare, found]],
  ['stays if its question is answered too late', [0, 1], [bare, 70_000, found]],
  ['stays if its question was answered before', [0, 1], [found, bare]],
  ['stays if another question is answered', [0, 1], [bare, read(2, rex(2))]],
  ['stays if a stranger is answered', [0, 1], [bare, read(1, rex(1), { caller: 'anonymous' })]],
  ['stays if its question is answered so again', [0, 1], [bare, bare]],
])('a 404 of a gateway %s: what is left is %j', (_, left, script) => {
  expect(indicesOf(withoutTransient404s(exchangesOf(...script)))).toEqual(left);
});

test('one that stays is the answer of the service', () => {
  const stayed = exchangesOf(bare, read(2, rex(2)), bare);
  expect(broken(judgeGateway404s(stayed, undefined))).toEqual(
    expect.arrayContaining(['rate.limit-header', 'error.fields', 'media.json']),
  );
});

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
  good: ['0', '9007199254740993', '-9223372036854775808', '9223372036854775807.0', '1e2'],
  bad: [
    '9223372036854775808',
    '-9223372036854775809',
    '1e19',
    '9007199254740993.5',
    '"1"',
    'null',
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

test('each animal of a list is judged, and the problem says which', () => {
  const body = `[${animal()},${animal('id', '"2"')},${animal()}]`;
  const found = judgePets(defined({ body }));
  expect(broken(found)).toEqual(['pet.id']);
  expect(problems(found)['pet.id']).toMatch(/^\/1\/id .*received "2"$/);
});

const lists: [string, string, Made, RegExp | undefined][] = [
  ['an empty array', '[]', {}, undefined],
  ['animals', `[${animal()}]`, {}, undefined],
  ['an envelope', '{"items":[]}', {}, /not an array but {"items":\[\]}/],
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

test('the same id twice is found, in whatever notation', () => {
  const body = `[${animal('id', '100')},${animal('id', '1e2')}]`;
  expect(problems(judgeUniqueIds(defined({ body })))).toEqual({
    'list.unique-ids': 'the id 100 appears in it twice',
  });
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

const properError = { code: '"unauthorized"', message: '"no key"', status: '401' };

function errorWith(differing: Record<string, string | undefined> = {}): string {
  const members = Object.entries({ ...properError, ...differing });
  const written = members.filter(([, value]) => value !== undefined);
  return `{${written.map(([name, value]) => `"${name}":${value}`).join(',')}}`;
}

const judgedError = (text: string) => judgeErrors(defined({ status: 401, body: text }));

test('an error as the schema has it conforms, with further members, too', () => {
  const found = judgedError(errorWith({ details: '[1]' }));
  expect(found.map(({ id }) => id)).toEqual(['error.fields', 'error.not-empty', 'error.status']);
  expect(broken(found)).toEqual([]);
});

test.each([
  ['no code', errorWith({ code: undefined }), '/code is missing'],
  ['a number as code', errorWith({ code: '401' }), '/code must be string'],
  ['null as message', errorWith({ message: 'null' }), '/message must be string'],
  ['a text as status', errorWith({ status: '"401"' }), '/status must be an integer'],
  ['nothing', '', 'the body is empty; expected an Error object'],
  ['HTML', '<p>no</p>', 'the body is not JSON; expected an Error object'],
  ['an array', '[]', 'the body is not a JSON object but []'],
])('an error with %s has a problem with its fields, and no other', (_, text, problem) => {
  const found = judgedError(text);
  expect(broken(found)).toEqual(['error.fields']);
  expect(problems(found)['error.fields']).toContain(problem);
});

test('a status that is not the HTTP status fails only error.status', () => {
  const found = judgedError(errorWith({ status: '400' }));
  expect(problems(found)).toEqual({
    'error.fields': undefined,
    'error.status': '/status is 400, the HTTP status 401',
  });
});

test('empty texts earn a warning, and fail nothing that is required', () => {
  expect(problems(judgedError(errorWith({ code: '""', message: '""' })))).toEqual({
    'error.fields': undefined,
    'error.status': undefined,
    'error.not-empty': 'code and message empty',
  });
});

const judgedMedia = (type?: string, body = '[]') =>
  judgeMedia(
    defined({ body, headers: type === undefined ? [] : [['content-type', type]], index: 2 }),
  );

test.each([
  'application/json',
  'application/json;charset=utf-8',
  'Application/JSON; Charset=UTF-8',
  ' application/json ',
])('%j is JSON', (type) => {
  expect(judgedMedia(type)).toEqual([{ id: 'media.json', exchange: 2, at: 'listPets 200' }]);
});

test.each([
  'application/problem+json',
  'application/json+x',
  'text/plain; application/json',
  'text/html',
  '',
])('%j is not application/json', (type) => {
  expect(problems(judgedMedia(type))['media.json']).toBe(
    `Content-Type is ${JSON.stringify(type)}; expected application/json`,
  );
});

test('a 401 should carry a challenge; nothing else needs one', () => {
  const challenge = [['www-authenticate', 'Bearer']] as const;
  expect(broken(judgeChallenge(defined({ status: 401 })))).toEqual(['auth.challenge']);
  const empty = [['WWW-Authenticate', ' ']] as const;
  expect(broken(judgeChallenge(defined({ status: 401, headers: empty })))).toEqual([
    'auth.challenge',
  ]);
  expect(judgeChallenge(defined({ status: 401, headers: challenge }))).toHaveLength(1);
  expect(broken(judgeChallenge(defined({ status: 401, headers: challenge })))).toEqual([]);
  expect(judgeChallenge(defined({ status: 200 }))).toEqual([]);
});

test.each([
  ['@1767225600', 'Wed, 04 Dec 2030 10:00:00 GMT', undefined],
  ['true', 'Fri, 06 Dec 2030 11:59:59 GMT', undefined],
  [undefined, undefined, 'no Deprecation and no Sunset header'],
  ['@1767225600', 'Fri, 06 Dec 2030 12:00:01 GMT', 'Sunset is '],
  ['@1767225600', '2030-12-05', 'Sunset is '],
  ['false', 'Thu, 05 Dec 2030 00:00:00 GMT', 'Deprecation is '],
])('of Deprecation %j and Sunset %j it says: %j', (deprecation, sunset, wrong) => {
  const all = { Deprecation: deprecation, Sunset: sunset };
  const headers = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const found = judgeDeprecation(defined({ operation: 'getPet', status: 200, headers }));
  const problem = problems(found)['get.deprecation-headers'];
  expect(problem?.slice(0, wrong?.length)).toBe(wrong);
  expect(judgeDeprecation(defined({ operation: 'getPet', status: 404 }))).toEqual([]);
});
