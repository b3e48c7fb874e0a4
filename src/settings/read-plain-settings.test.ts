import { expect, expectTypeOf, test } from 'vitest';
import type { PlainSettings } from './plain-settings.ts';
import { readPlainSettings } from './read-plain-settings.ts';
import { readSettings } from './read-settings.ts';
import { SettingsError } from './settings-error.ts';
import type { table } from './table.ts';

const target = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'Unspeakable-Key-1' };

test('every setting of a run is a member, but for those of a command line', () => {
  type Due = Exclude<keyof typeof table, 'sign' | 'baseline' | 'debug' | 'wait'>;
  expectTypeOf<keyof PlainSettings>().toEqualTypeOf<Due>();
});

test('a member means what its flag means, and the same defaults hold', () => {
  const { settings, given } = readPlainSettings({
    ...target,
    plan: 'pro',
    categoryId: 9_007_199_254_740_993n,
    seed: -7,
    only: ['auth.*', 'list.limit'],
    maxWait: 0.5,
    contact: undefined,
  });
  const flags = {
    ...{ '--base-url': target.baseUrl, '--plan': 'pro', '--category-id': '9007199254740993' },
    ...{ '--seed': '-7', '--only': 'auth.*,list.limit', '--max-wait': '0.5' },
  };
  const env = { PETSTORE_API_KEY: target.apiKey };
  const asFlags = readSettings({ flags, env, dotenv: {} });
  expect(settings).toEqual(asFlags.settings);
  expect(given).toEqual(asFlags.given);
});

test.each<[string, Record<string, unknown>]>([
  ['the API key', { apiKey: 'Unspeakable-Key-1', 'Unspeakable-Key-1': 'x' }],
  ['the key of the rate limit', { rateLimitKey: 'Unspeakable-Key-2', 'Unspeakable-Key-2': 'x' }],
])('%s in the place of a name is not shown', (_, given) => {
  const read = () => readPlainSettings({ ...target, ...given });
  expect(read).toThrow(/^"\[API key\]" is not a known setting; the settings are baseUrl, /);
});

test('neither the environment nor .env is read', () => {
  process.env.PETSTORE_PROFILE = 'full';
  try {
    expect(readPlainSettings(target).settings.profile).toBe('core');
  } finally {
    delete process.env.PETSTORE_PROFILE;
  }
});

test.each<[Record<string, unknown>, string]>([
  [{ baseUrl: undefined }, 'no address: give baseUrl'],
  [{ apiKey: undefined }, 'no API key: give apiKey'],
  [{ maxRequest: 5 }, '"maxRequest" is not a known setting; did you mean maxRequests?'],
  [{ url: 'x' }, '"url" is not a known setting; did you mean baseUrl?'],
  [{ maxBdy: 5 }, '"maxBdy" is not a known setting; did you mean maxBody?'],
  [{ maxRequests: 0 }, 'maxRequests "0": must be a whole number from 1 to 3000'],
  [{ timeout: Number.NaN }, 'timeout "NaN": must be a number of seconds from 0.001 to 600'],
  [{ plan: null }, 'plan: must be a string or a number'],
  [{ only: [1] }, 'only: must be an array of ids, or a string'],
  [
    { contact: '--plan\nPETSTORE_PLAN or --plan' },
    'contact "--plan\\nPETSTORE_PLAN or --plan": must be one line of text, at most 200 characters',
  ],
  [{ apiKey: '' }, 'apiKey: must not be empty'],
  [
    { baseUrl: 'http://me@127.0.0.1/v1' },
    'baseUrl "http://[user info]@127.0.0.1/v1": must carry no user name or password (keys go into apiKey); give "http://127.0.0.1/v1"',
  ],
  [{ apiKey: 'a key' }, 'apiKey: must be visible ASCII characters without spaces or line breaks'],
  [
    { only: 'rate.enforced' },
    'only and skip leave nothing that the profile core decides; profile full would decide it',
  ],
  [
    { baseUrl: 'http://127.0.0.1/Unspeakable-Key-1/v1' },
    'baseUrl holds the API key: must be without it, as reports or the console show it',
  ],
])('a bad one is named as its member: %j', (bad, words) => {
  expect(() => readPlainSettings({ ...target, ...bad })).toThrow(
    expect.objectContaining({ name: 'SettingsError', message: words }),
  );
});

test('an error says setting, value and problem apart, and nothing of a key', () => {
  const about = (bad: Record<string, unknown>) => {
    try {
      readPlainSettings({ ...target, ...bad });
    } catch (error) {
      return error instanceof SettingsError ? error.about : error;
    }
    return undefined;
  };
  const right = 'must be a whole number from 1 to 3000';
  const wrong = `1 ${target.apiKey}`;
  expect(about({ maxRequests: wrong })).toEqual({
    setting: 'maxRequests',
    value: '1 [API key]',
    problem: right,
  });
  expect(about({ rateLimitKey: 'a key' })).toEqual({
    setting: 'rateLimitKey',
    problem: 'must be visible ASCII characters without spaces or line breaks',
  });
  expect(about({ only: 'rate.enforced' })).toBeUndefined();
});
