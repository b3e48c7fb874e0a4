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
import { petStatuses } from './spec/animal.ts';
import { freedoms } from './spec/freedoms.ts';
import { factsOf, getPetRemovalDay, operationNames, pageSize } from './spec/operations.ts';
import { plans } from './spec/plans.ts';
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
  await expect(jsonText(schema), stale(path)).toMatchFileSnapshot(inPackage(path));
});

/** The required ones of a chapter: `list` of `listPets`. */
const idsOf = (chapter: string) =>
  everyRequirement
    .filter(({ id, level }) => level === 'required' && id.startsWith(`${chapter}.`))
    .map(({ id }) => id);

/** A schema of a body as a component: it refers to the other components. */
function componentOf({ $schema, $id, description, ...schema }: (typeof bodySchemas)[number]) {
  const text = JSON.stringify(schema, (_, value) => {
    if (value?.$ref !== undefined) return { $ref: '#/components/schemas/Pet' };
    const isStatus = JSON.stringify(value?.enum) === JSON.stringify(petStatuses);
    return isStatus ? { $ref: '#/components/schemas/PetStatus' } : value;
  });
  return JSON.parse(text);
}

test('schemas/openapi.json says of operations and bodies what the tables say', async () => {
  const file = 'schemas/openapi.json';
  const document = JSON.parse(readFileSync(inPackage(file), 'utf8'));
  const { schemas, responses } = document.components;
  const refTo = (name: string) => ({ $ref: `#/components/responses/${name}` });
  const refused = new Map(
    Object.entries({ 400: 'BadRequest', 401: 'Unauthorized', 404: 'NotFound' }),
  );
  for (const name of operationNames) {
    const { method, path, statuses } = factsOf[name];
    const [success, ...errors] = statuses;
    document.paths[path] ??= {};
    const said = document.paths[path][method.toLowerCase()];
    const served = { description: 'It is done.', headers: responses.LeftOpen.headers };
    document.paths[path][method.toLowerCase()] = {
      ...said,
      operationId: name,
      'x-requirements': idsOf(name.replace(/Pets?$/, '')),
      responses: {
        [success]: said?.responses[success] ?? served,
        ...Object.fromEntries(errors.map((one) => [one, refTo(refused.get(`${one}`) ?? `${one}`)])),
        429: refTo('TooManyRequests'),
        default: refTo('LeftOpen'),
      },
    };
  }
  for (const schema of bodySchemas) Object.assign(schemas[schema.title], componentOf(schema));
  schemas.Pet['x-requirements'] = idsOf('pet');
  schemas.PetStatus.enum = petStatuses;
  const { min: minimum, max: maximum, default: otherwise } = pageSize;
  const [limit] = document.paths['/pets'].get.parameters;
  limit.schema = { type: 'integer', minimum, maximum, default: otherwise };
  document['x-plans'] = { ...plans, enterprise: null };
  document.paths['/pets/{petId}'].get['x-sunset'] = getPetRemovalDay;
  await expect(jsonText(document), stale(file)).toMatchFileSnapshot(inPackage(file));
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

/** The text of a published file, formatted like every file of the project: lists of words on one line if they fit. */
function jsonText(value: object): string {
  const text = JSON.stringify(value, null, 2).replaceAll(
    /^(.*\[)\s+([^[\]{}]+?)\s+(\],?)$/gm,
    (long, start: string, words: string, end: string) => {
      const short = `${start}${words.replaceAll(/\s+/g, ' ')}${end}`;
      return short.length > 100 ? long : short;
    },
  );
  return `${text}\n`;
}
