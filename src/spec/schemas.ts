/** The JSON Schemas of the service's bodies (sections 2 and 4), as `schemas/` publishes them: made from the members of an animal. */
import { type MemberFacts, type MemberType, members, sentMembers } from './animal.ts';

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** The head of a schema; the address is relative to the folder that holds all of them. */
const named = (title: string, file: string, description: string) => ({
  $schema: dialect,
  $id: file,
  title,
  description,
});

function valueSchema(type: MemberType) {
  if (type === 'string') return { type };
  return type === 'int64' ? { type: 'integer', format: type } : { enum: type };
}

const objectOf = (facts: readonly MemberFacts[]) => ({
  type: 'object',
  required: facts.filter(({ required }) => required).map(({ name }) => name),
  properties: Object.fromEntries(facts.map(({ name, type }) => [name, valueSchema(type)])),
});

const pet = {
  ...named(
    'Pet',
    'pet.schema.json',
    'An animal as the service answers it (section 2). Further members are allowed.',
  ),
  ...objectOf(members),
};

const newPet = {
  ...named(
    'NewPet',
    'new-pet.schema.json',
    'The body of a creation (sections 2 and 4.2). Whether further members are accepted is left open.',
  ),
  ...objectOf(sentMembers),
};

const pets = {
  ...named('Pets', 'pets.schema.json', 'The answer of GET /pets (section 4.1).'),
  type: 'array',
  items: { $ref: pet.$id },
};

const error = {
  ...named(
    'Error',
    'error.schema.json',
    'The body of an answer 400, 401 or 404 (sections 2 and 7). Further members are allowed.',
  ),
  type: 'object',
  required: ['code', 'message', 'status'],
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    status: { type: 'integer' },
  },
};

/** Every schema of a body; its `$id` is the name of its file. */
export const bodySchemas = [pet, newPet, pets, error] as const;
