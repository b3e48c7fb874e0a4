import { expect, test } from 'vitest';
import { readSettings } from './read-settings.ts';

const warnings = (env: Record<string, string>) =>
  readSettings({
    flags: { '--base-url': 'http://127.0.0.1:9/v1' },
    env,
    dotenv: {},
  }).warnings;

test('a key that is too short for a promise is warned of', () => {
  expect(warnings({ PETSTORE_API_KEY: 'a-real-key-0123456' })).toEqual([]);
  expect(warnings({ PETSTORE_API_KEY: 'short-k3y' })).toEqual([
    'PETSTORE_API_KEY is shorter than 16 characters: a part of it is not taken out of reports',
  ]);
  for (const word of ['test', 'PETFSAVCL', '123456', 'k3y']) {
    expect(warnings({ PETSTORE_API_KEY: word })).toEqual([
      expect.stringMatching(/^PETSTORE_API_KEY is an ordinary word or number, or very short: /),
    ]);
  }
});

test('each of two keys is warned of by its own name, and neither is shown', () => {
  const both = warnings({
    PETSTORE_API_KEY: 'short-k3y',
    PETSTORE_RATE_LIMIT_API_KEY: 'other',
  });
  expect(both).toHaveLength(2);
  expect(both[1]).toMatch(/^PETSTORE_RATE_LIMIT_API_KEY is an ordinary word/);
  expect(both.join('\n')).not.toMatch(/short-k3y|other/);
});

test('quotes around a key are warned of, as nobody took them off', () => {
  for (const mark of ['"', "'", '`']) {
    expect(warnings({ PETSTORE_API_KEY: `${mark}a-real-key-0123456${mark}` })).toEqual([
      'PETSTORE_API_KEY is in quotes, which are sent as a part of the key',
    ]);
  }
  expect(warnings({ PETSTORE_API_KEY: '"a-real-key-0123456' })).toEqual([]);
});
