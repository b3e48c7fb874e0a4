import { expect, test } from 'vitest';
import { publishedFigures } from './proof.ts';
import { readSurvivors } from './survivors.ts';

test.each(['server-survivors', 'suite-survivors'] as const)(
  'every mutant of the list %s has its reason in one line, and appears in it once',
  (name) => {
    for (const [id, { why }] of readSurvivors(name)) {
      expect(id).toMatch(/^[0-9a-f]{8}$/);
      expect(why.trim()).toMatch(/^.{10,200}$/);
    }
  },
);

test.each([
  ['servers', 'server-survivors'],
  ['the suite', 'suite-survivors'],
] as const)('the proof page names no missed mutant of %s, and none in the list', (of, list) => {
  expect(publishedFigures(of)).toContain('**0 are missed**');
  const kinds = [...readSurvivors(list).values()].map(({ kind }) => kind);
  expect(kinds).not.toContain('missed');
});
