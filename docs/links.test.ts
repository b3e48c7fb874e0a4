import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../src/package/package.ts';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'examples/README.md',
  'reports/README.md',
  ...readdirSync(join(packageRoot, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

test.each(pages)('every link of %s leads to a file', (page) => {
  const text = readFileSync(join(packageRoot, page), 'utf8').replaceAll(/`[^`\n]*`/g, '');
  const targets = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(
    ([, target = '']) => target,
  );
  const dead = targets.filter(
    (target) => !/^[a-z]+:/.test(target) && !existsSync(join(packageRoot, dirname(page), target)),
  );
  expect(dead).toEqual([]);
});

test('README links to what is packed with it, but for its picture, which has words', () => {
  const text = readFileSync(join(packageRoot, 'README.md'), 'utf8');
  const targets = [...text.matchAll(/(?<!!\[[^\]]*)\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(
    ([, target = '']) => target,
  );
  expect(targets).toContain('LICENSE');
  expect(targets.filter((target) => !/^(docs\/[\w-]+\.md|LICENSE)$/.test(target))).toEqual([]);
});
