/** The interface of the specification as OpenAPI 3.1, made from the published schemas and the catalogue. */
import { join } from 'node:path';
import { packageRoot } from '../package/package.ts';
import { publishedSchema } from '../package/validator.ts';
import { petStatuses } from './animal.ts';
import { requirements } from './catalogue.ts';
import { getPetRemovalDay, operations, pageSize } from './operations.ts';
import { planNames, plans } from './plans.ts';
import type { Place, Requirement } from './requirement.ts';

/** The path of the published description, absolute. */
export const openApiFile = join(packageRoot, 'schemas/openapi.json');

const lead = `Individual animals available for adoption in a store: list them, add one, get one by its \`id\`.

Written by a program from the schemas and the catalogue of petstore-conformance; the ids are those of its
reports. Members that a schema does not name are allowed, and a string without a limit has none here. An
\`int64\` takes the whole range from -2^63 to 2^63-1, of which a reader that knows only doubles loses digits
beyond 2^53; the schemas say \`format: int64\` and no bounds, as the upper one is not a double. Statuses that no
operation lists are left open, all but the headers of section 8, which are due on every response.`;

/** The description. It closes nothing that the specification leaves open: what it does not say is not decided. */
export function openApi(): object {
  const { listPets, createPet, getPet } = operations;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pet Store Service Interface Specification',
      version: '1.0.0',
      ...clausesOf('document', lead),
    },
    // Enterprise limits are agreed individually: null, as JSON has no undefined.
    'x-plans': Object.fromEntries(planNames.map((name) => [name, plans[name] ?? null])),
    servers: [
      server('base_url', 'https://production.invalid/v1', 'The production address'),
      server('staging_base_url', 'https://staging.invalid/v1', 'The staging address'),
    ],
    security: [{ bearer: [] }],
    paths: {
      [listPets.path]: {
        get: {
          operationId: 'listPets',
          summary: 'List animals',
          ...clausesOf(
            'listPets',
            `Section ${listPets.section}. One page of the animals in the store.`,
          ),
          parameters: [
            parameter('limit', 'query', {
              description: `The largest number of animals on the page. The answer to a value out of range is left open (section ${listPets.section}, rule 2).`,
              schema: {
                type: 'integer',
                minimum: pageSize.min,
                maximum: pageSize.max,
                default: pageSize.default,
              },
            }),
            parameter('status', 'query', {
              description: 'Only animals of this status.',
              schema: schemaRef('PetStatus'),
            }),
          ],
          responses: { 200: answer('A page of animals.', 'Pets'), ...commonResponses },
        },
        post: {
          operationId: 'createPet',
          summary: 'Add an animal',
          ...clausesOf('createPet', `Section ${createPet.section}.`),
          requestBody: { required: true, content: json('NewPet') },
          responses: {
            201: answer('The new animal, with the `id` that the server gave it.', 'Pet'),
            400: ref('responses', 'BadRequest'),
            ...commonResponses,
          },
        },
      },
      [getPet.path]: {
        get: {
          operationId: 'getPet',
          summary: 'Get one animal',
          deprecated: true,
          'x-sunset': getPetRemovalDay,
          ...clausesOf(
            'getPet',
            `Section ${getPet.section}. Deprecated, to be removed on ${getPetRemovalDay}; its replacement is \`GET /pets\` with the \`status\` filter.`,
          ),
          parameters: [
            parameter('petId', 'path', {
              required: true,
              description: 'The `id` of the animal.',
              schema: { type: 'integer', format: 'int64' },
            }),
          ],
          responses: {
            200: answer('The animal of that `id`.', 'Pet'),
            404: ref('responses', 'NotFound'),
            ...commonResponses,
          },
        },
      },
    },
    components: {
      schemas: {
        Pet: { ...component('pet'), ...clausesOf('Pet', 'An animal (section 2).') },
        NewPet: {
          ...component('new-pet'),
          ...clausesOf('NewPet', 'An animal to be added (section 2).'),
        },
        PetStatus: { title: 'PetStatus', type: 'string', enum: petStatuses },
        Pets: component('pets'),
        Error: {
          ...component('error'),
          ...clausesOf('Error', 'The body of a 400, 401 or 404 (sections 2 and 7).'),
        },
      },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          ...clausesOf('bearer', 'The API key, as a bearer token (section 5).'),
        },
      },
      headers: {
        'X-RateLimit-Limit': whole('X-RateLimit-Limit', 'The limit of requests in force.', 1),
        'X-RateLimit-Remaining': whole('X-RateLimit-Remaining', 'The requests that remain.', 0),
        'X-RateLimit-Reset': whole('X-RateLimit-Reset', 'Unix time at which the limit resets.', 0),
        'Retry-After': {
          required: true,
          schema: { type: 'string', minLength: 1 },
          ...clausesOf('Retry-After', 'When to ask again.'),
        },
      },
      responses: {
        BadRequest: answer('The body lacks required fields or has invalid values.', 'Error'),
        Unauthorized: answer('The API key is missing or invalid.', 'Error'),
        NotFound: answer('The requested resource could not be found.', 'Error'),
        TooManyRequests: {
          headers: { ...rateHeaders, ...headerRefs('Retry-After') },
          ...clausesOf('TooManyRequests', 'The rate limit is exceeded (section 8); any body.'),
        },
        LeftOpen: {
          description:
            'Any other status: the specification says nothing of it but that the headers of section 8 are there.',
          headers: rateHeaders,
        },
      },
    },
  };
}

const ref = (kind: 'responses' | 'headers' | 'schemas', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});
const schemaRef = (name: string) => ref('schemas', name);
const json = (name: string) => ({ 'application/json': { schema: schemaRef(name) } });
const parameter = (name: string, place: string, more: object) => ({ name, in: place, ...more });

const headerRefs = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, ref('headers', name)]));

const rateHeaders = headerRefs('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset');

const commonResponses = {
  401: ref('responses', 'Unauthorized'),
  429: ref('responses', 'TooManyRequests'),
  default: ref('responses', 'LeftOpen'),
};

const answer = (description: string, body: string) => ({
  description,
  headers: rateHeaders,
  content: json(body),
});

const server = (variable: string, unknown: string, description: string) => ({
  url: `{${variable}}`,
  description: `${description}, which the specification does not name; it ends with \`/v1\` (sections 1 and 9).`,
  variables: { [variable]: { default: unknown } },
});

const whole = (place: Place, text: string, minimum: number) => ({
  required: true,
  schema: { type: 'integer', minimum },
  ...clausesOf(place, text),
});

/** What the description says in one place: the lead, then clauses and gaps of the catalogue, and their ids. */
function clausesOf(place: Place, lead: string): object {
  const at = (level: Requirement['level']) =>
    requirements.filter((one) => one.place === place && one.level === level);
  const [required, open] = [at('required'), at('gap')];
  const parts = [lead, listed('Required', required), listed('Left open', open)];
  const ids = (clauses: readonly Requirement[]) => clauses.map(({ id }) => id);
  return {
    description: parts.filter((part) => part !== '').join('\n\n'),
    ...(required.length === 0 ? {} : { 'x-requirements': ids(required) }),
    ...(open.length === 0 ? {} : { 'x-gaps': ids(open) }),
  };
}

function listed(title: string, clauses: readonly Requirement[]): string {
  const lines = clauses.map(
    ({ id, section, statement }) => `- \`${id}\` (§ ${section}): ${statement}`,
  );
  return clauses.length === 0 ? '' : `**${title}**\n\n${lines.join('\n')}`;
}

/** A published schema as a component: without an address of its own, its references and states those of components. */
function component(name: string): object {
  const {
    $schema: _,
    $id: __,
    ...schema
  } = JSON.parse(JSON.stringify(publishedSchema(name)), (_key, value) => {
    if (value?.$ref === 'pet.schema.json') return schemaRef('Pet');
    return JSON.stringify(value) === states ? schemaRef('PetStatus') : value;
  });
  return schema;
}

const states = JSON.stringify({ enum: petStatuses });
