import { expect, test } from 'vitest';
import { findRequirement, requirements, untested } from './catalogue.ts';
import { links } from './sentence-links.ts';
import { sentences, sentencesFor } from './sentences.ts';

test('each link belongs to one sentence', () => {
  const linked = sentences().filter(({ ids }) => ids.length > 0);
  const due = links.filter(([, , said]) => !said.endsWith('.'));
  expect(linked.map(({ section, ids }) => [section, ids.join(' ')])).toEqual(
    due.map(([section, , said]) => [section, said]),
  );
});

test('every requirement, advisory, gap and untested question belongs to a sentence', () => {
  const missing = [...requirements, ...untested]
    .map(({ id }) => id)
    .filter((id) => sentencesFor(id).length === 0);
  expect(missing, 'give each a place in sentence-links.ts').toEqual([]);
  const known = sentences().flatMap(({ ids }) => ids);
  expect(known.filter((id) => findRequirement(id) === undefined)).toEqual([]);
});
