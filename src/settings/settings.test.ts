import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { requirements } from '../catalogue/catalogue.ts';
import { type ReadSettings, readSettings, type SettingsInput } from './read-settings.ts';
import type { Settings } from './settings.ts';
import { SettingsError } from './settings-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'settings-'));
const file = (name: string, content: string) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const pem = (index: number) => `${rootCertificates[index] ?? ''}\n`;
const key = 'Unspeakable-Key-1';
const otherKey = 'Unspeakable-Key-2';
const target = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: key };

/** Settings with an address and a key in `.env`, the weakest place. */
function read(given: Partial<SettingsInput>): ReadSettings {
  return readSettings({
    flags: {},
    env: {},
    random: () => 42,
    ...given,
    dotenv: { ...target, ...given.dotenv },
  });
}

function errorOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** A setting as README describes it: texts for flag, variable and `.env`, and the values that they mean. */
interface Case {
  readonly flag: string;
  readonly variable?: string;
  readonly texts: readonly [flag: string, variable: string, dotenv: string];
  readonly values: readonly [flag: unknown, variable: unknown, dotenv: unknown];
  readonly fallback?: unknown;
  /** There is no run without it. */
  readonly required?: true;
  readonly pick: (settings: Settings) => unknown;
  readonly bad: readonly string[];
}

const plain = (flag: string, variable: string, texts: Case['texts']) => ({
  flag,
  variable,
  texts,
  values: texts,
});
const numeric = (flag: string, variable: string, values: readonly [number, number, number]) => ({
  flag,
  variable,
  texts: [`${values[0]}`, `${values[1]}`, `${values[2]}`] as const,
  values,
});
const all = requirements.map(({ id }) => id);
const auth = all.filter((id) => id.startsWith('auth.'));

const cases: readonly Case[] = [
  {
    ...plain('--base-url', 'PETSTORE_BASE_URL', [
      'https://a.example/v1',
      'https://b.example/v1',
      'http://c.example:8080/x',
    ]),
    required: true,
    pick: (settings) => settings.baseUrl,
    bad: ['nonsense', 'ftp://a.example/v1', 'http://', 'http://a.example/v1/', '/v1'],
  },
  {
    flag: '--api-key-file',
    variable: 'PETSTORE_API_KEY',
    texts: [file('key', 'from-file\n'), 'from-variable', 'from-dotenv'],
    values: ['from-file', 'from-variable', 'from-dotenv'],
    required: true,
    pick: (settings) => settings.apiKey,
    bad: [],
  },
  {
    flag: '--rate-limit-key-file',
    variable: 'PETSTORE_RATE_LIMIT_API_KEY',
    texts: [file('limit-key', 'from-file'), 'from-variable', 'from-dotenv'],
    values: ['from-file', 'from-variable', 'from-dotenv'],
    fallback: key,
    pick: (settings) => settings.rateLimitKey,
    bad: [],
  },
  {
    ...plain('--profile', 'PETSTORE_PROFILE', ['quick', 'full', 'core']),
    fallback: 'core',
    pick: (settings) => settings.profile,
    bad: ['Core', 'readonly', ' core'],
  },
  {
    ...plain('--plan', 'PETSTORE_PLAN', ['free', 'pro', 'enterprise']),
    pick: (settings) => settings.plan,
    bad: ['busines', 'Free', '60'],
  },
  {
    ...plain('--category-id', 'PETSTORE_CATEGORY_ID', [
      '9223372036854775807',
      '-9223372036854775808',
      '7',
    ]),
    pick: (settings) => settings.categoryId,
    bad: ['9223372036854775808', '-9223372036854775809', '1.0', '1e2', 'one', '0x1'],
  },
  {
    ...plain('--out', 'PETSTORE_OUT', ['a', 'b', 'c']),
    fallback: 'reports',
    pick: (settings) => settings.out,
    bad: ['a\0b'],
  },
  {
    ...numeric('--seed', 'PETSTORE_SEED', [-2147483648, 2147483647, 0]),
    fallback: 42,
    pick: (settings) => settings.seed,
    bad: ['2147483648', '-2147483649', '1.5', 'abc', '1e3', ' 1'],
  },
  {
    ...numeric('--runs', 'PETSTORE_RUNS', [1, 1000, 7]),
    pick: (settings) => settings.runs,
    bad: ['0', '1001', '-1', '2.5', 'many'],
  },
  {
    flag: '--only',
    texts: ['auth.*', '', ''],
    values: [auth, '', ''],
    fallback: all,
    pick: (settings) => settings.selected,
    bad: ['auth.missing-kye', 'oauth.*', ',', 'untested.bans'],
  },
  {
    flag: '--skip',
    texts: ['auth.*', '', ''],
    values: [all.filter((id) => !auth.includes(id)), '', ''],
    fallback: all,
    pick: (settings) => settings.selected,
    bad: ['auth', 'create.*,nothing', ' '],
  },
  {
    ...numeric('--budget', 'PETSTORE_BUDGET', [10, 500, 2000]),
    fallback: undefined,
    pick: (settings) => settings.budget,
    bad: ['9', '2001', 'all', '54.5'],
  },
  {
    ...numeric('--max-requests', 'PETSTORE_MAX_REQUESTS', [1, 50, 3000]),
    fallback: 2000,
    pick: (settings) => settings.maxRequests,
    bad: ['0', '-1', '2,000', '1.5', '3001'],
  },
  {
    ...numeric('--max-creations', 'PETSTORE_MAX_CREATIONS', [0, 50, 100000]),
    fallback: 60,
    pick: (settings) => settings.maxCreations,
    bad: ['-1', 'none', '0.5'],
  },
  {
    ...numeric('--daily-share', 'PETSTORE_DAILY_SHARE', [1, 100, 25]),
    fallback: 15,
    pick: (settings) => settings.dailyShare,
    bad: ['0', '101', '10%', '2.5'],
  },
  {
    ...numeric('--max-wait', 'PETSTORE_MAX_WAIT', [0, 86400, 0.5]),
    fallback: 120,
    pick: (settings) => settings.maxWait,
    bad: ['-1', '86401', '2m', 'Infinity', '1e3'],
  },
  {
    ...numeric('--timeout', 'PETSTORE_TIMEOUT', [0.25, 600, 3]),
    fallback: 10,
    pick: (settings) => settings.timeout,
    bad: ['0', '-1', '600.1', '10s', 'NaN'],
  },
  {
    ...numeric('--grace', 'PETSTORE_GRACE', [0, 600, 1.5]),
    fallback: 5,
    pick: (settings) => settings.grace,
    bad: ['-1', '601', '.5', 'short'],
  },
  {
    ...numeric('--max-body', 'PETSTORE_MAX_BODY', [1, 64, 3]),
    fallback: 2,
    pick: (settings) => settings.maxBody,
    bad: ['0', '65', '1.5', 'x'],
  },
  {
    ...numeric('--concurrency', 'PETSTORE_CONCURRENCY', [1, 32, 2]),
    fallback: 4,
    pick: (settings) => settings.concurrency,
    bad: ['0', '33', '1.5', 'x'],
  },
  {
    flag: '--ca',
    variable: 'PETSTORE_CA',
    texts: [file('a.pem', pem(0)), file('b.pem', pem(1)), file('c.pem', pem(2) + pem(3))],
    values: [pem(0), pem(1), pem(2) + pem(3)],
    pick: (settings) => settings.ca,
    bad: [
      join(folder, 'absent.pem'),
      folder,
      file('text.pem', 'no certificate'),
      file('cut.pem', pem(0).replace(/[A-Z]{3}/, '')),
    ],
  },
  {
    ...plain('--implementation', 'PETSTORE_IMPLEMENTATION', ['a', 'b', 'c']),
    pick: (settings) => settings.implementation.name,
    bad: ['two\nlines', ' ', 'x'.repeat(201)],
  },
  {
    ...plain('--implementation-version', 'PETSTORE_IMPLEMENTATION_VERSION', ['1', '2', '3']),
    pick: (settings) => settings.implementation.version,
    bad: ['two\nlines'],
  },
  {
    ...plain('--contact', 'PETSTORE_CONTACT', ['a@a.example', 'b@b.example', 'Čeňka']),
    pick: (settings) => settings.implementation.contact,
    bad: ['\u001b[31m'],
  },
];

test('names are taken without the white space around them, and the command keeps what was given', () => {
  const flags = { '--implementation': ' Corner Shop ', '--contact': '\u00a0qa@shop.example' };
  const { settings, given } = read({ flags, env: { PETSTORE_IMPLEMENTATION_VERSION: '2.1 ' } });
  expect(settings.implementation).toEqual({
    name: 'Corner Shop',
    version: '2.1',
    contact: 'qa@shop.example',
  });
  expect(given).toMatchObject(flags);
});

describe.each(cases)('$flag', (requirement) => {
  const { flag, variable, texts, values, pick } = requirement;
  const flags = { [flag]: texts[0] };
  const env = variable === undefined ? {} : { [variable]: texts[1] };
  const dotenv = variable === undefined ? {} : { [variable]: texts[2] };

  const oneLineAbout = (label: string) => new RegExp(`^${label}( "[^\\n]*")?: [^\\n]+$`);

  test('the flag counts, before variable and .env', () => {
    expect(pick(read({ flags }).settings)).toEqual(values[0]);
    expect(pick(read({ flags, env, dotenv }).settings)).toEqual(values[0]);
  });

  test('a bad flag is named on one line', () => {
    for (const bad of ['', ...requirement.bad]) {
      const error = errorOf(() => read({ flags: { [flag]: bad } }));
      expect(error).toMatch(oneLineAbout(flag));
    }
  });

  test('a flag that stands where its value should is not taken for one', () => {
    expect(errorOf(() => read({ flags: { [flag]: '--reference' } }))).toMatch(/must have a value$/);
  });

  if (!requirement.required) {
    test('without any, the default counts', () => {
      expect(pick(read({}).settings)).toEqual(requirement.fallback);
    });
  }

  if (variable === undefined) return;

  test('the variable counts, before .env', () => {
    expect(pick(read({ env }).settings)).toEqual(values[1]);
    expect(pick(read({ env, dotenv }).settings)).toEqual(values[1]);
  });

  test('.env counts where nothing else is given', () => {
    expect(pick(read({ dotenv }).settings)).toEqual(values[2]);
  });

  test('an empty variable is not set, and hides .env', () => {
    const hidden = () => pick(read({ env: { [variable]: '' }, dotenv }).settings);
    if (!requirement.required) return expect(hidden()).toEqual(requirement.fallback);
    const error = errorOf(hidden);
    expect(error).toContain(flag);
    expect(error).toContain(variable);
  });

  test('a bad variable is named on one line, and .env where it stands there', () => {
    for (const bad of requirement.bad) {
      const inEnvironment = errorOf(() => read({ env: { [variable]: bad } }));
      expect(inEnvironment).toMatch(oneLineAbout(variable));
      const inFile = errorOf(() => read({ dotenv: { [variable]: bad } }));
      expect(inFile).toMatch(oneLineAbout(`${variable} in \\.env`));
    }
  });
});

test('the settings are frozen, all the way down', () => {
  const { settings } = read({});
  expect(Object.isFrozen(settings)).toBe(true);
  expect(Object.isFrozen(settings.selected)).toBe(true);
  expect(Object.isFrozen(settings.implementation)).toBe(true);
});

test('a seed that nobody gave is a random 32-bit integer', () => {
  const { seed } = readSettings({ flags: {}, env: target, dotenv: {} }).settings;
  expect(seed).toBe(seed | 0);
});

test('reading settings leaves what was given as it was', () => {
  const flags = Object.freeze({ '--seed': '7' });
  const env = Object.freeze({ ...target });
  readSettings({ flags, env, dotenv: Object.freeze({ PETSTORE_RUNS: '3' }) });
  expect(process.env.PETSTORE_RUNS).toBeUndefined();
});

test('every key is as unspeakable as the other', () => {
  const env = { PETSTORE_RATE_LIMIT_API_KEY: otherKey, PETSTORE_PLAN: `${key}+${otherKey}` };
  expect(errorOf(() => read({ env }))).toContain('"[API key]+[API key]"');
});
