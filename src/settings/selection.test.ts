import { expect, test } from 'vitest';
import { requirements } from '../catalogue/catalogue.ts';
import { parseIds } from './selection.ts';

const ids = (pattern: string) => requirements.map(({ id }) => id).filter((id) => pattern === id);

test('a star stands for any characters, none too, wherever it stands', () => {
  expect(parseIds('list.limit')).toEqual(ids('list.limit'));
  expect(parseIds('*')).toEqual(requirements.map(({ id }) => id));
  expect(parseIds('**')).toEqual(requirements.map(({ id }) => id));
  expect(parseIds('list.*')).toEqual(
    requirements.map(({ id }) => id).filter((id) => id.startsWith('list.')),
  );
  expect(parseIds('*limit*')).toEqual(
    requirements.map(({ id }) => id).filter((id) => id.includes('limit')),
  );
  expect(parseIds('l*t.l*m*t')).toEqual(['list.limit']);
  expect(() => parseIds('list.limit*limit')).toThrow('no id matches');
  expect(() => parseIds('list.limi.')).toThrow('no id matches');
});

test('a pattern of many stars costs no more than its length', () => {
  const startedAt = process.cpuUsage();
  expect(() => parseIds(`${'*a'.repeat(50_000)}*!`)).toThrow('no id matches');
  // Microseconds; a regular expression of so many stars would take years.
  expect(process.cpuUsage(startedAt).user).toBeLessThan(5_000_000);
});
