import { expect, test } from 'vitest';
import { answer } from '../judge/testing/answer.ts';
import { foreignAt, isForeign, wrongAddress } from './address.ts';

const base = 'http://127.0.0.1/v1';

test.each([
  ['a page', { status: 200, body: '<html>Welcome</html>' }, true],
  ['nothing at all', { status: 404, body: '' }, true],
  ['JSON of whatever kind', { status: 200, body: '{"hello":"world"}' }, false],
  [
    'a page with a limit',
    { status: 404, body: '<p>', headers: [['X-RateLimit-Limit', '60']] as const },
    false,
  ],
])('%s of %j: foreign is %j', (_, made, due) => {
  expect(isForeign(answer(made))).toBe(due);
});

test('the words name the address and ask for the right one', () => {
  expect(foreignAt(base, answer({ status: 200, body: '<p>' }))).toMatch(
    /^something else than the service answers at http:\/\/127\.0\.0\.1\/v1: .*; is the address right\?$/,
  );
});

test.each([
  [301, base, /redirects \(301\)/],
  [404, 'http://127.0.0.1/v2', /end in \/v1/],
  [404, base, undefined],
  [200, 'http://127.0.0.1', undefined],
])('%i at %s', (status, baseUrl, due) => {
  const words = wrongAddress(answer({ status }), baseUrl);
  if (due === undefined) expect(words).toBeUndefined();
  else expect(words).toMatch(due);
});
