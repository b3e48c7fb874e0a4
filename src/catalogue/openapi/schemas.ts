import { join } from 'node:path';
import { packageRoot } from '../../package/package.ts';
import { publishedSchema } from '../../package/published-schema.ts';
import { petStatuses } from '../operations.ts';

/** The published schemas that the description takes over, by the names that section 2 gives them. */
export const schemaFiles = {
  Pet: 'pet.schema.json',
  NewPet: 'new-pet.schema.json',
  Pets: 'pets.schema.json',
  Error: 'error.schema.json',
} as const;

export type SchemaName = keyof typeof schemaFiles;

/** The published description, absolute. */
export const openApiFile = join(packageRoot, 'schemas/openapi.json');

/** A JSON Schema as its file holds it. */
export type Schema = Readonly<Record<string, unknown>>;

/** Reads the published schemas. Throws where a file is missing or holds no object. */
export function readSchemas(): Readonly<Record<SchemaName, Schema>> {
  return {
    Pet: read(schemaFiles.Pet),
    NewPet: read(schemaFiles.NewPet),
    Pets: read(schemaFiles.Pets),
    Error: read(schemaFiles.Error),
  };
}

function read(file: string): Schema {
  return Object.fromEntries(Object.entries(publishedSchema(file.replace('.schema.json', ''))));
}

export const schemaRef = (name: SchemaName | 'PetStatus') => ({
  $ref: `#/components/schemas/${name}`,
});

const states = JSON.stringify({ enum: petStatuses });

/**
 * The schema as a component: without an address of its own, its references to files turned into references
 * to components, and the enumeration of the states into one to `PetStatus`, the name of section 2.
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

function nameOf(file: unknown): SchemaName {
  const names = ['Pet', 'NewPet', 'Pets', 'Error'] as const;
  const name = names.find((one) => schemaFiles[one] === file);
  if (name === undefined) throw new Error(`${file} is none of the described schemas`);
  return name;
}
