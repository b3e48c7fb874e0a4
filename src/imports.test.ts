/** The directions of imports between the rooms of the house, as CONTRIBUTING.md draws them. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { packageRoot } from './package/package.ts';

/** What each room may import from, beside itself. No room imports one that stands above it. */
const mayImport: Readonly<Record<string, string>> = {
  cli: 'library disk report reference run judge http settings secrets package spec text',
  lab: 'suites library report reference run judge http settings package spec text',
  library: 'suites report run judge http settings package spec text',
  report: 'disk run judge http settings package spec text',
  suites: 'run judge http spec text',
  run: 'judge http settings secrets package spec text',
  reference: 'settings spec',
  judge: 'http package spec',
  http: 'secrets spec text',
  settings: 'disk secrets package spec text',
  spec: 'package',
  package: 'disk',
  disk: '',
  secrets: '',
  text: '',
};

/** The rooms within the run, the lowest first: none imports from one that stands behind it here. */
const withinRun = ['values', 'requests', 'plan', 'animals', 'limit', 'checks'];

/** Each file, tests left out, with what it imports: files of this repository, and packages by name. */
const imports = new Map(
  ['src', 'suites', 'lab']
    .flatMap((folder) =>
      readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|browser)\.tsx?$|\/testing\//.test(file))
    .map((file) => [file, importedBy(file)] as const),
);

function importedBy(file: string): string[] {
  const text = readFileSync(join(packageRoot, file), 'utf8');
  return [...text.matchAll(/\b(?:from|import\(?)\s*'([^']+)'/g)].map(([, name = '']) =>
    name.startsWith('.') ? join(dirname(file), name) : name,
  );
}

/** `src/report/html.ts` is in the room `report`, `suites/list.ts` in `suites`; `src/index.ts` and packages in none. */
const roomOf = (file: string) => /^(?:src\/(\w+)|(suites|lab))\//.exec(file)?.slice(1).join('');

/** Imports that a rule forbids, a line each. */
const against = (forbidden: (file: string, imported: string) => boolean) =>
  [...imports].flatMap(([file, all]) =>
    all.filter((one) => forbidden(file, one)).map((one) => `${file} imports ${one}`),
  );

test('every room imports downwards', () => {
  const rooms = [...imports.keys()].map(roomOf).filter((room) => room !== undefined);
  expect(new Set(rooms)).toEqual(new Set(Object.keys(mayImport)));
  const isUpwards = (file: string, imported: string) => {
    const [from, to] = [roomOf(file), roomOf(imported) ?? 'none'];
    if (from === undefined || !/^(src|suites|lab)\//.test(imported)) return false;
    return from !== to && !mayImport[from]?.split(' ').includes(to);
  };
  expect(against(isUpwards)).toEqual([]);
});

test('every room of the run imports downwards', () => {
  const levelOf = (file: string) => withinRun.indexOf(/^src\/run\/(\w+)\//.exec(file)?.[1] ?? '');
  const isHigher = (file: string, imported: string) =>
    levelOf(file) >= 0 &&
    imported.startsWith('src/run/') &&
    (levelOf(imported) < 0 || levelOf(imported) > levelOf(file));
  expect(against(isHigher)).toEqual([]);
});

test('no file imports itself over others', () => {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (path.includes(file) || done.has(file)) return;
    for (const imported of imports.get(file) ?? []) visit(imported, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  expect(circles).toEqual([]);
});

test('src/http is the one door to the network', () => {
  const doors = against(
    (file, imported) =>
      imported === 'undici' && !file.startsWith('src/http/') && !file.startsWith('lab/'),
  );
  expect(doors).toEqual([]);
});
