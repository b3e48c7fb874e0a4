import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { SettingsError } from '../settings/settings-error.ts';
import { prepareArguments, runCommandLine, shellQuoted } from './command-line.ts';

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

test('a value behind = stands apart from its flag, up to --', () => {
  const argv = ['run', '--a=b=c', '--d=', '--e', 'f=g', '--', '--h=i'];
  expect(prepareArguments(argv)).toEqual([
    ...['run', '--a', 'b=c', '--d', '', '--e', 'f=g', '--', '--h=i'],
  ]);
});

test.each(['--api-key', '--apikey', '--key', '--token', '--API-KEY', '--api-token'])(
  '%s names the ways to give a key, and never shows one',
  (flag) => {
    for (const argv of [[flag, 'secret'], [`${flag}=secret`], ['run', `${flag}=secret`]]) {
      const prepare = () => prepareArguments(argv);
      expect(prepare).toThrow(SettingsError);
      expect(prepare).toThrow(/PETSTORE_API_KEY.*--api-key-file/);
      expect(prepare).not.toThrow(/secret/);
    }
  },
);

test.each(['--rate-limit-key', '--rate-limit-api-key'])('%s names the ways for its key', (flag) => {
  expect(() => prepareArguments([`${flag}=secret`])).toThrow(
    /PETSTORE_RATE_LIMIT_API_KEY.*--rate-limit-key-file/,
  );
});
