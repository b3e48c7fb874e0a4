import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { sentencesOf, specification } from '../../catalogue/specification/text.ts';
import { sectionLink } from '../page-specification.ts';

test.each([
  ['auth.missing-key', '5.3', 'When the key is missing'],
  ['list.default-limit', '4.1 r1', 'is omitted, at most 20'],
  ['list.unique-ids', '2', 'id'],
  ['rate.limit-header', '8', 'present on every API response'],
])(
  'the section of %s leads to its sentence there, and not to an earlier one',
  (id, label, words) => {
    const link = renderToString(h('p', null, sectionLink(id, label)));
    const [, place] = /href="#([^"]+)"/.exec(link) ?? [];
    const sentence = sentencesOf(specification()).find((one) => one.id === place);
    expect(sentence?.cells.join()).toContain(words);
  },
);
