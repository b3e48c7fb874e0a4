import { expect, test } from 'vitest';
import { answeredAlike, groupOfAnswers, partsOf } from './rows.ts';

test('parts of the same name stand beside each other, whatever their order', () => {
  expect(partsOf(['limit=0: 400 a; limit=: 200', 'limit=: 200; limit=0: 422'])).toEqual([
    { name: 'limit=0', values: ['400 a', '422'], alike: false },
    { name: 'limit=', values: ['200', '200'], alike: true },
  ]);
});

test('an answer without parts, and none at all', () => {
  expect(partsOf(['201, ignored', null])).toEqual([
    { name: '', values: ['201, ignored', null], alike: true },
  ]);
});

test('answers that cannot be divided stay whole', () => {
  const answers = ['a Link header; an X header', 'page=2: ignored'];
  expect(partsOf(answers)).toEqual([{ name: '', values: answers, alike: false }]);
});

test('only answers to one question are held against each other', () => {
  const limits = 'gap.limit-out-of-range';
  expect(answeredAlike(limits, ['limit=0: 400; limit=: 200', 'limit=0: 400', null])).toBe(true);
  expect(answeredAlike(limits, ['limit=0: 400; limit=: 200', 'limit=: 400'])).toBe(false);
  expect(answeredAlike('gap.429-body', ['text/plain: no', 'text/html: no'])).toBe(false);
  expect(groupOfAnswers(limits, 'limit=0: 400', 'limit=-1: 400')).toBe('asked-differently');
  expect(groupOfAnswers(limits, 'limit=0: 400', null)).toBe('asked-differently');
  expect(groupOfAnswers(limits, 'limit=0: 400', 'limit=0: 400')).toBe('as-before');
});
