import { expect, test } from 'vitest';
import { factsOf, operationNames, repeatableOperations, requestLine } from './operations.ts';

test('an operation that removes an animal is never among those of which any request may be sent', () => {
  const removing = operationNames.filter((name) => factsOf[name].changes === 'removes');
  expect(repeatableOperations.filter((name) => removing.includes(name))).toEqual([]);
});

test('the first status of an operation is that of its success, the others are those of its errors', () => {
  for (const {
    statuses: [success, ...errors],
  } of Object.values(factsOf)) {
    expect(Math.floor(success / 100)).toBe(2);
    for (const status of errors) expect(Math.floor(status / 100)).toBe(4);
  }
});

test('the request of an operation names the animal that it is about', () => {
  expect(requestLine('getPet', 2n ** 53n + 1n)).toEqual({
    method: 'GET',
    path: '/pets/9007199254740993',
  });
  expect(requestLine('createPet')).toEqual({ method: 'POST', path: '/pets' });
});
