import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { entriesIn, mostNames } from './file-names.ts';

function fresh() {
  const folder = mkdtempSync(join(tmpdir(), 'names-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('of a folder with more names than are read, so many are', () => {
  const folder = fresh();
  for (let at = 0; at < mostNames + 5; at += 1) writeFileSync(join(folder, `${at}`), '');
  expect([...entriesIn(folder)]).toHaveLength(mostNames);
});

test('what is no folder, or is gone, holds nothing', () => {
  const folder = fresh();
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'below'));
  symlinkSync('nowhere', join(folder, 'link'));
  expect([...entriesIn(folder)].map(({ name }) => name).sort()).toEqual(['below', 'file', 'link']);
  expect([...entriesIn(join(folder, 'file'))]).toEqual([]);
  expect([...entriesIn(join(folder, 'link'))]).toEqual([]);
});
