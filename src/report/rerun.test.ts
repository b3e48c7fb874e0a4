import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellQuoted } from '../text/words.ts';
import { repeatCommand, runArguments, shellLine } from './rerun.ts';
import { conformantRecord, facts, reportOf, settingsFor } from './testing/sample.ts';

const settings = {
  baseUrl: 'https://a.example/v1',
  profile: 'core',
  seed: -7,
  out: 'reports',
} as const;

test('a run is repeated with its target, profile, seed and what else was given', () => {
  const given = { '--only': 'auth.*', '--max-wait': '0.5', '--contact': "Jo O'Neill" };
  expect(shellLine(runArguments(settings, {}, false))).not.toContain('--out');
  expect(shellLine(runArguments({ ...settings, out: 'mine' }, given, false))).toBe(
    'npm run --silent conformance -- run --base-url https://a.example/v1 --profile core --seed -7 --out mine' +
      " --only 'auth.*' --max-wait 0.5 --contact 'Jo O'\\''Neill'",
  );
});

test.skipIf(process.platform === 'win32')('a shell reads every quoted word as it was', () => {
  const words = [
    'plain',
    '',
    ' ',
    "'",
    '"$HOME"',
    '`id`',
    'a\\b',
    '*',
    '!x',
    '~',
    '#',
    'é',
    ';&|<>',
  ];
  const line = `printf '%s\\0' ${words.map(shellQuoted).join(' ')}`;
  expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' })).toBe(`${words.join('\0')}\0`);
});

test('a repetition leaves out what is for one run', () => {
  const argv = ['c', 'run', '--challenge', 'token', '--sign', 'key.pem', '--contact', 'a b'];
  const report = reportOf(conformantRecord('core'), settingsFor('core'), { ...facts, argv });
  expect(repeatCommand(report)).toBe("c run --contact 'a b'");
});
