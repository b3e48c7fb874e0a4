import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formats } from '../report/write.ts';
import { builtProgram } from './testing/npx.ts';

const { PATH = '' } = process.env;

/** A run of the built program by a line of bash, in which `$0` is Node and `$@` the command line. */
function inShell(line: string) {
  const cwd = mkdtempSync(join(tmpdir(), 'full-disk-'));
  const argv = [builtProgram, 'run', '--reference', '--only', 'list.returns-pets'];
  const { status, stdout, stderr } = spawnSync('bash', ['-c', line, process.execPath, ...argv], {
    cwd,
    env: { PATH, TMPDIR: cwd },
    encoding: 'utf8',
  });
  const whole = formats
    .map(({ name }) => name)
    .filter((name) => isWhole(join(cwd, 'reports', name)));
  return { status, stdout, stderr, whole, cwd };
}

/** Whether a file is there; of JSON, whether it parses. */
function isWhole(path: string): boolean {
  if (!existsSync(path)) return false;
  const text = readFileSync(path, 'utf8');
  if (/\.(json|har)$/.test(path)) JSON.parse(text);
  return text.length > 0;
}

test('files that do not fit are named after the verdict, those that are there are whole, and the status says so', () => {
  // Blocks of 1 KiB: the report of one requirement has some 30, the page more.
  const { status, stdout, stderr, whole } = inShell('ulimit -f 16; exec "$0" "$@"');
  expect(status).toBe(74);
  expect(stdout).toMatch(/^conformant for /m);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
    /^error: cannot write \S+conformance\.json, .*the file is larger than allowed \(EFBIG\); reports are missing; .*PETSTORE_OUT$/,
  );
  expect(whole).toContain('badge.svg');
  expect(whole).not.toContain('conformance.json');
});

test('neither standard output nor standard error may be closed or full for the verdict to count', () => {
  const closed = inShell('set -o pipefail; "$0" "$@" 2>&1 | true');
  expect([closed.status, closed.whole.length]).toEqual([0, formats.length]);
  const full = inShell('exec "$0" "$@" 2> /dev/full');
  expect([full.status, full.whole.length]).toEqual([0, formats.length]);
  expect(full.stdout).toContain('conformant');
});

test('init leaves no part of a file', () => {
  const { status, cwd } = inShell('ulimit -f 1; exec "$0" "$1" init --pipeline github');
  expect(status).toBe(74);
  expect(readdirSync(join(cwd, '.github/workflows'))).toEqual([]);
});
