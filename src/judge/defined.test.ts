import { expect, test } from 'vitest';
import { operationNames } from '../catalogue/operations.ts';
import { isDefined, mayBeGone, placeOf } from './answers.ts';
import { answer } from './testing/answer.ts';

const statuses = [200, 201, 204, 301, 400, 401, 403, 404, 405, 410, 415, 422, 429, 500, 501, 503];

test('the statuses that the specification gives each operation are defined, and no others', () => {
  const defined = Object.fromEntries(
    operationNames.map((operation) => [
      operation,
      statuses.filter((status) => isDefined(answer({ operation, status }))),
    ]),
  );
  expect(defined).toEqual({
    listPets: [200, 401],
    createPet: [201, 400, 401],
    getPet: [200, 401, 404],
  });
});

test('the answer to a gap probe, or outside the documented operations, is not defined', () => {
  expect(isDefined(answer({ purpose: 'gap' }))).toBe(false);
  expect(isDefined(answer({ operation: null }))).toBe(false);
});

test.each([
  ['2030-12-04T09:59:59Z', []],
  ['2030-12-04T10:00:00Z', [404, 405, 410, 501]],
])('at %s these statuses may say that getPet is gone', (time, expected) => {
  const startedAt = Date.parse(time);
  const asked = { operation: 'getPet', startedAt } as const;
  expect(statuses.filter((status) => mayBeGone(answer({ ...asked, status })))).toEqual(expected);
  expect(mayBeGone(answer({ ...asked, operation: 'listPets', status: 404 }))).toBe(false);
});

test('a request without a response is not defined, and does not say that getPet is gone', () => {
  const startedAt = Date.parse('2031-01-01T00:00:00Z');
  const { response, ...asked } = answer({ operation: 'getPet', status: 404 });
  const unanswered = { ...asked, startedAt };
  expect(mayBeGone({ ...unanswered, response })).toBe(true);
  expect(isDefined(unanswered)).toBe(false);
  expect(mayBeGone(unanswered)).toBe(false);
});

test('a place is the operation and the status, or the method if there is no operation', () => {
  expect(placeOf(answer({ status: 401 }))).toBe('listPets 401');
  expect(placeOf(answer({ operation: null, status: 404 }))).toBe('GET 404');
});
