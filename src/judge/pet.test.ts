import { expect, test } from 'vitest';
import { pageOf, petOf, petsOf } from './pet.ts';
import { answer } from './testing/answer.ts';

const shown = (body: string, truncated = false) =>
  petOf(answer({ operation: 'getPet', body, truncated }));

test('an animal is read with all of its members', () => {
  expect(shown('{"id":9007199254740993,"name":"Rex","categoryId":-3,"status":"sold"}')).toEqual({
    id: 9007199254740993n,
    name: 'Rex',
    categoryId: -3n,
    status: 'sold',
    hasStatus: true,
  });
});

test.each([
  ['id', '{"id":"1","name":"Rex"}', { name: 'Rex', hasStatus: false, wrong: ['id'] }],
  ['name', '{"id":1,"name":5}', { id: 1n, hasStatus: false, wrong: ['name'] }],
  ['categoryId', '{"id":1,"categoryId":1.5}', { id: 1n, hasStatus: false, wrong: ['categoryId'] }],
  ['status', '{"id":1,"status":"lost"}', { id: 1n, hasStatus: true, wrong: ['status'] }],
])('a wrong %s is left out, as another requirement judges it', (_, body, pet) => {
  expect(shown(body)).toStrictEqual(pet);
});

test.each([
  ['another object', '{"code":"a"}', false],
  ['a list', '[{"id":1}]', false],
  ['not JSON', '', false],
  ['not whole', '{"id":1}', true],
])('a body that is %s is no animal', (_, body, truncated) => {
  expect(shown(body, truncated)).toBeUndefined();
});

test.each([
  ['an animal', '{"id":1}', false],
  ['a list with something else in it', '[{"id":1},5]', false],
  ['not whole', '[{"id":1}]', true],
])('a body that is %s is no page', (_, body, truncated) => {
  expect(petsOf(answer({ body, truncated }))).toBeUndefined();
  expect(pageOf(answer({ body, truncated }))).toBeUndefined();
});

test('of a list that is too long, all animals are counted and the first are kept', () => {
  const ids = Array.from({ length: 1000 }, (_, at) => BigInt(at));
  const long = answer({ body: `[${ids.map((id) => `{"id":${id}}`).join()}]` });
  const idsIn = (pets: ReturnType<typeof petsOf> = []) => pets.map(({ id }) => id);
  expect(pageOf(long)?.count).toBe(1000);
  expect(idsIn(pageOf(long)?.pets)).toEqual(ids.slice(0, 200));
  expect(idsIn(petsOf(long))).toEqual(ids);
});
