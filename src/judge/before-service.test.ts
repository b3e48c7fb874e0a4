import { expect, test } from 'vitest';
import { mayBeFromBefore, showsService } from './before-service.ts';
import { answer } from './testing/answer.ts';

test.each([
  [502, '{"message":"no"}', true],
  [503, '', true],
  [504, '<p>', true],
  [403, '<p>', true],
  [413, '', true],
  [403, '{"message":"Forbidden"}', true],
  [408, '', true],
  [404, '<p>', true],
  // The service's own words, or a status that it may well use itself.
  [403, '{"code":"forbidden","message":"no","status":403}', false],
  [413, '{"code":"too_large","message":"no","status":413}', false],
  [500, '<p>', false],
  [404, '{"code":"none","message":"no","status":404}', false],
  [401, '', false],
  [200, '[]', false],
] as const)('%i with the body %j may come from before the service: %s', (status, body, due) => {
  expect(mayBeFromBefore(answer({ status, body }))).toBe(due);
});

test('an answer with the rate headers of the service is its own, whatever its body', () => {
  const headers = [['X-RateLimit-Limit', '60']] as const;
  expect(mayBeFromBefore(answer({ status: 403, body: '<p>', headers }))).toBe(false);
});

test.each([
  [200, '[]', true],
  [200, '<p>', false],
  [201, '', false],
  [300, '{}', false],
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
