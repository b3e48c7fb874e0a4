/** `schemas/openapi.json`: its texts are written by hand, and `npm run generate` writes what follows from tables. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from '@hyperjump/json-schema/openapi-3-1';
import { expect, test } from 'vitest';
import { packageRoot } from '../package/package.ts';
import { requirements } from './catalogue.ts';

const text = readFileSync(join(packageRoot, 'schemas/openapi.json'), 'utf8');
const document = JSON.parse(text);

/** Every value of a member with this name, anywhere in the document. */
function valuesOf(name: string): unknown[] {
  const found: unknown[] = [];
  JSON.parse(text, (key, value) => {
    if (key === name) found.push(value);
    return value;
  });
  return found;
}

test('the description is valid OpenAPI 3.1', async () => {
  // By Hyperjump's validator, as the suite itself judges with Ajv; this schema validates the schemas, too.
  const schema = 'https://spec.openapis.org/oas/3.1/schema-base';
  expect(await validate(schema, document, 'BASIC')).toEqual({ valid: true });
  const broken = text.replace('"in": "path"', '"in": "body"');
  expect(await validate(schema, JSON.parse(broken))).toMatchObject({ valid: false });
});

test('every reference leads to something', () => {
  const references = valuesOf('$ref').map(String);
  expect(references).toContain('#/components/schemas/PetStatus');
  for (const reference of references) {
    const names = reference.slice('#/'.length).split('/');
    expect(
      names.reduce((value, name) => value?.[name], document),
      reference,
    ).toBeDefined();
  }
});

test('each requirement and each gap of the catalogue is in one place', () => {
  const said = [...valuesOf('x-requirements'), ...valuesOf('x-gaps')].flat().sort();
  const due = requirements.filter(({ level }) => level !== 'advisory').map(({ id }) => id);
  expect(said).toEqual(due.sort());
});

test('what the specification leaves open is not closed', () => {
  for (const closing of ['additionalProperties', 'maxLength', 'pattern', 'unevaluatedProperties']) {
    expect(valuesOf(closing), closing).toEqual([]);
  }
  // The page size is the only default, and the body of a 429 is left out.
  expect(valuesOf('default').filter((value) => typeof value === 'number')).toEqual([20]);
  const { responses } = document.components;
  expect(responses.TooManyRequests).not.toHaveProperty('content');
  expect(responses.LeftOpen).not.toHaveProperty('content');
});
