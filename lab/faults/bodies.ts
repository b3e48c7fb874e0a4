import type { Operation } from '../../src/catalogue/operations.ts';
import type { Animal } from '../../src/reference/animal.ts';
import { payloadOf } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  type Change,
  faultsOf,
  inErrors,
  inErrorsWith,
  inLists,
  omit,
  onReply,
  showing,
  showingIn,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';

/** Shows a member differently, or not at all for undefined; in the answers of one operation or of all. */
const member = (
  name: 'id' | 'name' | 'categoryId' | 'status',
  change: (animal: Animal) => unknown,
  operation?: Operation,
): Change =>
  showing((shown, call, animal) =>
    (operation ?? call.operation) === call.operation ? { ...shown, [name]: change(animal) } : shown,
  );

const digitsOnly = /^\d+$/;

type Where = (reply: Reply, call: Call) => boolean;

const status =
  (wanted: number): Where =>
  (reply) =>
    reply.status === wanted;

const typed = (type: string, where: Where): Change =>
  onReply((reply, call) =>
    where(reply, call) ? { ...reply, headers: { ...reply.headers, 'Content-Type': type } } : reply,
  );

const text = (body: string, where: Where): Change =>
  onReply((reply, call) => (where(reply, call) ? { ...reply, text: body } : reply));

const untyped =
  (where: Where): Change =>
  ({ transmit }) => ({
    transmit: (reply, response, call) => {
      if (!where(reply, call)) return transmit(reply, response, call);
      response.writeHead(reply.status, reply.headers);
      response.end(payloadOf(reply));
    },
  });

const isJson = ({ body }: Call) => {
  try {
    return JSON.parse(body) !== undefined;
  } catch {
    return false;
  }
};

/** Sections 2, 4 and 7: the form of animals and errors, and their media type; section 9: the version. */
export const bodyFaults: readonly Fault[] = [
  ...faultsOf('pet.id', {
    'pet.id-as-text': [
      'writes ids as strings, to spare JavaScript the rounding',
      member('id', ({ id }) => String(id)),
    ],
    'pet.id-as-text-in-lists': [
      'writes ids as strings in lists',
      member('id', ({ id }) => String(id), 'listPets'),
    ],
    'pet.id-as-text-in-second-item': [
      'writes the id of the second animal of a list as a string',
      inLists((items) =>
        items.map((one, at) => (at === 1 ? { ...Object(one), id: String(Object(one).id) } : one)),
      ),
    ],
    'pet.id-missing-in-creation': [
      'answers a creation without the id',
      member('id', () => undefined, 'createPet'),
    ],
    'pet.id-null-in-creation': [
      'answers a creation before the database gave the id',
      member('id', () => null, 'createPet'),
    ],
    'pet.id-renamed-in-lists': [
      'lists ids as _id, as the database has them',
      showingIn('listPets', (shown, { id }) => ({ ...omit(shown, 'id'), _id: id })),
    ],
    'pet.id-fraction-in-lists': [
      'lists ids with a fraction',
      member('id', ({ id }) => Number(id) + 0.5, 'listPets'),
    ],
    'pet.id-unsigned': [
      'gives ids above int64, as an unsigned 64-bit integer allows',
      member('id', ({ id }) => 2n ** 63n + id, 'listPets'),
    ],
  }),
  ...faultsOf('pet.name', {
    'pet.name-null-in-lists': [
      'lists animals with a null name',
      member('name', () => null, 'listPets'),
    ],
    'pet.name-missing-in-creation': [
      'answers a creation without the name',
      member('name', () => undefined, 'createPet'),
    ],
    'pet.name-of-digits-as-number': [
      'lists a name of digits as a number',
      member('name', ({ name }) => (digitsOnly.test(name) ? Number(name) : name), 'listPets'),
    ],
    'pet.name-of-digits-created-as-number': [
      'answers the creation of a name of digits with a number',
      member('name', ({ name }) => (digitsOnly.test(name) ? Number(name) : name), 'createPet'),
    ],
    'pet.name-by-language': [
      'gives the name of an animal by language',
      member('name', ({ name }) => ({ en: name }), 'getPet'),
    ],
  }),
  ...faultsOf('pet.category-id', {
    'pet.category-id-as-text': [
      'writes categoryId as a string',
      member('categoryId', ({ categoryId }) => String(categoryId)),
    ],
    'pet.large-category-id-as-text': [
      'writes a categoryId beyond 2^53 as a string',
      member('categoryId', ({ categoryId }) =>
        categoryId > 2n ** 53n ? String(categoryId) : categoryId,
      ),
    ],
    'pet.category-id-as-object': [
      'gives the category as an object with an id',
      member('categoryId', ({ categoryId }) => ({ id: categoryId }), 'getPet'),
    ],
    'pet.category-id-missing-in-lists': [
      'leaves categoryId out of lists',
      member('categoryId', () => undefined, 'listPets'),
    ],
    'pet.category-id-null-in-creation': [
      'answers a creation with a null categoryId',
      member('categoryId', () => null, 'createPet'),
    ],
  }),
  ...faultsOf('pet.status', {
    'pet.status-null-when-absent': [
      'writes null for a missing status',
      member('status', (animal) => animal.status ?? null),
    ],
    'pet.status-empty-when-absent': [
      'writes an empty string for a missing status in lists',
      member('status', (animal) => animal.status ?? '', 'listPets'),
    ],
    'pet.status-unknown-when-absent': [
      'writes unknown for a missing status when one animal is read',
      member('status', (animal) => animal.status ?? 'unknown', 'getPet'),
    ],
    'pet.status-in-upper-case': [
      'lists the status in upper case, as the enumeration of the code has it',
      member('status', (animal) => animal.status?.toUpperCase(), 'listPets'),
    ],
    'pet.status-adopted': [
      'calls sold animals adopted',
      member('status', (animal) => (animal.status === 'sold' ? 'adopted' : animal.status)),
    ],
    'pet.status-as-number': [
      'answers a creation with the number of the status',
      member('status', (animal) => (animal.status ? 1 : undefined), 'createPet'),
    ],
  }),
  ...faultsOf('error.fields', {
    'error.status-missing': [
      'answers errors without status, as the status line says it',
      inErrors((body) => omit(body, 'status')),
    ],
    'error.bare-text-in-creations': [
      'answers a 400 with only the message, as a JSON string',
      inErrorsWith(400, (_, { message }) => message),
    ],
    'error.null': ['answers 404 with null', inErrorsWith(404, () => null)],
    'error.no-code': ['answers errors without code', inErrors((body) => omit(body, 'code'))],
    'error.code-as-number': [
      'writes the code of a 404 as a number',
      inErrorsWith(404, (body) => ({ ...body, code: 40401 })),
    ],
    'error.message-null': [
      'answers 401 with a null message',
      inErrorsWith(401, (body) => ({ ...body, message: null })),
    ],
    'error.no-message-for-missing': [
      'answers 404 without message',
      inErrorsWith(404, (body) => omit(body, 'message')),
    ],
    'error.list-of-errors': [
      'answers 400 with an array of errors',
      inErrorsWith(400, (body) => [body]),
    ],
    'error.nested': ['puts errors under error', inErrors((error) => ({ error }))],
    'error.status-as-text': [
      'writes the status of errors as a string',
      inErrors((body, _, refusal) => ({ ...body, status: String(refusal.status) })),
    ],
    'error.empty-without-key': [
      'answers a request without Authorization with an empty 401, from the gateway',
      text('', (reply, { headers }) => reply.status === 401 && !headers.authorization),
    ],
    'error.plain-text-for-malformed-json': [
      'answers JSON that breaks off with the words of the framework',
      text(
        'Bad Request',
        (reply, call) => reply.status === 400 && call.body !== '' && !isJson(call),
      ),
    ],
  }),
  ...faultsOf(['error.fields', 'media.json'], {
    'error.problem-details-for-missing': [
      'answers 404 with problem details (RFC 9457), declared as such',
      (base) => ({
        ...inErrorsWith(404, () => ({ title: 'Not Found', status: 404 }))(base),
        ...typed('application/problem+json', status(404))(base),
      }),
    ],
  }),
  ...faultsOf('error.not-empty', {
    'error.code-empty': ['writes no code yet', inErrors((body) => ({ ...body, code: '' }))],
    'error.message-empty-in-creations': [
      'answers 400 with the message of an exception that has none',
      inErrorsWith(400, (body) => ({ ...body, message: '' })),
    ],
    'error.both-empty-for-missing': [
      'answers 404 with an Error that nobody filled in',
      inErrorsWith(404, (body) => ({ ...body, code: '', message: '' })),
    ],
  }),
  ...faultsOf('error.status', {
    'error.status-zero': [
      'writes 0 for the status of errors',
      inErrors((body) => ({ ...body, status: 0 })),
    ],
    'error.status-always-400': [
      'writes 400 for the status of every error',
      inErrors((body) => ({ ...body, status: 400 })),
    ],
    'error.status-unprocessable': [
      'writes 422 for the status of a 400',
      inErrorsWith(400, (body) => ({ ...body, status: 422 })),
    ],
    'error.status-fails-for-missing': [
      'writes 500 for the status of a 404, as the exception has it',
      inErrorsWith(404, (body) => ({ ...body, status: 500 })),
    ],
    'error.status-forbidden-in-lists': [
      'writes 403 for the status of a 401 to a list',
      inErrorsWith(401, (body, _, call) =>
        call.operation === 'listPets' ? { ...body, status: 403 } : body,
      ),
    ],
  }),
  ...faultsOf('media.json', {
    'media.octets-for-animals': [
      'declares one animal as application/octet-stream',
      typed(
        'application/octet-stream',
        (reply, { operation }) => operation === 'getPet' && reply.status === 200,
      ),
    ],
    'media.html-for-unknown-key': [
      'declares a 401 as text/html',
      typed('text/html; charset=utf-8', status(401)),
    ],
    'media.plain-for-creations': [
      'declares the answer to a creation as text/plain',
      typed('text/plain', status(201)),
    ],
    'media.problem-for-bad-requests': [
      'declares a 400 as problem details',
      typed('application/problem+json', status(400)),
    ],
    'media.vendor-for-lists': [
      'declares lists as JSON:API',
      typed('application/vnd.api+json', (_, { operation }) => operation === 'listPets'),
    ],
    'media.text-json': ['declares everything as text/json', typed('text/json', () => true)],
    'media.none-for-missing': ['declares nothing for a 404', untyped(status(404))],
  }),
  ...['/v2', '/api', '', '/v1/api', '/v1.0'].map(
    (basePath): Fault => ({
      id: `version.base-path${basePath.replaceAll('/', '-') || '-none'}`,
      title: `stands at ${basePath || 'the root'} instead of /v1`,
      breaks: ['version.base-path'],
      server: () => ({ basePath }),
    }),
  ),
];
