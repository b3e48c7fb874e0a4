import { expect, test } from 'vitest';
import { broken } from '../testing/answer.ts';
import { judgeNowhere } from './nowhere.ts';
import { read, rex, told } from './testing/told.ts';

const bare: ReturnType<typeof read> = (index, at) => {
  const answer = read(1, undefined)(index, at);
  return { ...answer, response: { ...answer.response, body: 'default backend - 404' } };
};

test('a passing 404 of a gateway is not judged', () => {
  expect(judgeNowhere(told(bare, read(1, rex(1))), undefined)).toEqual([]);
});

test('nor is one to a question that the specification leaves open', () => {
  const gap: typeof bare = (index, at) => {
    const answer = bare(index, at);
    return { ...answer, purpose: 'gap', response: { ...answer.response, body: '{}' } };
  };
  expect(judgeNowhere(told(gap, read(1, rex(1))), undefined)).toEqual([]);
  expect(broken(judgeNowhere(told(gap), undefined))).toContain('rate.limit-header');
});

test('one that stays is the answer of the service', () => {
  const stayed = told(bare, read(2, rex(2)), bare);
  expect(broken(judgeNowhere(stayed, undefined))).toEqual(
    expect.arrayContaining(['rate.limit-header', 'error.fields', 'media.json']),
  );
});
