import { readFileSync } from 'node:fs';
import { openApiFile } from '../src/spec/openapi.ts';

interface Operation {
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Description {
  readonly security: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** `schemas/openapi.json`, with its paths below `/v1`: Prism and Scalar look for them at the root. */
export function describedBelowV1(): Description {
  const description: Description = JSON.parse(readFileSync(openApiFile, 'utf8'));
  const moved = Object.entries(description.paths).map(([path, item]) => [`/v1${path}`, item]);
  return { ...description, paths: Object.fromEntries(moved) };
}

/**
 * As describedBelowV1, in the words that Scalar's mock knows: it asks for a key only where the operation
 * itself says so, and answers by `default` where there is one, whatever else is described.
 */
export function describedForScalar(): Description {
  const { paths, ...rest } = describedBelowV1();
  const operation = ({ responses: { default: _open, ...responses }, ...one }: Operation) => ({
    ...one,
    security: rest.security,
    responses,
  });
  const item = (operations: Readonly<Record<string, Operation>>) =>
    Object.fromEntries(Object.entries(operations).map(([method, one]) => [method, operation(one)]));
  const changed = Object.entries(paths).map(([path, operations]) => [path, item(operations)]);
  return { ...rest, paths: Object.fromEntries(changed) };
}
