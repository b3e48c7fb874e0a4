import { expect, test } from 'vitest';
import { parseJson } from '../http/json.ts';
import { petStatuses } from '../spec/animal.ts';
import { validateError, validateNewPet, validatePet } from './validation.ts';

const valid: [string, typeof validatePet, string][] = [
  ['Pet', validatePet, '{"id":1,"name":"Rex","categoryId":3}'],
  ['Pet with status', validatePet, '{"id":1,"name":"","categoryId":3,"status":"sold"}'],
  [
    'Pet at the ends of int64',
    validatePet,
    '{"id":9223372036854775807,"name":"R","categoryId":-9223372036854775808}',
  ],
  ['Pet with more', validatePet, '{"id":1,"name":"Rex","categoryId":3,"age":2.5}'],
  ['NewPet', validateNewPet, '{"name":"Rex","categoryId":1.0}'],
  ['Error', validateError, '{"code":"a","message":"b","status":400}'],
];

test.each(valid)('%s is valid', (_, validate, text) => {
  expect(validate(parseJson(text))).toEqual([]);
});

const oneAbove = 'must be an integer within int64';

const invalid: [string, typeof validatePet, string, { pointer: string; problem: string }[]][] = [
  [
    '2^63',
    validatePet,
    '{"id":9223372036854775808,"name":"","categoryId":3}',
    [{ pointer: '/id', problem: oneAbove }],
  ],
  [
    'a fraction that a double rounds',
    validateNewPet,
    '{"name":"","categoryId":9007199254740993.5}',
    [{ pointer: '/categoryId', problem: oneAbove }],
  ],
  [
    'a missing member',
    validateNewPet,
    '{"name":""}',
    [{ pointer: '/categoryId', problem: 'is missing' }],
  ],
  ['no object', validatePet, '[]', [{ pointer: '', problem: 'must be object' }]],
  [
    'an unknown word',
    validateNewPet,
    '{"name":"","categoryId":1,"status":"lost"}',
    [
      {
        pointer: '/status',
        problem: `must be equal to one of the allowed values: ${petStatuses.join(', ')}`,
      },
    ],
  ],
];

test.each(invalid)('%s is reported by its place', (_, validate, text, violations) => {
  expect(validate(parseJson(text))).toEqual(violations);
});
