import { expect, test } from 'vitest';
import { withPart } from './published.ts';

const place = { page: 'a page', name: 'figures', by: 'a command' };
const [from, to] = ['<!-- figures, written by a command -->', '<!-- end of figures -->'];

test('a part goes between its marks and nowhere else', () => {
  const page = `a\n${from}\nold\n${to}\nb\n`;
  const written = withPart(page, place, 'new');
  expect(written).toBe(`a\n${from}\nnew\n${to}\nb\n`);
  expect(withPart(written, place, 'new')).toBe(written);
});

test('a page without the marks, or with them the wrong way round, is told', () => {
  expect(() => withPart('nothing', place, 'new')).toThrow('a page lacks the marks');
  expect(() => withPart(`${to}${from}`, place, 'new')).toThrow('lacks the marks');
});
