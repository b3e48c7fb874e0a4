import { expect, test } from 'vitest';
import type { Exchange, RecordedResponse } from '../exchange.ts';
import { spoiltBy } from './spoilt.ts';

function answered(response: Partial<RecordedResponse>): Exchange {
  return {
    index: 0,
    purpose: 'clause',
    caller: 'stranger',
    request: { method: 'GET', url: 'https://staging.example/v1/pets', headers: [] },
    response: {
      status: 401,
      statusText: '',
      headers: [['Content-Type', 'application/json']],
      body: '{"code":"unauthorized","message":"no such key","status":401}',
      truncated: false,
      ...response,
    },
    startedAt: 0,
    finishedAt: 0,
    waitMs: 0,
    curl: '',
  };
}

test.each<[string, Partial<RecordedResponse>]>([
  ['nothing', {}],
  ['an echo in a message', { body: '{"code":"a","message":"no key [API key]","status":401}' }],
  ['an echo in another field', { headers: [['X-Echo', '[API key]']] }],
])('%s is judged as it is', (_, response) => {
  expect(spoiltBy(answered(response))).toBeUndefined();
});

test.each<[string, Partial<RecordedResponse>]>([
  ['a limit', { headers: [['X-RateLimit-Limit', '[API key]0']] }],
  ['a name of a field', { headers: [['X-[API key]Limit-Reset', '1']] }],
  ['a date', { headers: [['Date', 'Thu, 05 Dec [API key] 00:00:00 GMT']] }],
  ['a number', { body: '{"code":"a","message":"b","status":40[API key]}' }],
  ['a name of a member', { body: '[{"[API key]":"a","message":"b","status":401}]' }],
  ['an animal', { status: 200, body: '[{"id":1,"name":"a","status":"[API key]"}]' }],
])('%s that the key was taken out of is not judged', (_, response) => {
  expect(spoiltBy(answered(response))).toMatch(/^the key is taken out of its (headers|body)$/);
});

test('a request that got no answer is not spoilt', () => {
  const { response: _, ...silent } = answered({});
  expect(spoiltBy(silent)).toBeUndefined();
});
