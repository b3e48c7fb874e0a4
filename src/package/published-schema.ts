import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './package.ts';

/** A JSON Schema of `schemas/`, by its name without `.schema.json`. Throws where there is none. */
export function publishedSchema(name: string): object {
  const path = join(packageRoot, 'schemas', `${name}.schema.json`);
  const schema: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof schema !== 'object' || schema === null) throw new Error(`${path} holds no schema`);
  return schema;
}
