import { expect, test } from 'vitest';
import { judgeErrors } from './answers.ts';
import { broken, defined, problems } from './testing/answer.ts';

const conformant = { code: '"unauthorized"', message: '"no key"', status: '401' };

function body(differing: Record<string, string | undefined> = {}): string {
  const members = Object.entries({ ...conformant, ...differing });
  const written = members.filter(([, value]) => value !== undefined);
  return `{${written.map(([name, value]) => `"${name}":${value}`).join(',')}}`;
}

const judge = (text: string) => judgeErrors(defined({ status: 401, body: text }));

test.each([
  ['as the schema has it', body()],
  ['with further members', body({ details: '[1]' })],
  ['with the status as 401.0', body({ status: '401.0' })],
  ['with white space around', `\n ${body()} \n`],
])('an error %s conforms', (_, text) => {
  expect(problems(judge(text))).toEqual({
    'error.fields': undefined,
    'error.status': undefined,
    'error.not-empty': undefined,
  });
});

test.each([
  ['no code', body({ code: undefined }), '/code is missing'],
  ['no message', body({ message: undefined }), '/message is missing'],
  ['no status', body({ status: undefined }), '/status is missing'],
  ['a number as code', body({ code: '401' }), '/code must be string'],
  ['null as message', body({ message: 'null' }), '/message must be string'],
  ['a text as status', body({ status: '"401"' }), '/status must be an integer'],
  ['a fraction as status', body({ status: '401.5' }), '/status must be an integer'],
  ['nothing', '', 'the body is empty; expected an Error object'],
  ['HTML', '<p>no</p>', 'the body is not JSON; expected an Error object'],
  ['an array', '[]', 'the body is not a JSON object but []'],
  ['a text', '"no"', 'the body is not a JSON object but "no"'],
  ['null', 'null', 'the body is not a JSON object but null'],
])('an error with %s has a problem with its fields, and no other', (_, text, problem) => {
  const found = judge(text);
  expect(broken(found)).toEqual(['error.fields']);
  expect(problems(found)['error.fields']).toContain(problem);
});

test('all wrong fields are reported', () => {
  expect(problems(judge('{}'))['error.fields']).toBe(
    '/code is missing, /message is missing, /status is missing',
  );
});

test('a status that is not the HTTP status fails only error.status', () => {
  const found = judge(body({ status: '400' }));
  expect(problems(found)).toEqual({
    'error.fields': undefined,
    'error.status': '/status is 400, the HTTP status 401',
  });
});

test('if there is no status to compare, error.status says nothing', () => {
  expect(judge(body({ status: undefined })).map(({ id }) => id)).toEqual([
    'error.fields',
    'error.not-empty',
  ]);
});

test('empty texts earn a warning, and fail nothing that is required', () => {
  expect(problems(judge(body({ code: '""', message: '""' })))).toEqual({
    'error.fields': undefined,
    'error.status': undefined,
    'error.not-empty': 'code and message empty',
  });
});

test.each([
  ['createPet', 400],
  ['createPet', 401],
  ['getPet', 404],
] as const)('%s %i is judged', (operation, status) => {
  const found = judgeErrors(defined({ operation, status, body: '{}', index: 3 }));
  expect(found).toMatchObject([{ id: 'error.fields', exchange: 3, at: `${operation} ${status}` }]);
});

test('an answer that is not an error is not judged', () => {
  expect(judgeErrors(defined({ status: 200, body: '{}' }))).toEqual([]);
});
