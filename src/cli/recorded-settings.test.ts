import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RecordedRun } from '../report/recorded-run.ts';
import { seedOfChallenge } from '../settings/challenge-seed.ts';
import { allSettings } from '../settings/table.ts';
import { recordedSettings } from './recorded-settings.ts';

const run: RecordedRun = {
  recording: { startedAt: 0, finishedAt: 1, exchanges: [] },
  baseUrl: 'http://127.0.0.1:9/v1',
  profile: 'core',
  seed: 7,
  plan: null,
  settings: {},
  suite: { version: '1', digest: '' },
};

test('a report that names files and places has none of them read, and its other settings hold', () => {
  const secret = join(mkdtempSync(join(tmpdir(), 'recorded-')), 'secret');
  writeFileSync(secret, 'Somebodys-Secret-0123456789');
  const named = Object.fromEntries(
    allSettings.flatMap(({ flag, file }) =>
      flag === undefined ? [] : file ? [[flag, secret]] : [],
    ),
  );
  const hostile = { ...named, '--out': '/', '--baseline': secret, '--base-url': 'http://x/v1' };
  const { settings, given } = recordedSettings(
    { ...run, settings: { ...hostile, '--max-wait': '7', '--unheard-of': 'x' } },
    {},
  );
  expect(JSON.stringify(settings)).not.toMatch(/Somebodys|secret/);
  expect(settings).toMatchObject({ baseUrl: run.baseUrl, maxWait: 7, out: 'reports' });
  expect(given).toEqual({ '--max-wait': '7' });
});

/** A value that each setting takes. */
const values: Readonly<Record<string, string>> = {
  '--plan': 'free',
  '--category-id': '3',
  '--challenge': 'given-by-somebody',
  '--only': 'list.limit',
  '--skip': 'list.limit',
  '--budget': '60',
};

test('of each setting it is decided whether a report may give it again', () => {
  const taken = allSettings.flatMap(({ flag }) => {
    if (flag === undefined) return [];
    const settings = { [flag]: values[flag] ?? '1' };
    const seed = flag === '--challenge' ? seedOfChallenge('given-by-somebody') : run.seed;
    return flag in recordedSettings({ ...run, seed, settings }, {}).given ? [flag] : [];
  });
  expect(taken).toEqual([
    ...['--plan', '--category-id', '--challenge', '--only', '--skip'],
    '--budget',
    ...['--max-requests', '--max-creations', '--max-wait', '--timeout'],
    ...['--grace', '--concurrency', '--max-body'],
    ...['--implementation', '--implementation-version', '--contact'],
  ]);
});
