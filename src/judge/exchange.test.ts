import { expect, test } from 'vitest';
import { judgeExchange } from './answers.ts';
import { answer, broken, type Made } from './testing/answer.ts';

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

test('a list is judged for ids that it holds twice', () => {
  const body = '[{"id":1},{"id":1}]';
  expect(broken(judgeExchange(answer({ body }), undefined))).toContain('list.unique-ids');
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
  [404, '<p>'],
  // Judged once it is known to have stayed: src/judge/model/nowhere.ts
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

test.each(['clause', 'gap'] as const)(
  'an undocumented request (%s) is not judged at all',
  (purpose) => {
    expect(requirements({ operation: null, purpose, body: '{}' })).toEqual([]);
  },
);

test('without a response there is nothing to judge', () => {
  const { response, ...unanswered } = answer();
  expect(response.body).toBe('[]');
  const failure = { code: 'ECONNRESET', message: 'reset' };
  expect(judgeExchange({ ...unanswered, failure }, 'free')).toEqual([]);
});

test('each finding names its exchange and place', () => {
  const found = judgeExchange(answer({ index: 12, status: 401, body: '{}' }), undefined);
  expect(new Set(found.map(({ exchange, at }) => `${exchange} ${at}`))).toEqual(
    new Set(['12 listPets 401']),
  );
});

test('an error that was cut off for its length is not judged by what is missing', () => {
  const body = `{"details":"${'x'.repeat(100)}`;
  expect(
    broken(judgeExchange(answer({ status: 401, body, truncated: true }), undefined)),
  ).not.toContain('error.fields');
});
