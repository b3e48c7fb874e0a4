/** Wrong forms of animals, bodies, media types and errors, in each kind of answer. Sections 2, 4 and 7. */
import { stringify } from 'lossless-json';
import { payloadOf } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  type Change,
  inAnswers,
  inErrorsWith,
  omit,
  onReply,
  showing,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/variant.ts';
import type { Animal } from '../../src/spec/animal.ts';
import type { RequiredId } from '../../src/spec/catalogue.ts';
import { type Breaks, crossed, type Entries } from './fault-table.ts';

/** An answer that succeeds: its operation, its status, and the requirement that asks for it. */
type Success = readonly [
  operation: NonNullable<Call['operation']>,
  status: number,
  due: RequiredId,
];

const successes: Entries<Success> = {
  created: ['in creations', ['createPet', 201, 'create.created']],
  listed: ['in lists', ['listPets', 200, 'list.returns-pets']],
  read: ['in reads', ['getPet', 200, 'get.found']],
};

/** What is shown for the member that the id of the form begins with; undefined leaves it out. */
type Form = (animal: Animal) => unknown;

const asNumber = (text: string) => (/^\d+$/.test(text) ? Number(text) : text);
const asText = (id: bigint) => (id > 2n ** 53n ? `${id}` : id);

const memberForms: Entries<Form> = {
  'id-text': ['writes ids as strings', ({ id }) => `${id}`],
  'id-null': ['writes null for the id', () => null],
  'id-missing': ['leaves the id out', () => undefined],
  'id-unsigned': ['writes ids above int64', ({ id }) => 2n ** 63n + id],
  'name-missing': ['leaves the name out', () => undefined],
  'name-number': ['writes a name of digits as a number', ({ name }) => asNumber(name)],
  'categoryId-text': ['writes categoryId as a string', ({ categoryId }) => `${categoryId}`],
  'categoryId-large': ['writes large categories as strings', (one) => asText(one.categoryId)],
  'categoryId-missing': ['leaves categoryId out', () => undefined],
  'categoryId-object': ['writes an object', ({ categoryId }) => ({ id: categoryId })],
  'categoryId-unsigned': ['writes no sign', (one) => BigInt.asUintN(64, one.categoryId)],
  'status-null': ['writes null for a missing status', ({ status }) => status ?? null],
  'status-empty': ['writes an empty status', ({ status }) => status ?? ''],
  'status-word': ['writes unknown for a missing status', ({ status }) => status ?? 'unknown'],
  'status-capitals': ['writes the status in capitals', ({ status }) => status?.toUpperCase()],
  'status-adopted': ['calls it adopted', ({ status }) => (status === 'sold' ? 'adopted' : status)],
  'status-number': ['writes a number for the status', ({ status }) => (status ? 1 : undefined)],
};

const requirementOf: Readonly<Record<string, RequiredId>> = {
  id: 'pet.id',
  name: 'pet.name',
  categoryId: 'pet.category-id',
  status: 'pet.status',
};

const animals = crossed('pet', memberForms, successes, (write, [operation], [form]) => {
  const [member = ''] = form.split('-');
  const breaks = requirementOf[member];
  if (!breaks) return undefined;
  const change = showing((shown, call, animal) =>
    call.operation === operation ? { ...shown, [member]: write(animal) } : shown,
  );
  return { breaks: [breaks], change };
});

const bodiless = ({ status, headers }: Reply): Reply => ({ status, headers });
const as =
  (code: number) =>
  (reply: Reply): Reply => ({ ...reply, status: code });

const bodies: Entries<(reply: Reply) => Reply> = {
  array: ['writes an array around the body', (reply) => ({ ...reply, body: [reply.body] })],
  envelope: [
    'writes an object around the body',
    (reply) => ({ ...reply, body: { data: reply.body } }),
  ],
  string: [
    'writes the body as a JSON string',
    (reply) => ({ ...reply, body: stringify(reply.body) }),
  ],
  null: ['writes null', (reply) => ({ ...reply, body: null })],
  nothing: ['writes no body', bodiless],
  cut: [
    'ends the body too early',
    (reply) => ({ ...reply, text: payloadOf(reply).toString().slice(0, -1) }),
  ],
  200: ['answers 200', as(200)],
  201: ['answers 201', as(201)],
  202: ['answers 202', as(202)],
  204: ['answers 204 without a body', (reply) => ({ ...bodiless(reply), status: 204 })],
  206: ['answers 206', as(206)],
  307: [
    'redirects to the address with a slash',
    ({ headers }) => ({ status: 307, headers: { ...headers, Location: '/v1/pets/' } }),
  ],
  500: [
    'answers 500',
    (reply) => ({ ...reply, status: 500, body: { code: 'x', message: 'x', status: 500 } }),
  ],
};

const wholeBodies = crossed('body', bodies, successes, (change, [operation, code, due], [form]) =>
  form === `${code}`
    ? undefined
    : { breaks: [due], change: inAnswers(operation, code, (reply) => change(reply)) },
);

/** Statuses of errors that the specification defines. */
const errors: Entries<number> = {
  400: ['with a 400', 400],
  401: ['with a 401', 401],
  404: ['with a 404', 404],
};

const errorForms: Entries<(body: object, status: number) => unknown> = {
  'no-code': ['leaves the code out', (body) => omit(body, 'code')],
  'no-message': ['leaves the message out', (body) => omit(body, 'message')],
  'no-status': ['leaves the status out', (body) => omit(body, 'status')],
  'status-text': [
    'writes the status as a string',
    (body, status) => ({ ...body, status: `${status}` }),
  ],
  list: ['writes an array of errors', (body) => [body]],
  nested: ['writes the error under error', (error) => ({ error })],
  text: ['writes the message alone', () => 'Something is wrong.'],
  null: ['writes null for an error', () => null],
  problem: ['writes problem details', (_, status) => ({ title: 'Wrong', status })],
  'code-empty': ['writes an empty code', (body) => ({ ...body, code: '' })],
  'message-empty': ['writes an empty message', (body) => ({ ...body, message: '' })],
  'status-zero': ['writes 0 for the status', (body) => ({ ...body, status: 0 })],
  'status-422': ['writes 422 for the status', (body) => ({ ...body, status: 422 })],
};

const errorBreaks = (form: string): Breaks => {
  if (form.endsWith('-empty')) return ['error.not-empty'];
  return /^status-(zero|422)$/.test(form) ? ['error.status'] : ['error.fields'];
};

const errorBodies = crossed('error', errorForms, errors, (write, status, [form]) => ({
  breaks: errorBreaks(form),
  change: inErrorsWith(status, (body) => write(body, status)),
}));

const isIn = (status: number, operation?: Call['operation']) => (reply: Reply, call: Call) =>
  reply.status === status && (operation === undefined || call.operation === operation);

/** All kinds of answers, and what an answer without a JSON body breaks there. */
const answers: Entries<readonly [(reply: Reply, call: Call) => boolean, Breaks]> = {
  ...Object.fromEntries(
    Object.entries(successes).map(([key, [where, [operation, status, due]]]) => [
      key,
      [where, [isIn(status, operation), [due]]] as const,
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(errors).map(([key, [where, status]]) => [
      key,
      [where, [isIn(status), ['error.fields']]] as const,
    ]),
  ),
};

const typed =
  (type: string) =>
  (reply: Reply): Reply => ({
    ...reply,
    headers: { ...reply.headers, 'Content-Type': type },
  });
const page = (reply: Reply): Reply => ({ ...typed('text/html')(reply), text: '<h1>Sorry</h1>' });

const mediaTypes: Entries<(reply: Reply) => Reply> = {
  plain: ['declares text/plain', typed('text/plain')],
  html: ['declares text/html', typed('text/html; charset=utf-8')],
  problem: ['declares application/problem+json', typed('application/problem+json')],
  'text-json': ['declares text/json', typed('text/json')],
  page: ['writes a page of HTML', page],
};

const onlyFor = (
  which: (call: Call) => boolean,
  where: (reply: Reply, call: Call) => boolean,
): Change => onReply((reply, call) => (which(call) && where(reply, call) ? page(reply) : reply));

const accepts =
  (what: RegExp) =>
  ({ headers }: Call) =>
    what.test(headers.accept ?? '');

/** Callers that get a page in the place of JSON, by what they accept. */
const readers: Entries<(call: Call) => boolean> = {
  html: ['shows a page to callers that accept HTML', accepts(/text\/html/)],
  any: ['shows a page to callers that accept anything', accepts(/^\*\/\*$/)],
  none: [
    'shows a page to callers that name no type',
    ({ headers }) => headers.accept === undefined,
  ],
};

/** Forms of animals, of whole bodies and of errors, and media types. */
export const formFaults: readonly Fault[] = [
  ...animals,
  ...wholeBodies,
  ...errorBodies,
  ...crossed('media', mediaTypes, answers, (change, [where]) => ({
    breaks: ['media.json', 'error.fields'],
    change: onReply((reply, call) => (where(reply, call) ? change(reply) : reply)),
  })),
  ...crossed('page', readers, answers, (which, [where, due]) => ({
    breaks: ['media.json', ...due],
    change: onlyFor(which, where),
  })),
];
