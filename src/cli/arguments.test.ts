import { expect, test } from 'vitest';
import { SettingsError } from '../settings/settings-error.ts';
import { commandOf, prepareArguments } from './arguments.ts';

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

test.each([
  [
    ['run', 'compare', 'a', 'b'],
    ['compare', 'a', 'b'],
  ],
  [
    ['run', 'run', '--seed', '7'],
    ['run', '--seed', '7'],
  ],
  [
    ['run', '--seed', '7'],
    ['run', '--seed', '7'],
  ],
  [['run'], ['run']],
  [
    ['run', 'compre', 'a'],
    ['compre', 'a'],
  ],
  [
    ['run', 'Some-Key-0123456'],
    ['run', 'Some-Key-0123456'],
  ],
  [
    ['compare', 'run', 'compare'],
    ['compare', 'run', 'compare'],
  ],
  [[], []],
  [
    ['--base-url', 'http://127.0.0.1/v1'],
    ['run', '--base-url', 'http://127.0.0.1/v1'],
  ],
  [['--help'], ['--help']],
  [['-V'], ['-V']],
])(
  '%j is the command line %j, as flags alone are a run, and the script of a clone begins with it',
  (argv, due) => {
    expect(commandOf(argv)).toEqual(due);
  },
);
