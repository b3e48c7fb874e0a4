import { expect, test } from 'vitest';
import { readSettings } from './read-settings.ts';

const read = (profile: string) =>
  readSettings({
    flags: { '--base-url': 'https://staging.example/v1', '--profile': profile, '--budget': '60' },
    env: { PETSTORE_API_KEY: 'Kx7-budget-of-a-run' },
    dotenv: {},
  });

test('a budget is for core alone: what the other profiles ask is what their names promise', () => {
  expect(read('core').settings.budget).toBe(60);
  for (const profile of ['quick', 'read-only', 'full']) {
    expect(() => read(profile)).toThrow(
      `--budget is for the profile core, and this one is ${profile}`,
    );
  }
});
