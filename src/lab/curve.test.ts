import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { curveTable } from './curve.ts';
import { curveSvg, type Point } from './curve-picture.ts';

const points: readonly Point[] = [
  { budget: 20, found: 3, of: 8, decided: 30, due: 46 },
  { budget: 2000, found: 8, of: 8, decided: 46, due: 46 },
];

test('the table has a line for each budget, with shares and numbers', () => {
  expect(curveTable(points).split('\n').slice(2)).toEqual([
    '| 20 | 37.5 % (3 of 8) | 30 of 46 |',
    '| 2000 | 100.0 % (8 of 8) | 46 of 46 |',
  ]);
});

test('the picture is well-formed, and draws more as higher up', () => {
  const svg = curveSvg(points);
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(svg).close();
  const [faults = ''] = [...svg.matchAll(/points="([^"]+)"/g)].map(([, all]) => all ?? '');
  const [first = NaN, last = NaN] = faults.split(' ').map((pair) => Number(pair.split(',')[1]));
  expect(last).toBeLessThan(first);
});
