import { expect, test } from 'vitest';
import { type Limited, limited } from '../../judge/model/testing/limited.ts';
import { leftOutBy } from './left-out.ts';

const shown = (...numbers: readonly number[]): Limited[] =>
  numbers.map((remaining, at) => ({ remaining, at: at * 20 }));

const leftOut = (...answers: readonly Limited[]) => leftOutBy(limited(...answers), 'key-holder');

test('if an answer shows the whole limit, the number leaves out the request that it answers', () => {
  expect(leftOut(...shown(60, 59, 58))).toBe(1);
});

test('what a request costs is left out, whatever the order of answers', () => {
  expect(leftOut(...shown(60, 56, 58, 54, 50, 52, 48, 46))).toBe(2);
});

test('a few answers do not tell what a request costs', () => {
  expect(leftOut(...shown(60))).toBe(1);
  expect(leftOut(...shown(60, 35))).toBe(1);
});

test('a number that is 0 on an answer that is served leaves out nothing', () => {
  expect(leftOut(...shown(60, 1, 0))).toBe(0);
  expect(leftOut({ remaining: 60, at: 0 }, { remaining: 0, at: 20, status: 400 })).not.toBe(0);
});

test('windows that begin with one less than the limit count the request that is answered', () => {
  expect(leftOut(...shown(59, 58, 57, 59, 58))).toBe(0);
});

test('one window that began so may have begun with the request of others', () => {
  expect(leftOut(...shown(59, 58, 57))).toBeUndefined();
});

test('a bucket that never holds the limit tells nothing', () => {
  expect(leftOut(...shown(20, 19, 18))).toBeUndefined();
  expect(leftOut()).toBeUndefined();
});
