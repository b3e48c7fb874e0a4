import { expect, test } from 'vitest';
import { seedOfChallenge } from './challenge-seed.ts';
import { readSettings } from './read-settings.ts';

const token = 'given-by-the-certifier-1';
const due = seedOfChallenge(token);
const read = (flags: Record<string, string>, dotenv: Record<string, string> = {}) =>
  readSettings({
    flags: { '--base-url': 'http://127.0.0.1:9/v1', '--challenge': token, ...flags },
    env: { PETSTORE_API_KEY: 'Unspeakable-0123456' },
    dotenv,
    random: () => 5,
  }).settings.seed;

test('the seed of a challenge is a 32-bit signed integer, and of another challenge another', () => {
  expect(due).toBe(due | 0);
  expect(seedOfChallenge('another-token')).not.toBe(due);
});

test('under a challenge the seed follows from it, and no other is taken', () => {
  expect(read({})).toBe(due);
  expect(read({ '--seed': `${due}` })).toBe(due);
  expect(() => read({ '--seed': '7' })).toThrow(
    `--seed "7": under a challenge the seed follows from it, and is ${due}: leave this out`,
  );
  expect(() => read({}, { PETSTORE_SEED: '7' })).toThrow(/^PETSTORE_SEED in \.env "7": under/);
});
