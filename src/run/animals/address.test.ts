import { expect, test } from 'vitest';
import { answer } from '../../judge/testing/answer.ts';
import { elsewhereWords, foreignAt, isForeign, wrongAddress } from './address.ts';

const base = 'http://127.0.0.1/v1';

test.each([
  ['a page', { status: 200, body: '<html>Welcome</html>' }, true],
  ['nothing at all', { status: 404, body: '' }, true],
  ['JSON of whatever kind', { status: 200, body: '{"hello":"world"}' }, false],
  ['a 404 of another router', { status: 404, body: '{"message":"no Route matched"}' }, true],
  [
    'an Error',
    { status: 404, body: '{"code":"no_route","message":"No such route.","status":404}' },
    false,
  ],
  [
    'a page with a limit',
    { status: 404, body: '<p>', headers: [['X-RateLimit-Limit', '60']] as const },
    false,
  ],
])('%s of %j: foreign is %j', (_, made, due) => {
  expect(isForeign(answer(made))).toBe(due);
});

test.each([
  [
    200,
    /^something else than the service answers at http:.*\/v1: .*; see that the address is right/,
  ],
  [503, /^503 without JSON at http:.*\/v1\/pets, as from a gateway, .*; check that .* is running/],
])('a page with status %i is told by its status', (status, words) => {
  expect(elsewhereWords(foreignAt(base, answer({ status, body: '<p>' })))).toMatch(words);
});

test.each([
  [
    404,
    'http://127.0.0.1/v2',
    '',
    /\/v2\/pets \(404\); .* end in \/v1: give http:\/\/127\.0\.0\.1\/v1$/,
  ],
  [404, base, '', undefined],
  [200, 'http://127.0.0.1', '', undefined],
  [
    301,
    base,
    'https://a.example/v1/pets?limit=100',
    /redirects \(301\).*, perhaps https:\/\/a\.example\/v1$/,
  ],
  [308, base, '/store/v1/pets', /perhaps https?:\/\/[^/]+\/store\/v1$/],
  // An answer of the service itself, which fails what was asked.
  [307, base, '/v1/pets/?limit=100', undefined],
  [302, base, '/login', /to \/login; give the address of the service itself$/],
  [302, base, 'javascript:/v1/pets', /the service itself$/],
  [302, base, undefined, /to nowhere; give the address of the service itself$/],
])('%i at %s, to %j', (status, baseUrl, target, due) => {
  const headers = target ? [['Location', target] as const] : [];
  const found = wrongAddress(answer({ status, headers }), baseUrl);
  if (due === undefined) expect(found).toBeUndefined();
  else expect(found && elsewhereWords(found)).toMatch(due);
});
