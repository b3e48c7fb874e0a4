import { expect, test } from 'vitest';
import { judgeMedia } from './answers.ts';
import { defined, problems } from './testing/answer.ts';

const judge = (type?: string, body = '[]') =>
  judgeMedia(
    defined({ body, headers: type === undefined ? [] : [['content-type', type]], index: 2 }),
  );

test.each([
  'application/json',
  'application/json;charset=utf-8',
  'application/json ; charset="utf-8"; v=1',
  'Application/JSON; Charset=UTF-8',
  ' application/json ',
])('%j is JSON', (type) => {
  expect(judge(type)).toEqual([{ id: 'media.json', exchange: 2, at: 'listPets 200' }]);
});

test.each([
  'application/problem+json',
  'application/json+x',
  'application/jsonp',
  'application/vnd.api+json',
  'text/json',
  'text/plain; application/json',
  'text/html',
  'json',
  '',
])('%j is not application/json', (type) => {
  expect(problems(judge(type))['media.json']).toBe(
    `Content-Type is ${JSON.stringify(type)}; expected application/json`,
  );
});

test('a body without a media type has a problem', () => {
  expect(problems(judge())['media.json']).toBe('no Content-Type header; expected application/json');
});

test('an answer without a body has no media type to judge', () => {
  expect(judge(undefined, '')).toEqual([]);
});
