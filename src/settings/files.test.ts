import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareFolder, readDotenv, readText } from './files.ts';
import { SettingsError } from './settings-error.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'files-'));

function dotenv(content: string): string {
  const folder = newFolder();
  writeFileSync(join(folder, '.env'), content);
  return folder;
}

test('.env is read as dotenv reads it, and process.env stays as it is', () => {
  const content = '# comment\nexport PETSTORE_PLAN="free" # why\nPETSTORE_API_KEY=a=b\n';
  const values = readDotenv(dotenv(content));
  expect(values).toEqual({ PETSTORE_PLAN: 'free', PETSTORE_API_KEY: 'a=b' });
  expect(process.env.PETSTORE_PLAN).toBeUndefined();
  expect(readDotenv(newFolder())).toEqual({});
});

test.skipIf(process.platform === 'win32')(
  'a folder or a pipe in its place is refused at once',
  () => {
    const makers = [
      (path: string) => mkdirSync(path),
      (path: string) => execFileSync('mkfifo', [path]),
    ];
    for (const make of makers) {
      const folder = newFolder();
      make(join(folder, '.env'));
      expect(() => readDotenv(folder)).toThrow(
        new SettingsError(
          '.env cannot be read (it is not a regular file): must be a readable text file',
        ),
      );
    }
  },
);

test.skipIf(process.platform === 'win32')(
  'of a named file only so much is read as a file needs',
  () => {
    const folder = newFolder();
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, '/dev/zero'])
      expect(() => readText(path)).toThrow('not a regular file');
    const large = join(folder, 'ca.pem');
    writeFileSync(large, 'é'.repeat(1_000_000));
    expect(readText(large)).toBe('é'.repeat(1_000_000));
    truncateSync(large, 5_000_000);
    expect(() => readText(large)).toThrow('EFBIG');
  },
);

test('the folder for the reports is made; a file in its place, or above it, is refused', () => {
  const folder = join(newFolder(), 'a', 'b');
  prepareFolder(folder, '--out');
  prepareFolder(folder, '--out');
  expect(existsSync(folder)).toBe(true);
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => prepareFolder(file, 'PETSTORE_OUT')).toThrow(
    /^PETSTORE_OUT ".*file": .*\(it is no folder\)$/,
  );
  expect(() => prepareFolder(join(file, 'below'), '--out')).toThrow(/^--out ".*": .*\(ENOTDIR\)$/);
});
