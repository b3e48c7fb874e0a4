import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openJournal } from './journal.ts';

const isNumber = (value: unknown): value is number => typeof value === 'number';
const open = (file: string, ...about: string[]) =>
  openJournal({ file, about, isEntry: isNumber, keyOf: String });
const newFile = () => join(mkdtempSync(join(tmpdir(), 'journal-')), 'new', 'work.jsonl');

test('a work that was interrupted knows its results, and goes on', () => {
  const file = newFile();
  const first = open(file, 'the suite');
  expect(first.has('1')).toBe(false);
  first.add(1);
  first.add(2);
  appendFileSync(file, '{"cut o');
  const second = open(file, 'the suite');
  expect([second.has('2'), second.has('3')]).toEqual([true, false]);
  second.add(3);
  expect(open(file, 'the suite').of(['3', '4', '1'])).toEqual([3, 1]);
});

test('results of another suite are none of this one', () => {
  const file = newFile();
  open(file, 'the suite', 'of today').add(1);
  const tomorrow = open(file, 'the suite', 'of tomorrow');
  expect(tomorrow.has('1')).toBe(false);
  tomorrow.add(2);
  expect(open(file, 'the suite', 'of tomorrow').of(['1', '2'])).toEqual([2]);
  expect(open(file, 'the suite', 'of today').has('1')).toBe(false);
});
