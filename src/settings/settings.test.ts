import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { requirements } from '../spec/catalogue.ts';
import {
  readServeSettings,
  readSettings,
  type SettingsInput,
  seedOfChallenge,
} from './read-settings.ts';
import { allSettings } from './settings-table.ts';
import { refusalOf } from './testing/refusal.ts';

const folder = mkdtempSync(join(tmpdir(), 'settings-'));
const file = (name: string, content: string) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const pem = (index: number) => `${rootCertificates[index] ?? ''}\n`;
const key = 'Unspeakable-Key-1';
const target = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: key };

/** Settings with an address and a key in `.env`, the weakest place. */
const read = (given: Partial<SettingsInput>) =>
  readSettings({
    flags: {},
    env: {},
    random: () => 42,
    ...given,
    dotenv: { ...target, ...given.dotenv },
  });

const all = requirements.map(({ id }) => id);
const auth = all.filter((id) => id.startsWith('auth.'));

/** What a setting makes of texts. */
interface Case {
  /** Two texts, each with its value. */
  readonly good: readonly (readonly [text: string, value: unknown])[];
  readonly bad: readonly string[];
  readonly fallback?: unknown;
}

const numbers = (values: readonly number[], bad: readonly string[], fallback?: unknown): Case => ({
  good: values.map((value) => [`${value}`, value]),
  bad,
  fallback,
});
const texts = (values: readonly string[], bad: readonly string[], fallback?: unknown): Case => ({
  good: values.map((value) => [value, value]),
  bad,
  fallback,
});

const cases: Readonly<Record<string, Case>> = {
  baseUrl: texts(['https://a.example/v1', 'http://c.example:8080/x'], ['nonsense', 'ftp://a/v1']),
  apiKey: {
    good: [[file('key', 'from-file\n'), 'from-file']],
    bad: [join(folder, 'absent'), file('empty', '\n'), file('bearer', 'Bearer x'), folder],
  },
  rateLimitKey: { good: [[file('limit', 'a-limit-key'), 'a-limit-key']], bad: [], fallback: key },
  plan: texts(['free', 'enterprise'], ['busines', 'Free', '60']),
  categoryId: texts(
    ['9223372036854775807', '-9223372036854775808'],
    ['9223372036854775808', '-9223372036854775809', '1.0', '1e2', '0x1'],
  ),
  ca: {
    good: [
      [file('a.pem', pem(0)), pem(0)],
      [file('c.pem', pem(2) + pem(3)), pem(2) + pem(3)],
    ],
    bad: [
      folder,
      file('text.pem', 'no certificate'),
      file('cut.pem', pem(0).replace(/[A-Z]{3}/, '')),
    ],
  },
  profile: texts(['quick', 'read-only'], ['Core', 'readonly', ' core'], 'core'),
  seed: numbers([-2147483648, 2147483647], ['2147483648', '1.5', '1e3', ' 1'], 42),
  challenge: texts(['by.the-certifier_1'], ['short', '-a-hyphen-first', 'a b c d e f']),
  only: {
    good: [['auth.*', auth]],
    bad: ['auth.missing-kye', ',', 'untested.bans'],
    fallback: all,
  },
  skip: {
    good: [['auth.*', all.filter((id) => !auth.includes(id))]],
    bad: ['auth', 'create.*,nothing', ' '],
    fallback: all,
  },
  baseline: texts(['b.yaml'], ['a\0b', '--eval=1']),
  budget: numbers([10, 2000], ['9', '2001', 'all', '54.5']),
  maxRequests: numbers([1, 3000], ['0', '-1', '2,000', '3001'], 2000),
  maxCreations: numbers([0, 100_000], ['-1', 'none', '0.5'], 60),
  maxWait: numbers([0, 0.5, 86_400], ['-1', '86401', '2m', '1e3'], 120),
  timeout: numbers([0.25, 600], ['0', '600.1', '10s', 'NaN'], 10),
  grace: numbers([0, 600], ['601', '.5', 'short'], 5),
  concurrency: numbers([1, 32], ['0', '33', 'x'], 4),
  out: texts(['a', './-b'], ['a\0b', '--eval=1', '-'], 'reports'),
  implementation: texts(['a', 'b c'], ['two\nlines', ' ', 'x'.repeat(201)]),
  implementationVersion: texts(['1'], ['two\nlines']),
  contact: texts(['Čeňka'], ['\u001b[31m']),
};

/** Where a setting is among those of a run. */
const values = (given: Partial<SettingsInput>): Readonly<Record<string, unknown>> => {
  const { settings } = read(given);
  const { name, version, contact } = settings.implementation;
  const [only, skip] = [settings.selected, settings.selected];
  return { ...settings, implementation: name, implementationVersion: version, contact, only, skip };
};

const decided = allSettings.filter(({ name }) => name in cases);

test('each setting has its case here, and a name and a default in the help', () => {
  const others = allSettings.filter((setting) => !decided.includes(setting));
  expect(others.map(({ name }) => name)).toEqual(['wait', 'sign']);
  for (const { fallback, fallbackText } of allSettings) {
    if (['number', 'string'].includes(typeof fallback)) expect(fallbackText).toBe(`${fallback}`);
  }
});

describe.each(decided)('$name', ({ name, flag, variable, kind }) => {
  const { good, bad, fallback } = cases[name] ?? { good: [], bad: [] };
  const oneLineAbout = (label: string) => new RegExp(`^${label}( "[^\\n]*")?: [^\\n]+$`);

  test('the flag counts, before variable and .env', () => {
    for (const [text, value] of good) {
      const weaker = variable === undefined ? {} : { [variable]: 'nonsense' };
      const given = { flags: { [flag]: text }, env: weaker, dotenv: weaker };
      expect(values(given)[name]).toEqual(value);
    }
  });

  test('a bad text is named on one line, in each place', () => {
    for (const text of ['', ...bad, '--reference']) {
      expect(refusalOf(() => read({ flags: { [flag]: text } }))).toMatch(oneLineAbout(flag));
    }
    if (variable === undefined || kind.file === 'of the flag') return;
    for (const text of bad) {
      const inEnvironment = refusalOf(() => read({ env: { [variable]: text } }));
      expect(inEnvironment).toMatch(oneLineAbout(variable));
      const inFile = refusalOf(() => read({ dotenv: { [variable]: text } }));
      expect(inFile).toMatch(oneLineAbout(`${variable} in \\.env`));
    }
  });

  test('the variable counts before .env, and an empty one is not set, and hides .env', () => {
    if (variable === undefined) return;
    const [text = '', value] = good[0] ?? [];
    const content = kind.file === 'of the flag' ? 'a-key-itself' : text;
    const due = kind.file === 'of the flag' ? content : value;
    expect(values({ env: { [variable]: content }, dotenv: { [variable]: 'x' } })[name]).toEqual(
      due,
    );
    expect(values({ dotenv: { [variable]: content } })[name]).toEqual(due);
    const hidden = () => values({ env: { [variable]: '' }, dotenv: { [variable]: content } })[name];
    if (name === 'baseUrl' || name === 'apiKey') expect(refusalOf(hidden)).toContain(variable);
    else expect(hidden()).toEqual(fallback);
  });
});

test('what a repetition needs is kept, without keys, the output folder and defaults', () => {
  const env = { PETSTORE_PLAN: 'free', PETSTORE_GRACE: '5', PETSTORE_OUT: 'elsewhere' };
  const flags = {
    ...{ '--only': 'auth.*', '--api-key-file': file('kept', key), '--seed': '1' },
    '--baseline': 'b.yaml',
  };
  expect(read({ flags, env }).given).toEqual({
    ...{ '--only': 'auth.*', '--plan': 'free', '--baseline': 'b.yaml' },
  });
});

test('a seed that nobody gave is a random 32-bit integer; under a challenge it follows from that', () => {
  const { seed } = readSettings({ flags: {}, env: target, dotenv: {} }).settings;
  expect(seed).toBe(seed | 0);
  const challenged = { '--challenge': 'given-by-the-certifier-1' };
  const due = seedOfChallenge(challenged['--challenge']);
  expect(due).toBe(due | 0);
  expect(seedOfChallenge('another-token')).not.toBe(due);
  expect(read({ flags: challenged }).settings.seed).toBe(due);
  expect(read({ flags: { ...challenged, '--seed': `${due}` } }).settings.seed).toBe(due);
  expect(refusalOf(() => read({ flags: { ...challenged, '--seed': '7' } }))).toBe(
    `--seed "7": a challenge determines the seed, which is ${due}: remove this setting`,
  );
});

test('a budget is for core alone: what the other profiles ask is what their names promise', () => {
  const budget = (profile: string) =>
    read({ flags: { '--profile': profile, '--budget': '60' } }).settings.budget;
  expect(budget('core')).toBe(60);
  for (const profile of ['quick', 'read-only', 'full']) {
    expect(() => budget(profile)).toThrow(
      `--budget works only with the profile core, not ${profile}`,
    );
  }
});

test('--only and --skip take patterns, and keep the order of the catalogue', () => {
  const selected = (only: string, skip = 'untitled') => {
    const flags = { '--only': only, ...(skip === 'untitled' ? {} : { '--skip': skip }) };
    return read({ flags }).settings;
  };
  const expected = all.filter((id) => /^auth\.(?!missing-key)|^list\.limit$/.test(id));
  const both = selected('list.limit, auth.*,list.limit', 'auth.missing-key');
  expect(both).toMatchObject({ selected: expected, partial: true });
  expect(selected('*')).toMatchObject({ selected: all, partial: false });
});

describe('serve', () => {
  const none = { flags: {}, env: {}, dotenv: {} };

  test('without anything, the server listens on loopback with the demo key', () => {
    expect(readServeSettings(none)).toEqual({
      ...{ port: 8080, host: '127.0.0.1', plan: 'business', window: 60 },
    });
  });

  test('flags and variables count', () => {
    const flags = { '--port': '0', '--host': '::1', '--window': '0.5' };
    const env = { PETSTORE_API_KEY: 'a-key', PETSTORE_PLAN: 'free' };
    expect(readServeSettings({ ...none, flags, env })).toEqual({
      ...{ port: 0, host: '::1', window: 0.5, plan: 'free', apiKey: 'a-key' },
    });
  });

  test.each([
    ['--port', '65536'],
    ['--plan', 'gratis'],
  ])('%s %s is refused', (flag, value) => {
    expect(() => readServeSettings({ ...none, flags: { [flag]: value } })).toThrow(
      `${flag} "${value}": must be`,
    );
  });
});
