import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyPackage, newFolder } from '../cli/testing/calls.ts';
import { sha256, suiteDigest } from './digest.ts';
import { packageRoot } from './package.ts';

const bundle = 'dist/bundle';
const code = readdirSync(join(packageRoot, bundle), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({ name, text: readFileSync(join(packageRoot, bundle, name), 'utf8') }));

/** The file of the bundle that holds a module. */
function holding(module: string): string {
  const found = code.find(({ text }) => text.includes(`// ${module}`));
  if (found === undefined) throw new Error(`no file holds ${module}`);
  return found.name;
}

test('the digest is the one that sha256sum gives', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('a copy elsewhere has the same digest, until a line of the suite, of a dependency or of a schema differs', () => {
  const copy = newFolder();
  copyPackage(copy, [bundle, 'schemas']);
  const digests = new Set([suiteDigest(), suiteDigest(copy)]);
  expect(digests.size).toBe(1);
  const changed = [
    join(bundle, holding('dist/suites/listing.js')),
    join(bundle, holding('node_modules/lossless-json/')),
    'schemas/pet.schema.json',
  ];
  for (const file of changed) {
    appendFileSync(join(copy, file), ' ');
    digests.add(suiteDigest(copy));
  }
  expect(digests.size).toBe(4);
  rmSync(copy, { recursive: true });
});

test('the package runs nothing that it does not hold, but vitest, and nothing of the lab', () => {
  const imported = code.flatMap(({ text }) =>
    [...text.matchAll(/^(?:import|export) [^'"]*["']([^./][^"']*)["']/gm)].map(([, name]) => name),
  );
  const foreign = imported.filter((name) => !name?.startsWith('node:'));
  expect([...new Set(foreign)]).toEqual(['vitest']);
  expect(code.filter(({ text }) => /^\/\/ dist\/src\/lab\//m.test(text))).toEqual([]);
  const licences = readFileSync(join(packageRoot, bundle, 'LICENSES.txt'), 'utf8');
  expect(licences).toMatch(/^lossless-json \d.* \(MIT\)$/m);
});
