/**
 * Files that are derived from tables. `npm run generate` runs this file with `-u`, which writes them; else a file that is
 * stale fails its test.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import { everyRequirement } from './cli/list-command.ts';
import { packageRoot } from './package/package.ts';
import { proxyVariables } from './settings/proxy.ts';
import { readSettings } from './settings/read-settings.ts';
import { allSettings, knownVariables, type Setting } from './settings/settings-table.ts';
import { freedoms } from './spec/freedoms.ts';
import type { Level, Requirement } from './spec/requirement.ts';
import { bodySchemas } from './spec/schemas.ts';
import { listed } from './text/words.ts';

const inPackage = (path: string) => join(packageRoot, path);
const stale = (path: string) => `${path} is stale: npm run generate`;

/** The text of a file with another text between two marks, each a line. */
function withPart(path: string, part: string, from: string, to?: string): string {
  const text = readFileSync(inPackage(path), 'utf8');
  const start = text.indexOf(from) + from.length;
  const end = to === undefined ? text.length : text.indexOf(to, start);
  expect([text.includes(from), end >= start], `marks in ${path}`).toEqual([true, true]);
  return `${text.slice(0, start)}${part}${text.slice(end)}`;
}

test.each(bodySchemas)('schemas/$$id', async (schema) => {
  const path = `schemas/${schema.$id}`;
  await expect(schemaText(schema), stale(path)).toMatchFileSnapshot(inPackage(path));
});

const levelHeadings: readonly (readonly [Level, string])[] = [
  ['required', 'Required: these decide the verdict'],
  ['advisory', 'Advisory: warnings, never part of the verdict'],
  ['gap', 'Gaps: recorded, never judged'],
  ['untested', 'Untested: no run sends anything for these'],
];

/** Every requirement as Markdown, by level: the clause, and what is allowed. */
function rulings(all: readonly Requirement[]): string {
  const sections = levelHeadings.map(([level, heading]) =>
    [`## ${heading}`, ...all.filter((one) => one.level === level).map(ruling)].join('\n\n'),
  );
  return `${[freedomsPage(), ...sections].join('\n\n')}\n`;
}

/** What others may do to the store, as Markdown. */
function freedomsPage(): string {
  const rows = freedoms.map(({ id, allowed, beyond }) => `| ${id} | ${allowed} | ${beyond} |`);
  return [
    '## Freedoms: changes during a run that the suite tolerates',
    ['| freedom | tolerated | if exceeded |', '|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}

function ruling({ id, section, level, statement, decided, allows }: Requirement): string {
  const title = `**\`${id}\`** (§ ${section}) ${statement}`;
  if (level === 'gap') return title;
  return `${title}  \n${level === 'untested' ? `Why not: ${decided}` : `Allowed: ${allows}`}`;
}

test('docs/rulings.md ends with every requirement', async () => {
  const path = 'docs/rulings.md';
  const text = withPart(path, rulings(everyRequirement), '<!-- generated -->\n');
  await expect(text, stale(path)).toMatchFileSnapshot(inPackage(path));
});

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function exampleOf({ variable, kind, help, fallbackText }: Setting<unknown, unknown>): string {
  // The flag of a key names its file.
  const words =
    kind.file === 'of the flag' ? help.replace(/^file that holds |\(the variable.*/g, '') : help;
  const otherwise = fallbackText === '' ? '' : `; default: ${fallbackText}`;
  return `# ${sentence(words.trim())}${otherwise}\n${variable}=\n`;
}

test('.env.example names every variable, and changes nothing', async () => {
  const settings = allSettings.filter(({ variable }) => variable !== undefined);
  const text = `# Copy to .env, fill in what you need, and run: chmod 600 .env
# An empty value counts as not set. Flags and the environment win over this file.
# ${listed(proxyVariables, 'and')} work as usual, also in this file.

${settings.map(exampleOf).join('')}`;
  await expect(text, stale('.env.example')).toMatchFileSnapshot(inPackage('.env.example'));
  const variables = parse(text);
  expect(Object.keys(variables)).toEqual(knownVariables);
  const env = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: 'some-key-12345678' };
  const read = (dotenv: Record<string, string>) =>
    readSettings({ flags: {}, env, dotenv, random: () => 42 }).settings;
  expect(read(variables)).toEqual(read({}));
});

/** The text of a published schema, formatted like every file of the project: lists of words on one line. */
function schemaText(schema: (typeof bodySchemas)[number]): string {
  const text = JSON.stringify(schema, null, 2);
  return `${text.replaceAll(/\[\s+([^[\]{}]+?)\s+\]/g, (_, words: string) => `[${words.replaceAll(/\s+/g, ' ')}]`)}\n`;
}
