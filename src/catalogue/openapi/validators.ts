/**
 * The schemas that every run needs, compiled to code: loading Ajv and compiling them would take a quarter of the time of
 * a run. They are those of a service's answers.
 */
import { join } from 'node:path';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { packageRoot } from '../../package/package.ts';
import { newAjv, publishedSchema } from '../../package/validator.ts';

/** The validators of `src/package/validators.ts`, by the names of their schemas. */
const compiled = { pet: 'pet', pets: 'pets', newPet: 'new-pet', error: 'error' } as const;

/** The path of the generated file, absolute. */
export const validatorsFile = join(packageRoot, 'src/package/validators.ts');

const head = `// @ts-nocheck: written by Ajv from schemas/ (npm run openapi), never by hand.
`;

/** The text of `src/package/validators.ts`. */
export function validatorsText(): string {
  const ajv = newAjv({
    allErrors: true,
    // The caller decides int64, exactly: to Ajv a number is a double.
    validateFormats: false,
    code,
  });
  for (const name of Object.values(compiled)) ajv.addSchema(publishedSchema(name));
  const ids = Object.entries(compiled).map(([key, name]) => [key, `${name}.schema.json`]);
  return textOf(standaloneCode.default(ajv, Object.fromEntries(ids)));
}

const code = { source: true, esm: true, lines: true };

/** Generated code as a module: Ajv requires its own parts, even so. */
function textOf(generated: string): string {
  const text = generated
    .replace(/^"use strict";\n?/, '')
    .replaceAll(/\/\*# sourceURL=.*?\*\/;?/g, '');
  return `${head}${text.includes('require(') ? requires : ''}${text}\n`;
}

const requires = `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
`;
