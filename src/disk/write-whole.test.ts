import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../package/package.ts';
import { writeWhole } from './write-whole.ts';

const fresh = () => mkdtempSync(join(tmpdir(), 'whole-'));

test('a link of the name is replaced, and what it leads to stays as it is', async () => {
  const folder = fresh();
  writeFileSync(join(folder, 'mine'), 'mine');
  symlinkSync(join(folder, 'mine'), join(folder, 'soft'));
  linkSync(join(folder, 'mine'), join(folder, 'hard'));
  await writeWhole(join(folder, 'soft'), 'new');
  await writeWhole(join(folder, 'hard'), 'new');
  expect(readFileSync(join(folder, 'mine'), 'utf8')).toBe('mine');
  expect(readFileSync(join(folder, 'soft'), 'utf8')).toBe('new');
  expect(readFileSync(join(folder, 'hard'), 'utf8')).toBe('new');
});

test('a file that is replaced keeps its mode, and a new one has that of the process', async () => {
  const folder = fresh();
  writeFileSync(join(folder, 'old'), 'old');
  chmodSync(join(folder, 'old'), 0o600);
  await writeWhole(join(folder, 'old'), 'new');
  await writeWhole(join(folder, 'new'), 'new');
  expect(statSync(join(folder, 'old')).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o666 & ~process.umask());
});

test('a folder in the way is an error, and no other file is left', async () => {
  const folder = fresh();
  mkdirSync(join(folder, 'taken'));
  await expect(writeWhole(join(folder, 'taken'), 'x')).rejects.toMatchObject({ code: 'EISDIR' });
  expect(readdirSync(folder)).toEqual(['taken']);
});

test('no device, pipe or link to one is replaced', async () => {
  const folder = fresh();
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  symlinkSync('/dev/null', join(folder, 'link'));
  for (const name of ['pipe', 'link']) {
    await expect(writeWhole(join(folder, name), 'x')).rejects.toMatchObject({ code: 'ENOTSUP' });
  }
  expect(statSync(join(folder, 'pipe')).isFIFO()).toBe(true);
  expect(readdirSync(folder)).toEqual(['link', 'pipe']);
});

/** Writes a megabyte over a file that says `old`, in a process of its own; what it threw. */
const script = (path: string) =>
  `import(${JSON.stringify(pathToFileURL(join(packageRoot, 'dist/src/disk/write-whole.js')).href)})` +
  `.then(({ writeWhole }) => writeWhole(${JSON.stringify(path)}, 'x'.repeat(1_000_000)))` +
  `.then(() => console.log('written'), (error) => console.log(error.code))`;

test('a file above the limit of the process is not written, and the old one stays', () => {
  const folder = fresh();
  const path = join(folder, 'report');
  writeFileSync(path, 'old');
  // Blocks of 1 KiB in bash.
  const { stdout } = spawnSync(
    'bash',
    ['-c', 'ulimit -f 200; exec "$0" -e "$1"', process.execPath, script(path)],
    { encoding: 'utf8' },
  );
  expect(stdout).toBe('EFBIG\n');
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['report']);
});
