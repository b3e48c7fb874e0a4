import { expect, test } from 'vitest';
import { readPlainSettings, readSettings } from './read-settings.ts';

const target = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'Unspeakable-Key-1' };

test('a member means what its flag means, and the same defaults hold', () => {
  process.env.PETSTORE_PROFILE = 'full';
  try {
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
  } finally {
    delete process.env.PETSTORE_PROFILE;
  }
});

test.each<[Record<string, unknown>, string]>([
  [{ baseUrl: undefined }, 'no address: set baseUrl'],
  [{ apiKey: undefined }, 'no API key: set apiKey'],
  [{ maxRequest: 5 }, '"maxRequest" is not a known setting; did you mean maxRequests?'],
  [
    { maxRequests: `1 ${target.apiKey}` },
    'maxRequests "1 [API key]": must be a whole number from 1 to 3000',
  ],
  [{ plan: null }, 'plan: must be a string or a number'],
  [{ only: [1] }, 'only: must be an array of ids, or a string'],
  [{ apiKey: 'a key' }, 'apiKey: must be visible ASCII characters without spaces or line breaks'],
  [
    { only: 'rate.enforced' },
    'only and skip leave nothing to run in the profile core; --profile full has every requirement',
  ],
])('a bad one is named as its member: %j', (bad, message) => {
  const about = { setting: Object.keys(bad)[0] };
  expect(() => readPlainSettings({ ...target, ...bad })).toThrow(
    expect.objectContaining({ name: 'SettingsError', message, about }),
  );
});
