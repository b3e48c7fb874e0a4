/**
 * The schemas that every run needs, compiled to code: loading Ajv and compiling them would take a quarter of the time of
 * a run. They are those of a service's answers, and of what a run reads of the report before it.
 */
import { join } from 'node:path';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { packageRoot } from '../../package/package.ts';
import { newAjv, publishedSchema } from '../../package/validator.ts';

/** The validators of `src/package/validators.ts`, by the names of their schemas. */
const compiled = { pet: 'pet', pets: 'pets', newPet: 'new-pet', error: 'error' } as const;

const ofReport = (pointer: string) => ({ $ref: `urn:petstore-conformance:report:1#/${pointer}` });

/** An object with these members at least. */
const withMembers = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

/** What `src/report/past.ts` reads of a report, each member as the report's own schema has it. */
const earlier = {
  $id: 'earlier.schema.json',
  allOf: [
    withMembers({
      formatVersion: ofReport('properties/formatVersion'),
      verdict: ofReport('properties/verdict'),
      profile: ofReport('properties/profile'),
      suite: withMembers({ version: ofReport('properties/suite/properties/version') }),
      implementation: ofReport('properties/implementation'),
      run: withMembers({
        startedAt: ofReport('$defs/run/properties/startedAt'),
        argv: ofReport('$defs/run/properties/argv'),
      }),
      requirements: {
        type: 'array',
        maxItems: 300,
        items: withMembers({
          level: ofReport('$defs/requirement/properties/level'),
          outcome: ofReport('$defs/requirement/properties/outcome'),
        }),
      },
    }),
    { type: 'object', properties: { history: ofReport('properties/history') } },
  ],
};

/** The paths of the generated files, absolute. */
export const validatorsFile = join(packageRoot, 'src/package/validators.ts');
export const earlierFile = join(packageRoot, 'src/package/earlier.ts');

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

/** The text of `src/package/earlier.ts`. Only whether it fits is asked, so it holds no messages. */
export function earlierText(): string {
  const ajv = newAjv({ messages: false, inlineRefs: false, code });
  ajv.addSchema(publishedSchema('report')).addSchema(earlier);
  return textOf(standaloneCode.default(ajv, { earlier: earlier.$id }));
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
