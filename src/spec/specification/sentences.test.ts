import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../package/package.ts';
import { findRequirement, requirements } from '../catalogue.ts';
import { untested } from '../untested.ts';
import { leadIn, links, naming } from './links.ts';
import { sentencesOf, specification } from './sentences.ts';

const sentences = sentencesOf(specification());

test('every word of the specification is in a sentence, in order', () => {
  const words = (text: string) => text.match(/[\w{}]+/g) ?? [];
  const told = specification().flatMap((passage) => [
    ...(passage.kind === 'table' ? passage.head : []),
    ...sentencesOf([passage]).flatMap(({ cells }) => cells),
  ]);
  const written = readFileSync(join(packageRoot, 'docs/specification.md'), 'utf8');
  expect(words(told.join(' '))).toEqual(words(written.replaceAll(/^\d\. /gm, '')));
});

test('each link belongs to one sentence, and each sentence has a name of its own', () => {
  const linked = links.map(([, , said]) => said);
  const told = sentences.map(({ ids, reason }) => reason || ids);
  const own = (all: readonly unknown[]) => all.filter((one) => one !== naming && one !== leadIn);
  expect(own(told)).toEqual(own(linked));
  expect(new Set(sentences.map(({ id }) => id)).size).toBe(sentences.length);
});

test('every requirement, advisory, gap and untested question belongs to a sentence', () => {
  const linked = new Set(sentences.flatMap(({ ids }) => ids));
  const missing = [...requirements, ...untested]
    .map(({ id }) => id)
    .filter((id) => !linked.has(id));
  expect(missing, 'give each a place in links.ts').toEqual([]);
  expect([...linked].filter((id) => findRequirement(id) === undefined)).toEqual([]);
});
