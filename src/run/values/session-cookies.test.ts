import { expect, test } from 'vitest';
import type { HeaderPair } from '../../http/exchange.ts';
import { answer } from '../../judge/testing/answer.ts';
import { sessionCookies } from './session-cookies.ts';

const setting = (...values: readonly string[]) =>
  answer({ headers: values.map((value): HeaderPair => ['Set-Cookie', value]) });

test('a cookie is returned by name and value, only the newest of each name', () => {
  const cookies = sessionCookies([
    setting('JSESSIONID=1a; Path=/; HttpOnly', 'theme=dark'),
    setting('JSESSIONID=2b; Max-Age=60'),
  ]);
  expect(cookies).toEqual(['JSESSIONID=2b', 'theme=dark']);
});

test('a cookie that was deleted is not returned', () => {
  expect(
    sessionCookies([setting('a=1', 'b=2'), setting('a=; Max-Age=0', 'b=x; max-age=-1')]),
  ).toEqual(['a=1']);
  expect(sessionCookies([setting('a=1'), setting('a=2; Max-Age=0')])).toEqual([]);
});

test('only what was set for the key counts, and what a header can hold', () => {
  const headers: readonly HeaderPair[] = [['Set-Cookie', 'a=1']];
  const others = [answer({ caller: 'anonymous', headers }), answer({ status: 401, headers })];
  expect(sessionCookies([...others, setting('b=\u00e9', 'no value', 'c=1 2', '')])).toEqual([]);
});

test('cookies fit into the headers that a service reads', () => {
  const many = setting(...Array.from({ length: 100 }, (_, at) => `c${at}=${'v'.repeat(90)}`));
  const cookies = sessionCookies([many]);
  expect(cookies.length).toBeGreaterThan(30);
  expect(cookies.join('; ').length).toBeLessThanOrEqual(4000);
});
