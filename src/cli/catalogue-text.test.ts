import { expect, test } from 'vitest';
import type { Row } from '../catalogue/row.ts';
import { listedRow, renderList, renderRow } from './catalogue-text.ts';
import { everyRow } from './list.ts';

const row: Row = {
  id: 'a.first',
  section: '4.1 r3',
  level: 'required',
  profile: 'read-only',
  statement: 'One two three four five six seven eight nine ten eleven twelve.',
  decided: 'It is asked for.',
  allows: 'Anything else.',
  decidedBy: 'checks',
  file: 'suites/a.ts',
};
const gap: Row = {
  ...row,
  id: 'gap.b',
  section: '2',
  level: 'gap',
  profile: 'core',
  statement: 'Why?',
};
const { file: _, ...undecided } = gap;
const never: Row = {
  ...undecided,
  id: 'untested.c',
  level: 'untested',
  decided: 'It is forbidden.',
  decidedBy: 'nothing',
};

test('a list stands in columns, and statements wrap in theirs', () => {
  expect(renderList([row, gap], 84)).toBe(
    [
      'ID       SECTION  LEVEL     PROFILE    STATEMENT',
      'a.first  4.1 r3   required  read-only  One two three four five six seven eight nine',
      '                                       ten eleven twelve.',
      'gap.b    2        gap       core       Why?',
      '',
    ].join('\n'),
  );
});

test('where the width is too small, statements stand below', () => {
  expect(renderList([row, gap], 50)).toBe(
    [
      'ID       SECTION  LEVEL     PROFILE',
      '    STATEMENT',
      'a.first  4.1 r3   required  read-only',
      '    One two three four five six seven eight nine',
      '    ten eleven twelve.',
      'gap.b    2        gap       core',
      '    Why?',
      '',
    ].join('\n'),
  );
});

test('the list of the catalogue holds every row, in no more columns than there are', () => {
  const lines = renderList(everyRow, 120).split('\n');
  for (const { id } of everyRow) expect(lines.some((line) => line.startsWith(`${id} `))).toBe(true);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
  expect(everyRow.some(({ level }) => level === 'untested')).toBe(true);
});

test('a row in JSON has what the contract promises', () => {
  expect(Object.keys(listedRow(row))).toEqual(['id', 'section', 'level', 'profile', 'statement']);
});

test('a row in full says all there is about it', () => {
  expect(renderRow(row, 40)).toBe(
    [
      'a.first',
      'Section\n  4.1 r3 of the specification',
      'Level\n  required: decides the verdict',
      'What is due\n  One two three four five six seven\n  eight nine ten eleven twelve.',
      'How a run decides it\n  It is asked for.',
      'What must not trip it\n  Anything else.',
      'Profile\n  decided by every profile',
      'Judged by\n  suites/a.ts\n',
    ].join('\n\n'),
  );
});

test('an untested row says why, and names no profile and no file', () => {
  const text = renderRow(never, 80);
  expect(text).toContain('Why no run probes it\n  It is forbidden.');
  expect(text).not.toContain('Judged by');
  expect(text).not.toContain('Profile');
});
