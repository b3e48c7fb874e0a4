import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { requirements } from '../catalogue/catalogue.ts';
import { type ReadSettings, readSettings, type SettingsInput } from './read-settings.ts';
import type { Settings } from './settings.ts';
import { refusalOf } from './testing/refusal.ts';

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

/** A setting as README describes it: texts for flag, variable and `.env`, and the values that they mean. */
interface Case {
  readonly flag: string;
  /** Absent if only the flag is read. */
  readonly variable?: string;
  readonly texts: readonly [flag: string, variable: string, dotenv: string];
  readonly values: readonly [flag: unknown, variable: unknown, dotenv: unknown];
  readonly fallback?: unknown;
  /** There is no run without it. */
  readonly required?: true;
  readonly pick: (settings: Settings) => unknown;
  readonly bad: readonly string[];
}

type Three<T> = readonly [flag: T, variable: T, dotenv: T];

/** The variable and the member of a flag: `--max-body` goes with `PETSTORE_MAX_BODY` and `maxBody`. */
function namesOf(flag: string): Pick<Case, 'flag' | 'variable' | 'pick'> {
  const words = flag.slice(2);
  const member = words.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return {
    flag,
    variable: `PETSTORE_${words.toUpperCase().replaceAll('-', '_')}`,
    pick: (settings) => Object.entries(settings).find(([name]) => name === member)?.[1],
  };
}

/** A setting whose texts mean themselves, or the numbers that they write. */
function plain(
  flag: string,
  values: Three<string | number>,
  bad: readonly string[],
  fallback?: unknown,
): Case {
  const [first, second, third] = values;
  return { ...namesOf(flag), texts: [`${first}`, `${second}`, `${third}`], values, bad, fallback };
}

const all = requirements.map(({ id }) => id);
const auth = all.filter((id) => id.startsWith('auth.'));

/** `--only` or `--skip`: what is left of the requirements with `auth.*`. */
const selecting = (flag: string, left: readonly string[], bad: readonly string[]): Case => ({
  flag,
  texts: ['auth.*', '', ''],
  values: [left, '', ''],
  fallback: all,
  pick: (settings) => settings.selected,
  bad,
});

const [a, b, c] = [pem(0), pem(1), pem(2) + pem(3)];
const addresses = [
  'https://a.example/v1',
  'https://b.example/v1',
  'http://c.example:8080/x',
] as const;
const int64s = ['9223372036854775807', '-9223372036854775808', '7'] as const;

const cases: readonly Case[] = [
  {
    ...plain('--base-url', addresses, [
      'nonsense',
      'ftp://a.example/v1',
      'http://',
      'http://a.example/v1/',
      '/v1',
    ]),
    required: true,
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
  plain('--profile', ['quick', 'full', 'core'], ['Core', 'readonly', ' core'], 'core'),
  plain('--plan', ['free', 'pro', 'enterprise'], ['busines', 'Free', '60']),
  plain('--category-id', int64s, [
    '9223372036854775808',
    '-9223372036854775809',
    '1.0',
    '1e2',
    'one',
    '0x1',
  ]),
  plain('--out', ['a', 'b', 'c'], ['a\0b'], 'reports'),
  plain(
    '--seed',
    [-2147483648, 2147483647, 0],
    ['2147483648', '-2147483649', '1.5', 'abc', '1e3', ' 1'],
    42,
  ),
  selecting('--only', auth, ['auth.missing-kye', 'oauth.*', ',', 'untested.bans']),
  selecting(
    '--skip',
    all.filter((id) => !auth.includes(id)),
    ['auth', 'create.*,nothing', ' '],
  ),
  plain('--budget', [10, 500, 2000], ['9', '2001', 'all', '54.5']),
  plain('--max-requests', [1, 50, 3000], ['0', '-1', '2,000', '1.5', '3001'], 2000),
  plain('--max-creations', [0, 50, 100000], ['-1', 'none', '0.5'], 60),
  plain('--max-wait', [0, 86400, 0.5], ['-1', '86401', '2m', 'Infinity', '1e3'], 120),
  plain('--timeout', [0.25, 600, 3], ['0', '-1', '600.1', '10s', 'NaN'], 10),
  plain('--grace', [0, 600, 1.5], ['-1', '601', '.5', 'short'], 5),
  plain('--max-body', [1, 64, 3], ['0', '65', '1.5', 'x'], 2),
  plain('--concurrency', [1, 32, 2], ['0', '33', '1.5', 'x'], 4),
  {
    ...namesOf('--ca'),
    texts: [file('a.pem', a), file('b.pem', b), file('c.pem', c)],
    values: [a, b, c],
    bad: [
      join(folder, 'absent.pem'),
      folder,
      file('text.pem', 'no certificate'),
      file('cut.pem', a.replace(/[A-Z]{3}/, '')),
    ],
  },
  {
    ...plain('--implementation', ['a', 'b', 'c'], ['two\nlines', ' ', 'x'.repeat(201)]),
    pick: ({ implementation }) => implementation.name,
  },
  {
    ...plain('--implementation-version', ['1', '2', '3'], ['two\nlines']),
    pick: ({ implementation }) => implementation.version,
  },
  {
    ...plain('--contact', ['a@a.example', 'b@b.example', 'Čeňka'], ['\u001b[31m']),
    pick: ({ implementation }) => implementation.contact,
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
      const error = refusalOf(() => read({ flags: { [flag]: bad } }));
      expect(error).toMatch(oneLineAbout(flag));
    }
  });

  test('a flag that stands where its value should is not taken for one', () => {
    expect(refusalOf(() => read({ flags: { [flag]: '--reference' } }))).toMatch(
      /must have a value$/,
    );
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
    const error = refusalOf(hidden);
    expect(error).toContain(flag);
    expect(error).toContain(variable);
  });

  test('a bad variable is named on one line, and .env where it stands there', () => {
    for (const bad of requirement.bad) {
      const inEnvironment = refusalOf(() => read({ env: { [variable]: bad } }));
      expect(inEnvironment).toMatch(oneLineAbout(variable));
      const inFile = refusalOf(() => read({ dotenv: { [variable]: bad } }));
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
  readSettings({ flags, env, dotenv: Object.freeze({ PETSTORE_TIMEOUT: '3' }) });
  expect(process.env.PETSTORE_TIMEOUT).toBeUndefined();
});

test('every key is as unspeakable as the other', () => {
  const env = { PETSTORE_RATE_LIMIT_API_KEY: otherKey, PETSTORE_PLAN: `${key}+${otherKey}` };
  expect(refusalOf(() => read({ env }))).toContain('"[API key]+[API key]"');
});
