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
  expect(first.size).toBe(0);
  first.add(1);
  first.add(2);
  appendFileSync(file, '{"cut o');
  const second = open(file, 'the suite');
  expect([second.has('2'), second.has('3')]).toEqual([true, false]);
  second.add(3);
  expect(open(file, 'the suite').of(['3', '4', '1'])).toEqual([3, 1]);
});

test('results of another suite are none of this one, and known as guesses until it has its own', () => {
  const file = newFile();
  open(file, 'the suite', 'of today').add(1);
  expect(open(file, 'the suite', 'of tomorrow').size).toBe(0);
  const tomorrow = open(file, 'the suite', 'of tomorrow');
  expect([tomorrow.earlier('1'), tomorrow.earlier('2')]).toEqual([1, undefined]);
  tomorrow.add(2);
  expect(open(file, 'the suite', 'of tomorrow').of(['1', '2'])).toEqual([2]);
  expect(open(file, 'the suite', 'of today').size).toBe(0);
});
