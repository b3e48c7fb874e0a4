/** Wrong responses of each kind: members of animals, bodies, errors, media types, headers. Sections 2, 4, 7 and 8. */
import { stringify } from 'lossless-json';
import { payloadOf } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  type Change,
  inAnswers,
  inErrors,
  omit,
  onReply,
  showing,
  without,
  withStatus,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/variant.ts';
import { type Animal, members } from '../../src/spec/animal.ts';
import type { Operation } from '../../src/spec/operations.ts';
import { type Breaks, crossed, type Entries } from './fault-table.ts';

/** A response that succeeds: its operation, its status, and the requirement that asks for it. */
type Success = readonly [operation: Operation, status: number, due: Breaks[0]];

const successes: Entries<Success> = {
  created: ['createPet', 201, 'create.created'],
  listed: ['listPets', 200, 'list.returns-pets'],
  read: ['getPet', 200, 'get.found'],
};

/** Statuses of errors that the specification defines. */
const errors = { 400: 400, 401: 401, 404: 404 };

/** What is shown for the member that the id of the form begins with; undefined leaves it out. */
type Form = (animal: Animal) => unknown;

const asNumber = (text: string) => (/^\d+$/.test(text) ? Number(text) : text);
const asText = (id: bigint) => (id > 2n ** 53n ? `${id}` : id);

const memberForms: Entries<Form> = {
  'id-text': ({ id }) => `${id}`,
  'id-null': () => null,
  'id-missing': () => undefined,
  'id-unsigned': ({ id }) => 2n ** 63n + id,
  'name-missing': () => undefined,
  'name-number': ({ name }) => asNumber(name),
  'categoryId-text': ({ categoryId }) => `${categoryId}`,
  'categoryId-large': (one) => asText(one.categoryId),
  'categoryId-missing': () => undefined,
  'categoryId-object': ({ categoryId }) => ({ id: categoryId }),
  'categoryId-unsigned': (one) => BigInt.asUintN(64, one.categoryId),
  'status-null': ({ status }) => status ?? null,
  'status-empty': ({ status }) => status ?? '',
  'status-word': ({ status }) => status ?? 'unknown',
  'status-capitals': ({ status }) => status?.toUpperCase(),
  'status-adopted': ({ status }) => (status === 'sold' ? 'adopted' : status),
  'status-number': ({ status }) => (status ? 1 : undefined),
};

const animals = crossed('pet', memberForms, successes, (write, [operation], [form]) => {
  const member = members.find(({ name }) => form.startsWith(`${name}-`));
  return (
    member && {
      breaks: [member.judged],
      change: showing((shown, call, animal) =>
        call.operation === operation ? { ...shown, [member.name]: write(animal) } : shown,
      ),
    }
  );
});

const bodiless = ({ status, headers }: Reply): Reply => ({ status, headers });
const as = (code: number) => (reply: Reply) => withStatus(reply, code);

const bodies: Entries<(reply: Reply) => Reply> = {
  array: (reply) => ({ ...reply, body: [reply.body] }),
  envelope: (reply) => ({ ...reply, body: { data: reply.body } }),
  string: (reply) => ({ ...reply, body: stringify(reply.body) }),
  null: (reply) => ({ ...reply, body: null }),
  nothing: bodiless,
  cut: (reply) => ({ ...reply, text: payloadOf(reply).toString().slice(0, -1) }),
  200: as(200),
  201: as(201),
  202: as(202),
  204: (reply) => ({ ...bodiless(reply), status: 204 }),
  206: as(206),
  307: ({ headers }) => ({ status: 307, headers: { ...headers, Location: '/v1/pets/' } }),
  500: (reply) => ({ ...reply, status: 500, body: { code: 'x', message: 'x', status: 500 } }),
};

const wholeBodies = crossed('body', bodies, successes, (change, [operation, code, due], [form]) =>
  form === `${code}`
    ? undefined
    : { breaks: [due], change: inAnswers(operation, code, (reply) => change(reply)) },
);

const errorForms: Entries<(body: object, status: number) => unknown> = {
  'no-code': (body) => omit(body, 'code'),
  'no-message': (body) => omit(body, 'message'),
  'no-status': (body) => omit(body, 'status'),
  'status-text': (body, status) => ({ ...body, status: `${status}` }),
  list: (body) => [body],
  nested: (error) => ({ error }),
  text: () => 'Something is wrong.',
  null: () => null,
  problem: (_, status) => ({ title: 'Wrong', status }),
  'code-empty': (body) => ({ ...body, code: '' }),
  'message-empty': (body) => ({ ...body, message: '' }),
  'status-zero': (body) => ({ ...body, status: 0 }),
  'status-422': (body) => ({ ...body, status: 422 }),
};

const errorBreaks = (form: string): Breaks => {
  if (form.endsWith('-empty')) return ['error.not-empty'];
  return /^status-(zero|422)$/.test(form) ? ['error.status'] : ['error.fields'];
};

const errorBodies = crossed('error', errorForms, errors, (write, status, [form]) => ({
  breaks: errorBreaks(form),
  change: inErrors((body, _, refusal) => (refusal.status === status ? write(body, status) : body)),
}));

type Where = (reply: Reply, call: Call) => boolean;

const isIn =
  (wanted: number, operation?: Operation): Where =>
  ({ status }, call) =>
    status === wanted && (operation === undefined || call.operation === operation);

/** All kinds of responses, and what one without a JSON body breaks there. */
const kinds: Entries<readonly [Where, Breaks]> = Object.fromEntries([
  ...Object.entries(successes).map(
    ([id, [operation, status, due]]) => [id, [isIn(status, operation), [due]]] as const,
  ),
  ...Object.entries(errors).map(([id, status]) => [id, [isIn(status), ['error.fields']]] as const),
]);

const typed =
  (type: string) =>
  (reply: Reply): Reply => ({
    ...reply,
    headers: { ...reply.headers, 'Content-Type': type },
  });
const page = (reply: Reply): Reply => ({ ...typed('text/html')(reply), text: '<h1>Sorry</h1>' });

const mediaTypes: Entries<(reply: Reply) => Reply> = {
  plain: typed('text/plain'),
  html: typed('text/html; charset=utf-8'),
  problem: typed('application/problem+json'),
  'text-json': typed('text/json'),
  page,
};

const media = crossed('media', mediaTypes, kinds, (change, [where]) => ({
  breaks: ['media.json', 'error.fields'],
  change: onReply((reply, call) => (where(reply, call) ? change(reply) : reply)),
}));

/** Callers that get a page in the place of JSON, by what they accept. */
const readers: Entries<(accept: string | undefined) => boolean> = {
  html: (accept = '') => accept.includes('text/html'),
  any: (accept) => accept === '*/*',
  none: (accept) => accept === undefined,
};

const pages = crossed('page', readers, kinds, (which, [where, due]) => ({
  breaks: ['media.json', ...due],
  change: onReply((reply, call) =>
    which(call.headers.accept) && where(reply, call) ? page(reply) : reply,
  ),
}));

/** Where a header of the limit goes wrong. */
const places: Entries<Where> = {
  always: () => true,
  lists: isIn(200, 'listPets'),
  creations: isIn(201, 'createPet'),
  reads: isIn(200, 'getPet'),
  400: isIn(400),
  401: isIn(401),
  404: isIn(404),
  seventh: (_, { sequence }) => sequence % 7 === 0,
  first: (_, { sequence }) => sequence === 1,
};

/** Its name, what is broken if it is missing, and if its value is wrong. */
const headers: Entries<readonly [name: string, missing: Breaks, wrong: Breaks]> = {
  limit: ['X-RateLimit-Limit', ['rate.limit-header'], ['rate.limit-value', 'rate.plan-limit']],
  remaining: [
    'X-RateLimit-Remaining',
    ['rate.remaining-header'],
    ['rate.remaining-value', 'rate.remaining-falls', 'rate.remaining-true'],
  ],
  reset: ['X-RateLimit-Reset', ['rate.reset-header'], ['rate.reset-value', 'rate.reset-true']],
};

/** Writes a header otherwise, from its value. */
const writing = (
  name: string,
  where: Where,
  write: (value: string, reply: Reply, call: Call) => Readonly<Record<string, string>>,
): Change =>
  onReply((reply, call) => {
    if (!where(reply, call)) return reply;
    const written = write(reply.headers[name] ?? '', reply, call);
    return { ...reply, headers: { ...without(reply.headers, name), ...written } };
  });

const names: Entries<(name: string, value: string) => Readonly<Record<string, string>>> = {
  missing: () => ({}),
  draft: (name, value) => ({ [name.slice(2)]: value }),
  hyphen: (name, value) => ({ [name.replace('RateLimit', 'Rate-Limit')]: value }),
};

const missing = Object.entries(headers).flatMap(([header, [name, breaks]]) =>
  crossed(header, names, places, (rename, where, [id, place]) =>
    id !== 'missing' && place !== 'always'
      ? undefined
      : { breaks, change: writing(name, where, (value) => rename(name, value)) },
  ),
);

/** A wrong way to write the header that its id begins with. */
type Write = (value: string, reply: Reply, call: Call) => string;

const later = (seconds: number) => (value: string) => `${Number(value) + seconds}`;
const date = (value: string) => new Date(Number(value) * 1000);
const limitIn = ({ headers }: Reply) => Number(headers['X-RateLimit-Limit']);

const values: Entries<Write> = {
  'limit-unit': (value) => `${value}/min`,
  'limit-policy': (value) => `${value}, ${value};w=60`,
  'limit-thousands': () => '1,000',
  'limit-scientific': () => '1e3',
  'limit-word': () => 'unlimited',
  'limit-below-zero': () => '-1',
  'limit-empty': () => '',
  'limit-fraction': (value) => `${value}.0`,
  'limit-doubled': (value) => `${2 * Number(value)}`,
  'remaining-used': (value, one) => `${Number(value) - limitIn(one)}`,
  'remaining-fraction': (value) => `${value}.5`,
  'remaining-of-limit': (value, one) => `${value}/${limitIn(one)}`,
  'remaining-empty': () => '',
  'remaining-undefined': () => 'undefined',
  'remaining-above': (_, one) => `${limitIn(one) + 1}`,
  'remaining-limit': (_, one) => `${limitIn(one)}`,
  'remaining-none': () => '0',
  'reset-milliseconds': (value) => `${value}000`,
  'reset-delta': (one, _, { at }) => `${Math.ceil(Number(one) - at / 1000)}`,
  'reset-http-date': (value) => date(value).toUTCString(),
  'reset-iso-date': (value) => date(value).toISOString(),
  'reset-early': later(-3600),
  'reset-two-days': later(2 * 86_400),
  'reset-two-hours': later(7200),
  'reset-zero': () => '0',
  'reset-empty': () => '',
  'reset-now': (_, __, { at }) => `${Math.floor(at / 1000)}`,
};

/** Values that are wrong only beside those of other answers. */
const compared = /^(limit-doubled|remaining-(limit|none)|reset-(two-hours|now))$/;

/** A value that is wrong in one status alone is another fault. */
const valuePlaces = { always: () => true, 404: isIn(404) };

const wrong = crossed('header', values, valuePlaces, (write, where, [id, place]) => {
  const [name, , breaks] = headers[id.replace(/-.*/, '')] ?? [];
  if (!name || !breaks || (place !== 'always' && compared.test(id))) return undefined;
  const change = writing(name, where, (...given) => ({ [name]: write(...given) }));
  return { breaks, change };
});

/** The same header once more, with another value, as another layer writes it. */
const twice = crossed('twice', headers, valuePlaces, ([name], where) => ({
  breaks: ['rate.header-once'],
  change: writing(name, where, (value) => ({
    [name]: value,
    [name.toLowerCase()]: later(3600)(value),
  })),
}));

export const responseFaults: readonly Fault[] = [
  ...animals,
  ...wholeBodies,
  ...errorBodies,
  ...media,
  ...pages,
  ...missing,
  ...wrong,
  ...twice,
];
