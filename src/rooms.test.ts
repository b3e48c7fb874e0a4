/** The directions of imports between the rooms of the house; see CONTRIBUTING.md. Tests may import anything. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from './package.ts';

/** What each room may import from, beside itself and the single files of src/. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  spec: [],
  secrets: [],
  json: ['spec'],
  exchange: ['spec'],
  settings: ['spec', 'secrets'],
  reference: ['spec'],
  openapi: ['spec'],
  client: ['spec', 'json', 'exchange', 'secrets'],
  judge: ['spec', 'json', 'exchange'],
  suite: ['spec', 'json', 'exchange', 'secrets', 'settings', 'client', 'judge'],
  suites: ['spec', 'json', 'exchange', 'client', 'judge', 'suite'],
  runner: ['spec', 'client', 'exchange', 'settings', 'judge', 'suite', 'suites'],
  baseline: ['spec', 'secrets', 'settings', 'judge'],
  report: ['spec', 'json', 'exchange', 'settings', 'judge', 'suite', 'runner', 'baseline'],
  compare: ['spec', 'judge', 'report'],
  certificate: ['spec', 'exchange', 'settings', 'judge', 'report'],
  library: ['spec', 'suites', 'settings', 'judge', 'suite', 'runner', 'report', 'lab'],
  lab: ['spec', 'settings', 'client', 'suite', 'suites', 'runner', 'report', 'reference'],
};

/** Packages that one room alone may import. */
const keptTo: Readonly<Record<string, string>> = {
  undici: 'client',
  'vitest/node': 'runner',
  yaml: 'baseline',
};

const files = ['src', 'suites'].flatMap((folder) =>
  readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(name))
    .map((name) => `${folder}/${name}`),
);

/** `src/report/html/page.ts` -> `report`; a single file of src/ is in none. */
function roomOf(file: string): string | undefined {
  const [top, second, ...rest] = file.split('/');
  if (top === 'suites') return top;
  return rest.length > 0 ? second : undefined;
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(packageRoot, file), 'utf8');
  return [...text.matchAll(/(?:from |import |import\()'([^']+)'/g)].map(([, name = '']) => name);
}

function problemsOf(file: string): string[] {
  const room = roomOf(file);
  return importsOf(file).flatMap((name) => {
    if (!name.startsWith('.')) {
      const owner = keptTo[name];
      return owner === undefined || owner === room ? [] : [`${name} is kept to src/${owner}`];
    }
    const target = roomOf(relative(packageRoot, join(packageRoot, dirname(file), name)));
    const allowed = room === undefined ? undefined : mayImport[room];
    if (target === undefined || target === room || allowed === undefined) return [];
    return allowed.includes(target) ? [] : [`${room} may not import from ${target}`];
  });
}

test('every import goes in the direction of the house', () => {
  const problems = files.flatMap((file) =>
    problemsOf(file).map((problem) => `${file}: ${problem}`),
  );
  expect(problems).toEqual([]);
});

test('every room but those that use all others has its directions', () => {
  const rooms = new Set(files.flatMap((file) => roomOf(file) ?? []));
  expect([...rooms].filter((room) => !(room in mayImport)).toSorted()).toEqual(['cli']);
});
