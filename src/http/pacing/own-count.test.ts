import { expect, test } from 'vitest';
import { noon } from '../testing/fake-clock.ts';
import { OwnCount } from './own-count.ts';

const resetsAt = noon + 60_000;

function sending(own: OwnCount, times: number): void {
  for (let left = times; left > 0; left -= 1) own.sending();
}

test('what was left at the beginning of a window is spent once so many have been sent, whatever answers show', () => {
  const own = new OwnCount();
  expect(own.isSpent(noon)).toBe(false);
  own.sending();
  own.answered({ remaining: 3, resetsAt }, 0);
  sending(own, 2);
  own.answered({ remaining: 3, resetsAt: resetsAt + 900 }, 1);
  expect(own.isSpent(noon)).toBe(false);
  own.sending();
  expect(own.isSpent(noon)).toBe(true);
  expect(own.isSpent(resetsAt)).toBe(false);
});

test('a reset of another time begins a window, in which what is under way counts', () => {
  const own = new OwnCount();
  own.answered({ remaining: 1, resetsAt }, 0);
  sending(own, 2);
  own.answered({ remaining: 3, resetsAt: resetsAt + 5000 }, 2);
  expect(own.isSpent(noon)).toBe(false);
  own.sending();
  expect(own.isSpent(noon)).toBe(true);
});

test('an answer without the numbers tells nothing', () => {
  const own = new OwnCount();
  own.answered({}, 0);
  sending(own, 100);
  expect(own.isSpent(noon)).toBe(false);
});
