import { expect, test } from 'vitest';
import { withPart } from './published.ts';

const place = { page: 'a page', from: '<!-- from -->', to: '<!-- to -->' };

test('a part goes between its marks and nowhere else', () => {
  const page = `a\n${place.from}\nold\n${place.to}\nb\n`;
  const written = withPart(page, place, 'new');
  expect(written).toBe(`a\n${place.from}\nnew\n${place.to}\nb\n`);
  expect(withPart(written, place, 'new')).toBe(written);
});

test('a page without the marks, or with them the wrong way round, is told', () => {
  expect(() => withPart('nothing', place, 'new')).toThrow('a page lacks the marks');
  expect(() => withPart(`${place.to}${place.from}`, place, 'new')).toThrow('lacks the marks');
});
