import { expect, test } from 'vitest';
import { publishedAt } from '../lab/page-parts.ts';
import { cases } from './subjects.ts';
import { median, place, share, spread, tableOf } from './table.ts';

const machine = { node: '20.20.0', cores: 2, platform: 'linux' };

test('a line holds the title, the requests, the seconds and the memory', () => {
  const rows = [
    { title: 'Node', seconds: 0.0449, peakMiB: 40.2 },
    { title: 'core', requests: 107, seconds: 1.056, peakMiB: 131.6 },
  ];
  const lines = tableOf(rows, machine, 1.094).split('\n');
  expect(lines[0]).toContain('Node 20.20.0 on linux, 2 cores');
  expect(lines.slice(-4)).toEqual([
    '| Node |  | 0.04 | 40 |',
    '| core | 107 | 1.06 | 132 |',
    '',
    'core takes 1.09 times as long as the empty test and the bare requests together.',
  ]);
});

test('a share is the median of those of the rounds', () => {
  const of = (...all: number[]) => all.map((seconds) => ({ seconds }));
  expect(share(of(2, 9, 4), of(1, 2, 1), of(1, 1, 3))).toBe(1);
});

test('a spread tells half, 95 of 100 and the largest', () => {
  const values = Array.from({ length: 20 }, (_, at) => 20 - at);
  expect(spread(values, 0)).toBe('half within 10, 95 of 100 within 19, all within 20');
});

test('the median is the value in the middle', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 3, 2])).toBe(3);
});

test('the page holds the table, with a line for each case', () => {
  const published = publishedAt(place);
  for (const { title } of cases) expect(published).toContain(`| ${title} |`);
});
