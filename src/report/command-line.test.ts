import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellQuoted } from '../text/shell.ts';
import { runCommandLine } from './command-line.ts';

const settings = { baseUrl: 'https://a.example/v1', profile: 'core', seed: -7 } as const;

test('a run is repeated with its target, profile, seed and what else was given', () => {
  const given = { '--only': 'auth.*', '--max-wait': '0.5', '--contact': "Jo O'Neill" };
  expect(runCommandLine(settings, given, false)).toBe(
    'npm run --silent petstore-conformance -- run --base-url https://a.example/v1 --profile core --seed -7' +
      " --only 'auth.*' --max-wait 0.5 --contact 'Jo O'\\''Neill'",
  );
});

test('a run against the reference server is repeated without its address', () => {
  expect(runCommandLine(settings, {}, true)).toBe(
    'npm run --silent petstore-conformance -- run --reference --profile core --seed -7',
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
