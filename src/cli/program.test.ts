import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { suiteDigest } from '../package/digest.ts';
import { suiteVersion } from '../package/package.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { knownVariables, table } from '../settings/settings-table.ts';
import { exitStatus, outlet, statusOfVerdict, warn } from './command-context.ts';
import { commandOf, explainError, prepareArguments } from './program.ts';
import { callHere, newFolder } from './testing/calls.ts';

test('verdicts have the exit statuses of the contract', () => {
  expect(statusOfVerdict).toEqual({ conformant: 0, 'non-conformant': 1, incomplete: 3 });
  expect(exitStatus).toMatchObject({ usage: 2, internal: 70, SIGINT: 130, SIGTERM: 143 });
});

test('--version and --help are not errors', async () => {
  expect(await callHere(['--version'])).toEqual({
    status: 0,
    out: `${suiteVersion} (suite sha256 ${suiteDigest()})\n`,
    err: '',
  });
  for (const argv of [['--help'], ['help'], ['run', '--help'], ['help', 'serve']]) {
    const { status, out, err } = await callHere(argv);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toContain('Usage: petstore-conformance');
  }
});

test('the help of run names every flag, variable and default', async () => {
  const { out } = await callHere(['run', '--help']);
  const help = out.replace(/\s+/g, ' ');
  for (const { flag } of Object.values(table)) expect(help).toContain(`${flag} <`);
  for (const name of knownVariables) expect(help).toContain(name);
  expect(help).toContain('default: random, and printed');
  expect(help).toContain('NO_PROXY');
  expect(out).toMatch(/^Target:\n(?:.+\n)* {2}--plan /m);
});

test.each([
  [['run', '--profil', 'core'], "error: unknown option '--profil' (Did you mean --profile?)\n"],
  [['run', '--profil=core'], "error: unknown option '--profil' (Did you mean --profile?)\n"],
  [['run', '-kSECRET'], "error: unknown option '-k'\n"],
  [['run', '--auth=SECRET'], "error: unknown option '--auth' (Did you mean --out?)\n"],
  [['run', '--authSECRET'], 'error: unknown option (not shown, as it may hold a key)\n'],
  [['SECRET'], 'error: unknown command (not shown, as it may hold a key)\n'],
  [['run', 'compre', 'a'], "error: unknown command 'compre' (Did you mean compare?)\n"],
  [['--base-ulr', 'x'], "error: unknown option '--base-ulr' (Did you mean --base-url?)\n"],
  [['run', '--zzzzzz'], "error: unknown option '--zzzzzz'\n"],
  [['baseline', 'update', '--day', 'x'], "error: unknown option '--day'\n"],
  [['rnu'], "error: unknown command 'rnu' (Did you mean run?)\n"],
  [['run', '--seed'], "error: option '--seed <INT32>' argument missing\n"],
  [
    ['run', 'SECRET'],
    "error: too many arguments for 'run'. Expected 0 arguments but got 1. Pass the address with --base-url (with npm run: npm run conformance -- --base-url …).\n",
  ],
  [['explain'], "error: missing required argument 'id'\n"],
])('%j is a usage error of one line', async (argv, err) => {
  expect(await callHere(argv)).toEqual({ status: 2, out: '', err });
});

test('run without an address is a usage error that mentions --reference', async () => {
  const { status, out, err } = await callHere(['run']);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toMatch(/^error: no address: .*--reference.*\n$/);
});

test('a bad setting ends a run before its folder is made', async () => {
  const out = join(newFolder(), 'reports');
  const env = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: 'Unspeakable' };
  const { status, err } = await callHere(['run', '--out', out, '--timeout', '0'], env);
  expect(status).toBe(2);
  expect(err).toBe('error: --timeout "0": must be a number of seconds from 0.001 to 600\n');
  expect(existsSync(out)).toBe(false);
});

test('.env in the working folder counts', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, '.env'), 'PETSTORE_BASEURL=x\n', { mode: 0o600 });
  const { status, err } = await callHere(['run'], {}, folder);
  expect(status).toBe(2);
  expect(err).toContain('PETSTORE_BASEURL in .env is not a known variable');
});

test('in GitHub Actions what keeps a run from its verdict is an annotation and in the summary, and no other command', async () => {
  const summary = join(newFolder(), 'summary.md');
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: summary,
    PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1',
    PETSTORE_API_KEY: 'A-key-of-21-characters',
  };
  const annotated = async (argv: string[]) => (await callHere(argv, env)).err.split('\n')[1];
  expect(await annotated(['run', '--plan', 'prö%'])).toBe(
    '::error title=petstore-conformance::--plan "prö%25": must be free, pro, business or enterprise',
  );
  expect(readFileSync(summary, 'utf8')).toBe(
    '# petstore-conformance: error\n\n    --plan "prö%": must be free, pro, business or enterprise\n',
  );
  expect(await annotated(['run', '--profil', 'core'])).toBe(
    "::error title=petstore-conformance::unknown option '--profil' (Did you mean --profile?)",
  );
  const { err } = await callHere(['run', '--plan', '\n::warning::A-key-of-21-characters'], env);
  expect(err.match(/^::/gm)).toHaveLength(1);
  expect(err).not.toContain('A-key');
  expect((await callHere(['run', '--plan', 'x'])).err).not.toContain('::');
});

test.each(['rejudge', 'report', 'verify', 'compare'])(
  'a path that the system refuses is a usage error of one line: %s',
  async (command) => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    for (const path of [join(file, 'below'), 'a'.repeat(300)]) {
      const { status, err } = await callHere(
        [command, path, path].slice(0, command === 'compare' ? 3 : 2),
      );
      expect([status, err]).toEqual([2, expect.stringMatching(/^error: .*\n$/)]);
    }
  },
);

test('an internal error is 70, with its stack, and nothing in it shows a key or acts on a terminal or a build server', () => {
  let text = '';
  const stderr = outlet({ write: (more: string) => (text += more) });
  const error = new Error('broke at\nUnspeakable \u001b[2J\n::error::x\r\u009b');
  expect(explainError(error, { env: {}, stderr, keys: ['Unspeakable'] })).toBe(70);
  expect(text).toMatch(/^internal error: Error: broke at\\n\[API key\] .*report.*\n {4}at /);
  expect(text).toContain('program.test.ts');
  expect(text).not.toMatch(/[^\P{Cc}\n]|^\s*::|Unspeakable/mu);
});

test.each(['--api-key', '--apikey', '--key', '--token', '--API-KEY', '--bearer'])(
  '%s names the ways to give a key, and never shows one',
  (flag) => {
    for (const words of [[flag, 'secret'], [`${flag}=secret`], [`${flag}secret`]]) {
      const argv = ['run', ...words];
      const prepare = () => prepareArguments(argv);
      expect(prepare).toThrow(SettingsError);
      expect(prepare).toThrow(/PETSTORE_API_KEY.*--api-key-file/);
      expect(prepare).not.toThrow(/secret/);
    }
  },
);

test.each([
  ['run compare a b', 'compare a b'],
  ['run run --seed 7', 'run --seed 7'],
  ['run --seed 7', 'run --seed 7'],
  ['run compre a', 'compre a'],
  ['run Some-Key-0123456', 'run Some-Key-0123456'],
  ['compare run compare', 'compare run compare'],
  ['--base-url http://127.0.0.1/v1', 'run --base-url http://127.0.0.1/v1'],
  ['--help', '--help'],
])(
  '%s is the command line %s, as flags alone are a run, and the script of a clone begins with it',
  (words, due) => {
    expect(commandOf(words.split(' ')).join(' ')).toBe(due);
  },
);

test('no warning shows a key, or half of one, as a file may be named after it', () => {
  const key = 'Reference-Demo-Key-7Qx';
  let printed = '';
  const write = (text: string) => (printed += text);
  const warnings = [`--sign "${key}.pem" is open to other users`, `chmod 600 ${key.slice(0, 14)}`];
  warn({ stderr: { write, command: write }, keys: [key] }, warnings);
  expect(printed).toBe(
    'warning: --sign "[API key].pem" is open to other users\nwarning: chmod 600 [API key]\n',
  );
});
