import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { publishedSchema } from '../../package/validator.ts';
import { validatorsFile, validatorsText } from './validators.ts';

test('the compiled validators are those of the schemas: npm run openapi writes them', () => {
  expect(readFileSync(validatorsFile, 'utf8')).toBe(validatorsText());
});

test('each schema obeys the meta-schema, against which nothing validates it at run time', () => {
  const ajv = new Ajv2020();
  const names = readdirSync(new URL('../../../schemas', import.meta.url))
    .filter((name) => name.endsWith('.schema.json'))
    .map((name) => name.replace('.schema.json', ''));
  expect(names).toContain('report');
  for (const name of names) {
    expect(ajv.validateSchema(publishedSchema(name)), name).toBe(true);
  }
});
