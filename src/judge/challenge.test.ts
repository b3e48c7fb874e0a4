import { expect, test } from 'vitest';
import { judgeChallenge } from './answers.ts';
import { broken, defined } from './testing/answer.ts';

test('a 401 should carry a challenge; nothing else needs one', () => {
  const challenge = [['www-authenticate', 'Bearer']] as const;
  expect(broken(judgeChallenge(defined({ status: 401 })))).toEqual(['auth.challenge']);
  const empty = [['WWW-Authenticate', ' ']] as const;
  expect(broken(judgeChallenge(defined({ status: 401, headers: empty })))).toEqual([
    'auth.challenge',
  ]);
  expect(judgeChallenge(defined({ status: 401, headers: challenge }))).toHaveLength(1);
  expect(broken(judgeChallenge(defined({ status: 401, headers: challenge })))).toEqual([]);
  expect(judgeChallenge(defined({ status: 200 }))).toEqual([]);
});
