import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reportOf } from '../report/testing/sample.ts';
import { allSettings } from '../settings/settings-table.ts';
import { recordedSettings } from './rejudge.ts';

const report = reportOf();

test('a report that names files and places has none of them read, and its other settings hold', () => {
  const secret = join(mkdtempSync(join(tmpdir(), 'recorded-')), 'secret');
  writeFileSync(secret, 'Somebodys-Secret-0123456789');
  const named = Object.fromEntries(
    allSettings.flatMap(({ flag, kind }) => (kind.file === undefined ? [] : [[flag, secret]])),
  );
  const hostile = { ...named, '--out': '/', '--baseline': secret, '--base-url': 'http://x/v1' };
  const { settings, given } = recordedSettings({
    report: {
      ...report,
      run: { ...report.run, settings: { ...hostile, '--max-wait': '7', '--unheard-of': 'x' } },
    },
    exchanges: [],
  });
  expect(JSON.stringify(settings)).not.toMatch(/Somebodys|secret/);
  expect(settings).toMatchObject({
    baseUrl: report.implementation.baseUrl,
    maxWait: 7,
    out: 'reports',
  });
  expect(given).toEqual({ '--max-wait': '7' });
});
