import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { commandFrom, commandWords, packageRoot, suiteName, suiteVersion } from './package.ts';
import { publishedSchema } from './validator.ts';

test('name and version are those of the manifest, and the program is started as the folder needs it', () => {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    name: suiteName,
    version: suiteVersion,
    scripts: { conformance: 'node dist/bundle/cli/main.js run' },
  });
  expect(commandWords()).toEqual(['npm', 'run', '--silent', 'conformance', '--']);
  expect(commandFrom('/a', '/a/node_modules/x').join(' ')).toBe(`npx --no -- ${suiteName}`);
  expect(commandFrom('/ci', '/ci/x').at(-1)).toBe('x/dist/bundle/cli/main.js');
  expect(commandFrom('/b', '/ci/x').at(-1)).toBe('/ci/x/dist/bundle/cli/main.js');
});

test('each schema obeys the meta-schema, against which nothing validates it at run time', () => {
  const ajv = new Ajv2020();
  const names = readdirSync(join(packageRoot, 'schemas')).filter((name) =>
    name.endsWith('.schema.json'),
  );
  expect(names).toContain('report.schema.json');
  for (const name of names) expect(ajv.validateSchema(publishedSchema(name)), name).toBe(true);
});
