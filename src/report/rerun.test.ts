import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { CheckResult } from '../judge/outcome.ts';
import { findingsTitle } from '../judge/verdict.ts';
import { shellQuoted } from '../text/words.ts';
import { againCommand, againFolderIn, rerunCommand, runArguments, shellLine } from './rerun.ts';
import { conformantRecord, facts, reportOf, settingsFor } from './testing/sample.ts';

const settings = { baseUrl: 'https://a.example/v1', profile: 'core', seed: -7 } as const;

test('a run is repeated with its target, profile, seed and what else was given', () => {
  const given = { '--only': 'auth.*', '--max-wait': '0.5', '--contact': "Jo O'Neill" };
  expect(shellLine(runArguments(settings, given, false))).toBe(
    'npm run --silent conformance -- run --base-url https://a.example/v1 --profile core --seed -7' +
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

test.each([
  [['c', 'run', '--seed', '7'], 'c run --seed 7'],
  [['c', 'run', '--only', 'auth.*', '--seed', '7'], 'c run --seed 7'],
  [['c', 'run', '--skip', 'rate.*,gap.*', '--only', 'list.limit'], 'c run'],
  [['c', 'run', '--challenge', 'token', '--sign', 'key.pem', '--seed', '7'], 'c run --seed 7'],
  [['c', 'run', '--out', 'a --only b', '--skip', 'x y'], 'c run'],
  [['c', 'run', '--ca', "it's here", '--skip', '--only'], "c run --ca 'it'\\''s here'"],
  [['c', 'run', '--contact', 'a\tb'], "c run --contact $'a\\x09b'"],
])('%j is run again as %s, into a folder of its own', (argv, again) => {
  const report = reportOf(conformantRecord('core'), settingsFor('core'), { ...facts, argv });
  expect(rerunCommand(report, 'get.found')).toBe(`${again} --only get.found --out reports/again`);
});

test('what the question of another requirement showed is run again with it', () => {
  const failing = {
    title: findingsTitle,
    outcome: 'failed',
    message: 'x',
    exchanges: [7, 9],
  } as const;
  const asked = {
    title: 'name is a number',
    outcome: 'failed',
    message: 'x',
    exchanges: [7],
  } as const;
  const only = (...own: readonly CheckResult[]) => {
    const record = conformantRecord('core');
    record.checks.set('create.invalid-name', [asked]);
    record.checks.set('pet.name', [...own]);
    const report = reportOf(record, settingsFor('core'), { ...facts, argv: ['c', 'run'] });
    return /--only (\S+)/.exec(rerunCommand(report, 'pet.name'))?.[1];
  };
  expect(only(failing)).toBe('pet.name,create.invalid-name');
  expect(only({ ...asked, outcome: 'passed' }, failing)).toBe('pet.name');
  expect(only({ ...failing, title: 'its own question' })).toBe('pet.name');
});

test('all of it is run again into a folder of its own', () => {
  const argv = ['c', 'run', '--only', 'list.limit', '--out', 'there'];
  const report = reportOf(conformantRecord('core'), settingsFor('core'), { ...facts, argv });
  expect(againCommand(report)).toBe('c run --only list.limit --out reports/again');
});

test.each([
  ['reports', 'reports/again'],
  ['./out/monday-1.4/', 'out/monday-1.4/again'],
  ['.', 'again'],
  // Whoever gets the report need not know where this machine keeps it.
  ['/home/me/reports', 'reports/again'],
  ['../beside', 'reports/again'],
  ['reports of today', 'reports/again'],
  ['.hidden', 'reports/again'],
])('a run into %s is run again into %s', (out, due) => {
  expect(againFolderIn(out)).toBe(due);
});
