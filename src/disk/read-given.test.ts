import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mostGiven, readGiven } from './read-given.ts';

const folder = mkdtempSync(join(tmpdir(), 'given-'));
const path = (name: string) => join(folder, name);

test('a regular file is read whole, and a missing one is none', () => {
  writeFileSync(path('plain'), 'text');
  expect(Buffer.from(readGiven(path('plain')) ?? '').toString()).toBe('text');
  expect(readGiven(path('missing'))).toBeUndefined();
});

test.each<[string, (name: string) => void, string]>([
  ['a link to a file', (name) => symlinkSync(path('plain'), name), 'is a symbolic link'],
  ['a link to nothing', (name) => symlinkSync(path('nothing'), name), 'is a symbolic link'],
  ['a link to a device', (name) => symlinkSync('/dev/zero', name), 'is a symbolic link'],
  [
    'a pipe that nobody writes to',
    (name) => execFileSync('mkfifo', [name]),
    'is not a regular file',
  ],
  ['a folder', (name) => mkdirSync(name), 'is not a regular file'],
])('%s is refused at once', (what, make, why) => {
  const name = path(what.replaceAll(' ', '-'));
  make(name);
  expect(() => readGiven(name)).toThrow(why);
});

test('a file without end is refused before it is read', () => {
  writeFileSync(path('sparse'), '');
  truncateSync(path('sparse'), mostGiven + 1);
  expect(() => readGiven(path('sparse'))).toThrow(
    /^holds \d+ bytes, and no more than \d+ are read$/,
  );
});
