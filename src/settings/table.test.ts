import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import { packageRoot } from '../package/package.ts';
import { readSettings } from './read-settings.ts';
import { allSettings, knownVariables } from './table.ts';

test('.env.example names exactly the variables that there are, each under a comment of one line', () => {
  const example = readFileSync(join(packageRoot, '.env.example'), 'utf8');
  const variables = parse(example);
  expect(Object.keys(variables)).toEqual(knownVariables);
  for (const name of knownVariables) {
    expect(example).toMatch(new RegExp(`^# .+\\n${name}=$`, 'm'));
  }
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY']) expect(example).toContain(name);
  const env = {
    PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1',
    PETSTORE_API_KEY: 'a-key-of-some-length',
  };
  const sources = { flags: {}, env, random: () => 42 };
  const { settings } = readSettings({ ...sources, dotenv: variables });
  expect(settings).toEqual(readSettings({ ...sources, dotenv: {} }).settings);
});

test('the help states the defaults that count', () => {
  for (const { fallback, fallbackText } of allSettings) {
    if (['number', 'string'].includes(typeof fallback)) expect(fallbackText).toBe(`${fallback}`);
  }
});
