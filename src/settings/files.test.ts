import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareFolder, readDotenv, readText } from './files.ts';
import { SettingsError } from './settings-error.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'files-'));

function dotenv(content: string, mode: number): string {
  const folder = newFolder();
  writeFileSync(join(folder, '.env'), content);
  chmodSync(join(folder, '.env'), mode);
  return folder;
}

test('.env is read as dotenv reads it, and process.env stays as it is', () => {
  const content = '# comment\nexport PETSTORE_PLAN="free" # why\nPETSTORE_API_KEY=a=b\n';
  const { values } = readDotenv(dotenv(content, 0o600));
  expect(values).toEqual({ PETSTORE_PLAN: 'free', PETSTORE_API_KEY: 'a=b' });
  expect(process.env.PETSTORE_PLAN).toBeUndefined();
});

test('no .env sets no variables', () => {
  expect(readDotenv(newFolder())).toEqual({ values: {}, warnings: [] });
});

test('a .env that is not a file is refused', () => {
  const folder = newFolder();
  mkdirSync(join(folder, '.env'));
  expect(() => readDotenv(folder)).toThrow(
    new SettingsError(
      '.env cannot be read (it is not a regular file): must be a readable text file',
    ),
  );
});

test.skipIf(process.platform === 'win32')('a .env that is a pipe is refused at once', () => {
  const folder = newFolder();
  const pipe = join(folder, '.env');
  execFileSync('mkfifo', [pipe]);
  // Somebody writes at last, so that a test that waits fails and ends.
  const writer = spawn('sh', ['-c', 'sleep 3; echo PETSTORE_PLAN=free > "$0"', pipe]);
  try {
    expect(() => readDotenv(folder)).toThrow(
      '.env cannot be read (it is not a regular file): must be a readable text file',
    );
  } finally {
    writer.kill();
  }
});

test('of a file that a setting names no more is read than memory holds, a device without end least of all', () => {
  expect(() => readText('/dev/zero')).toThrow(expect.objectContaining({ code: 'EFBIG' }));
  const file = join(newFolder(), 'ca.pem');
  writeFileSync(file, 'é'.repeat(1_000_000));
  expect(readText(file)).toBe('é'.repeat(1_000_000));
});

test.skipIf(process.platform === 'win32')('a key that others can read is warned of', () => {
  const key = 'PETSTORE_API_KEY=secret\n';
  for (const mode of [0o644, 0o640, 0o604, 0o660]) {
    const [warning, ...more] = readDotenv(dotenv(key, mode)).warnings;
    expect(warning).toContain(`(mode ${mode.toString(8)}); run: chmod 600 .env`);
    expect(warning).not.toContain('secret');
    expect(more).toEqual([]);
  }
  expect(readDotenv(dotenv(key, 0o600)).warnings).toEqual([]);
  expect(readDotenv(dotenv('PETSTORE_API_KEY=\nPETSTORE_PLAN=pro\n', 0o644)).warnings).toEqual([]);
  expect(readDotenv(dotenv('PETSTORE_RATE_LIMIT_API_KEY=x\n', 0o644)).warnings).toHaveLength(1);
});

test('the folder for the reports is made', () => {
  const folder = join(newFolder(), 'a', 'b');
  prepareFolder(folder, '--out');
  expect(existsSync(folder)).toBe(true);
  prepareFolder(folder, '--out');
});

test('a file in the place of the folder, or above it, is refused', () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  expect(() => prepareFolder(file, 'PETSTORE_OUT')).toThrow(
    /^PETSTORE_OUT ".*file": .*\(it is a file\)$/,
  );
  expect(() => prepareFolder(join(file, 'below'), '--out')).toThrow(
    /^--out ".*below": .*\(ENOTDIR\)$/,
  );
  expect(() => prepareFolder(file, '--out')).toThrow(SettingsError);
});
