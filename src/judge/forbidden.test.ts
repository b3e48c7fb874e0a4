import { expect, test } from 'vitest';
import { forbiddenIn } from './judge.ts';
import { answer } from './testing/answer.ts';

const read = (status: number) => answer({ operation: 'getPet', status });
const list = (status: number) => answer({ operation: 'listPets', status });

test('a key that is answered 403 to every read may not read, whatever it may list', () => {
  const evidence = [read(403)];
  expect(forbiddenIn(evidence, [list(200), read(429), ...evidence, read(502)])).toBe('getPet');
});

test('so is a list; a question that was left without an answer says nothing', () => {
  const { response, ...unanswered } = list(403);
  expect(forbiddenIn([list(403)], [{ ...unanswered, response }, unanswered])).toBe('listPets');
});

test('an operation that the key may use, or that a stranger is refused, is not forbidden to it', () => {
  const refused = read(403);
  const strangers = { ...refused, caller: 'stranger' } as const;
  expect(forbiddenIn([refused], [refused, read(200)])).toBeUndefined();
  expect(forbiddenIn([refused, read(404)], [refused])).toBeUndefined();
  expect(forbiddenIn([strangers], [strangers])).toBeUndefined();
  expect(forbiddenIn([answer({ operation: 'createPet', status: 403 })], [])).toBeUndefined();
  expect(forbiddenIn([], [])).toBeUndefined();
});
