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
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../package/package.ts';
import { writeWhole } from './write-whole.ts';

const listenersBefore = ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'].map((name) =>
  process.listenerCount(name),
);
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

const mayMount =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', fresh()]).status === 0;

test.skipIf(!mayMount)('on a disk that is full the old file stays', () => {
  const folder = fresh();
  const path = join(folder, 'report');
  const steps = [
    'mount -t tmpfs -o size=256k none "$1"',
    'printf old > "$1/report"',
    '"$0" -e "$2"',
    'cat "$1/report"; ls -A "$1"',
  ].join(' && ');
  const said = execFileSync(
    'unshare',
    ['-m', 'bash', '-c', steps, process.execPath, folder, script(path)],
    { encoding: 'utf8' },
  );
  expect(said).toBe('ENOSPC\noldreport\n');
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a process that %s ends while it writes leaves no piece of a file',
  async (signal) => {
    const folder = fresh();
    writeFileSync(join(folder, 'report'), 'old');
    const url = pathToFileURL(join(packageRoot, 'dist/src/disk/write-whole.js')).href;
    // The first piece is on the disk, and the process busy with the second, as the signal comes.
    const script = `import(${JSON.stringify(url)}).then(({ writeWhole }) => writeWhole(${JSON.stringify(join(folder, 'report'))}, (function* () {
      for (let at = 0; ; at += 1) { if (at === 3) process.kill(process.pid, '${signal}'); yield 'x'; }
    })()))`;
    const ended = spawnSync(process.execPath, ['-e', script]);
    expect(ended.signal).toBe(signal);
    expect(readdirSync(folder)).toEqual(['report']);
    expect(readFileSync(join(folder, 'report'), 'utf8')).toBe('old');
  },
);

test('what a process that was killed has left of a file is gone with the next one, and nothing else', async () => {
  const folder = fresh();
  const path = join(folder, 'report');
  const url = pathToFileURL(join(packageRoot, 'dist/src/disk/write-whole.js')).href;
  const script = `import(${JSON.stringify(url)}).then(({ writeWhole }) => writeWhole(${JSON.stringify(path)}, (function* () {
    for (let at = 0; ; at += 1) { if (at === 3) process.kill(process.pid, 'SIGKILL'); yield 'x'; }
  })()))`;
  expect(spawnSync(process.execPath, ['-e', script]).signal).toBe('SIGKILL');
  const [left = '', ...more] = readdirSync(folder);
  expect([left, ...more]).toEqual([expect.stringMatching(/^\.report\.\d+-[0-9a-f]{12}$/)]);
  const gone = /\d+/.exec(left)?.[0];
  const here = /-([0-9a-f]{6})/.exec(left)?.[1];
  const code = `${here}${'a'.repeat(6)}`;
  const others = [
    `.report.${process.ppid}-${code}`,
    `.report.${gone}-${code}x`,
    `.report.${gone}-${code.toUpperCase()}`,
    `.reports.${gone}-${code}`,
    `report.${gone}-${code}`,
    `.report.-1-${code}`,
  ];
  for (const name of others) writeFileSync(join(folder, name), 'x');
  symlinkSync(path, join(folder, `.report.${gone}-${here}${'b'.repeat(6)}`));
  mkdirSync(join(folder, `.report.${gone}-${here}${'c'.repeat(6)}`));
  const kept = readdirSync(folder).filter((name) => name !== left);
  await Promise.all([writeWhole(path, 'new'), writeWhole(path, 'new')]);
  expect(readdirSync(folder).sort()).toEqual([...kept, 'report'].sort());
});

test('what is written elsewhere, as in another container, is left alone for an hour', async () => {
  const folder = fresh();
  const path = join(folder, 'report');
  // The number of this process, as containers give the same ones: the first of each has 1.
  const named = [process.pid, 4_194_305].flatMap((pid) => [
    { name: `.report.${pid}-${'e'.repeat(12)}`, isOld: false },
    { name: `.report.${pid}-${'e'.repeat(11)}f`, isOld: true },
  ]);
  for (const { name, isOld } of named) {
    writeFileSync(join(folder, name), 'x');
    if (isOld) utimesSync(join(folder, name), new Date(), new Date(Date.now() - 3_601_000));
  }
  await writeWhole(path, 'new');
  const kept = named.filter(({ isOld }) => !isOld).map(({ name }) => name);
  expect(readdirSync(folder).sort()).toEqual([...kept, 'report'].sort());
});

test('once it is written, signals are as they were', async () => {
  await Promise.all(['a', 'b'].map((name) => writeWhole(join(fresh(), name), 'x')));
  expect(
    ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name)),
  ).toEqual(listenersBefore);
});
