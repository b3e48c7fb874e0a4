import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../src/package/package.ts';

const docs = readdirSync(join(packageRoot, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'examples/README.md',
  'reports/README.md',
  ...docs,
];

/** What a page links to beside addresses and places in itself, from the package's root. */
function linked(page: string): string[] {
  const text = readFileSync(join(packageRoot, page), 'utf8').replaceAll(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => normalize(join(dirname(page), target)));
}

test.each(pages)('every link of %s leads to a file', (page) => {
  expect(linked(page).filter((target) => !existsSync(join(packageRoot, target)))).toEqual([]);
});

test('every test that the threat model names is there', () => {
  const text = readFileSync(join(packageRoot, 'docs/threat-model.md'), 'utf8');
  const named = [...text.matchAll(/`((?:src|lab|suites|pipelines)\/[^`\s]*)`/g)].map(
    ([, file = '']) => file,
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((file) => !existsSync(join(packageRoot, file)))).toEqual([]);
});

test('every link of a packed page leads to what is packed, and the picture has words', () => {
  const packed = filesOfTheTarball();
  expect(packed.filter((path) => path.endsWith('.md')).sort()).toEqual(
    ['README.md', ...docs].sort(),
  );
  const targets = ['README.md', ...docs].flatMap(linked);
  expect(targets).toContain('LICENSE');
  expect(targets).toContain('templates/conformance.yml');
  expect(targets.filter((target) => !packed.includes(target))).toEqual([]);
  expect(readFileSync(join(packageRoot, 'README.md'), 'utf8')).toMatch(
    /!\[[^\]]{60,}\]\(docs\/report\.png\)/,
  );
});

/** Without `prepack`, which would build anew under the tests that use what is built. */
function filesOfTheTarball(): string[] {
  const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: packageRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [tarball]: { files: { path: string }[] }[] = JSON.parse(printed);
  return tarball?.files.map(({ path }) => path) ?? [];
}
