import { getPetRemovalDay, operations, pageSize, petStatuses } from '../operations.ts';
import { planNames, plans } from '../plans.ts';
import { clausesOf } from './clauses.ts';
import { asComponent, type Schema, type SchemaName, schemaRef } from './schemas.ts';

/** An OpenAPI 3.1 document; a test validates its form against the published schema of OpenAPI. */
export type OpenApi = Readonly<Record<string, unknown>>;

/**
 * The interface of the specification as OpenAPI 3.1, made from the published schemas and the catalogue. It closes
 * nothing that the specification leaves open: what it does not say is not decided.
 */
export function openApi(schemas: Readonly<Record<SchemaName, Schema>>): OpenApi {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pet Store Service Interface Specification',
      version: '1.0.0',
      ...clausesOf('document', lead),
    },
    'x-plans': plansByName(),
    servers: [
      server('base_url', 'https://production.invalid/v1', 'The production address'),
      server('staging_base_url', 'https://staging.invalid/v1', 'The staging address'),
    ],
    security: [{ bearer: [] }],
    paths: {
      [operations.listPets.path]: { get: listPets(), post: createPet() },
      [operations.getPet.path]: { get: getPet() },
    },
    components: {
      schemas: components(schemas),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          ...clausesOf('bearer', 'The API key, as a bearer token (section 5).'),
        },
      },
      headers: headers(),
      responses: responses(),
    },
  };
}

function components(schemas: Readonly<Record<SchemaName, Schema>>) {
  return {
    Pet: { ...asComponent(schemas.Pet), ...clausesOf('Pet', 'An animal (section 2).') },
    NewPet: {
      ...asComponent(schemas.NewPet),
      ...clausesOf('NewPet', 'An animal to be added (section 2).'),
    },
    PetStatus: { title: 'PetStatus', type: 'string', enum: petStatuses },
    Pets: asComponent(schemas.Pets),
    Error: {
      ...asComponent(schemas.Error),
      ...clausesOf('Error', 'The body of a 400, 401 or 404 (sections 2 and 7).'),
    },
  };
}

/** The document as `schemas/openapi.json` holds it. */
export function openApiText(document: OpenApi): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

const lead = `Individual animals available for adoption in a store: list them, add one, get one by its \`id\`.

Written by a program from the schemas and the catalogue of petstore-conformance; the ids are those of its
reports. Members that a schema does not name are allowed, and a string without a limit has none here. An
\`int64\` takes the whole range from -2^63 to 2^63-1, of which a reader that knows only doubles loses digits
beyond 2^53; the schemas say \`format: int64\` and no bounds, as the upper one is not a double. Statuses that no
operation lists are left open, all but the headers of section 8, which are due on every response.`;

/** Enterprise limits are agreed individually: null, as JSON has no undefined. */
function plansByName() {
  return Object.fromEntries(planNames.map((name) => [name, plans[name] ?? null]));
}

function server(variable: string, unknown: string, description: string) {
  return {
    url: `{${variable}}`,
    description: `${description}, which the specification does not name; it ends with \`/v1\` (sections 1 and 9).`,
    variables: { [variable]: { default: unknown } },
  };
}

function listPets() {
  const { section } = operations.listPets;
  return {
    operationId: 'listPets',
    summary: 'List animals',
    ...clausesOf('listPets', `Section ${section}. One page of the animals in the store.`),
    parameters: [
      {
        name: 'limit',
        in: 'query',
        description: `The largest number of animals on the page. The answer to a value out of range is left open (section ${section}, rule 2).`,
        schema: {
          type: 'integer',
          minimum: pageSize.min,
          maximum: pageSize.max,
          default: pageSize.default,
        },
      },
      {
        name: 'status',
        in: 'query',
        description: 'Only animals of this status.',
        schema: schemaRef('PetStatus'),
      },
    ],
    responses: { 200: answer('A page of animals.', 'Pets'), ...commonResponses },
  };
}

function createPet() {
  return {
    operationId: 'createPet',
    summary: 'Add an animal',
    ...clausesOf('createPet', `Section ${operations.createPet.section}.`),
    requestBody: { required: true, content: json('NewPet') },
    responses: {
      201: answer('The new animal, with the `id` that the server gave it.', 'Pet'),
      400: { $ref: '#/components/responses/BadRequest' },
      ...commonResponses,
    },
  };
}

function getPet() {
  return {
    operationId: 'getPet',
    summary: 'Get one animal',
    deprecated: true,
    'x-sunset': getPetRemovalDay,
    ...clausesOf(
      'getPet',
      `Section ${operations.getPet.section}. Deprecated, to be removed on ${getPetRemovalDay}; its replacement is \`GET /pets\` with the \`status\` filter.`,
    ),
    parameters: [
      {
        name: 'petId',
        in: 'path',
        required: true,
        description: 'The `id` of the animal.',
        schema: { type: 'integer', format: 'int64' },
      },
    ],
    responses: {
      200: answer('The animal of that `id`.', 'Pet'),
      404: { $ref: '#/components/responses/NotFound' },
      ...commonResponses,
    },
  };
}

const json = (name: SchemaName) => ({ 'application/json': { schema: schemaRef(name) } });

const headerRefs = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const rateHeaders = headerRefs('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset');

const answer = (description: string, body: SchemaName) => ({
  description,
  headers: rateHeaders,
  content: json(body),
});

const commonResponses = {
  401: { $ref: '#/components/responses/Unauthorized' },
  429: { $ref: '#/components/responses/TooManyRequests' },
  default: { $ref: '#/components/responses/LeftOpen' },
};

function responses() {
  return {
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
  };
}

function headers() {
  const whole = (place: Parameters<typeof clausesOf>[0], text: string, minimum: number) => ({
    required: true,
    schema: { type: 'integer', minimum },
    ...clausesOf(place, text),
  });
  return {
    'X-RateLimit-Limit': whole('X-RateLimit-Limit', 'The limit of requests in force.', 1),
    'X-RateLimit-Remaining': whole('X-RateLimit-Remaining', 'The requests that remain.', 0),
    'X-RateLimit-Reset': whole('X-RateLimit-Reset', 'Unix time at which the limit resets.', 0),
    'Retry-After': {
      required: true,
      schema: { type: 'string', minLength: 1 },
      ...clausesOf('Retry-After', 'When to ask again.'),
    },
  };
}
