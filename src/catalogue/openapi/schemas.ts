import { join } from 'node:path';
import { packageRoot } from '../../package/package.ts';
import { publishedSchema } from '../../package/validator.ts';
import { petStatuses } from '../operations.ts';

/** The published schemas in the description, by the names that section 2 gives them. */
const published = { Pet: 'pet', NewPet: 'new-pet', Pets: 'pets', Error: 'error' } as const;

export type SchemaName = keyof typeof published;

/** The path of the published description, absolute. */
export const openApiFile = join(packageRoot, 'schemas/openapi.json');

/** A JSON Schema as its file holds it. */
export type Schema = Readonly<Record<string, unknown>>;

/** The published schemas. Throws if a file is missing or does not hold an object. */
export function readSchemas(): Readonly<Record<SchemaName, Schema>> {
  return {
    Pet: read(published.Pet),
    NewPet: read(published.NewPet),
    Pets: read(published.Pets),
    Error: read(published.Error),
  };
}

const read = (name: string): Schema => ({ ...publishedSchema(name) });

export const schemaRef = (name: string) => ({
  $ref: `#/components/schemas/${name}`,
});

const states = JSON.stringify({ enum: petStatuses });

/**
 * The schema as a component: without an address of its own, with its references to files turned into references to
 * components, and the enumeration of the states into a reference to `PetStatus`, the name of section 2.
 */
export function asComponent({ $schema: _dialect, $id: _address, ...schema }: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, rewritten(value)]),
  );
}

function rewritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewritten);
  if (typeof value !== 'object' || value === null) return value;
  if (JSON.stringify(value) === states) return schemaRef('PetStatus');
  if ('$ref' in value) return schemaRef(nameOf(value.$ref));
  return asComponent(Object.fromEntries(Object.entries(value)));
}

function nameOf(file: unknown): string {
  const found = Object.entries(published).find(([, name]) => `${name}.schema.json` === file);
  if (found === undefined) throw new Error(`${file} is none of the described schemas`);
  return found[0];
}
