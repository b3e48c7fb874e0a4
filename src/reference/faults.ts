/**
 * Faults for `serve --fault`, to see a pipeline go red: those that teams make most often. Each changes one thing of the
 * reference server. The tables of `lab/faults/` have the others.
 */
import { LosslessNumber } from 'lossless-json';
import { bearerToken, Refusal } from './behaviour.ts';
import type { Call } from './call.ts';
import {
  admitting,
  type Change,
  inAnswers,
  inErrors,
  inLists,
  keeping,
  leaving,
  leavingOut,
  limiting,
  notFinding,
  onReply,
  remembering,
  showing,
  showingIn,
  standingAs,
  taking,
  unfiltering,
  withStatus,
  writingHeader,
} from './changes.ts';
import { demoKey } from './server.ts';
import type { Fault, ServedFault } from './variant.ts';

const anonymousList = ({ operation, headers }: Call) =>
  operation === 'listPets' &&
  headers.authorization === undefined &&
  headers['x-api-key'] === undefined;

const digits = (value: unknown) => typeof value === 'string' && /^\d{1,18}$/.test(value);

/** What each fault breaks, what the server does, and its change. */
type Table = Readonly<Record<string, readonly [Fault['breaks'], title: string, change: Change]>>;

const table: Table = {
  'auth.list-for-anonymous': [
    ['auth.missing-key'],
    'lists animals for anybody who shows no credential at all',
    admitting(anonymousList),
  ],
  'auth.key-compared-by-prefix': [
    ['auth.invalid-key'],
    'takes any token that begins with the key',
    admitting((call) => bearerToken(call)?.startsWith(demoKey) === true),
  ],
  'auth.missing-is-forbidden': [
    ['auth.missing-key', 'auth.bearer-only'],
    'answers 403 if no bearer token is sent, as a well-known framework does',
    onReply((reply, call) =>
      reply.status === 401 && bearerToken(call) === undefined ? withStatus(reply, 403) : reply,
    ),
  ],
  'list.envelope': [
    ['list.returns-pets'],
    'wraps lists in an object with items',
    inLists((items) => ({ items, total: items.length })),
  ],
  'list.default-unlimited': [
    ['list.default-limit'],
    'lists everything without limit',
    limiting(({ given, limit }) => (given ? limit : Number.POSITIVE_INFINITY)),
  ],
  'list.limit-one-too-many': [
    ['list.limit', 'list.default-limit', 'list.filter-with-limit'],
    'lists one animal more than the limit',
    limiting(({ limit }) => limit + 1),
  ],
  'list.filter-ignored': [
    ['list.status-filter', 'list.filter-with-limit'],
    'ignores the status',
    unfiltering(() => true),
  ],
  'list.names-cut-at-20': [
    ['list.same-animal'],
    'lists the first 20 characters of a name',
    showingIn('listPets', (shown, { name }) => ({ ...shown, name: name.slice(0, 20) })),
  ],
  'create.answers-200': [
    ['create.created'],
    'answers creations with 200',
    inAnswers('createPet', 201, (reply) => withStatus(reply, 200)),
  ],
  'create.name-misread': [
    ['create.keeps-values'],
    'reads UTF-8 as Latin-1',
    keeping((one) => ({ ...one, name: Buffer.from(one.name).toString('latin1') })),
  ],
  'create.status-required': [
    ['create.status-optional'],
    'requires a status',
    keeping((one) => (one.status ? one : new Refusal(400, 'status', 'status is missing.'))),
  ],
  'refuse.name-defaulted': [
    ['create.missing-name'],
    'calls an animal without a name Unnamed',
    taking('name', (name) => (name === undefined ? 'Unnamed' : name)),
  ],
  'refuse.category-digits-taken': [
    ['create.invalid-category-id'],
    'takes digits in a string as a category',
    taking('categoryId', (id) => (digits(id) ? new LosslessNumber(`${id}`) : id)),
  ],
  'refuse.null-crashes': [
    ['create.invalid-body'],
    'reads a member of null: 500',
    inAnswers('createPet', 400, (reply, { body }) =>
      body.trim() === 'null' ? withStatus(reply, 500) : reply,
    ),
  ],
  'create.stored-before-checked': [
    ['create.refused-leaves-nothing'],
    'stores an animal before it checks the status',
    leaving(({ status }, { body }) => {
      const name = /"name" *: *"(\w+)"/.exec(body)?.[1];
      return status === 400 && name !== undefined ? { name, categoryId: 1n } : undefined;
    }),
  ],
  'get.read-once': [
    ['get.stays'],
    'gives an animal once by its id, as its cache takes it out',
    remembering(() => {
      const read = new Set<bigint>();
      return notFinding(({ id }) => read.size === read.add(id).size);
    }),
  ],
  'get.null-for-missing': [
    ['get.not-found'],
    'answers 200 with null if there is no animal',
    inAnswers('getPet', 404, (reply) => ({ ...reply, status: 200, body: null })),
  ],
  'pet.id-as-text': [
    ['pet.id'],
    'writes ids as strings, to spare JavaScript the rounding',
    showing((shown, _, { id }) => ({ ...shown, id: `${id}` })),
  ],
  'pet.status-adopted': [
    ['pet.status'],
    'calls sold animals adopted',
    showing((shown, _, { status }) =>
      status === 'sold' ? { ...shown, status: 'adopted' } : shown,
    ),
  ],
  'error.status-as-text': [
    ['error.fields'],
    'writes the status of errors as a string',
    inErrors((body, _, { status }) => ({ ...body, status: `${status}` })),
  ],
  'media.problem-for-bad-requests': [
    ['media.json'],
    'declares a 400 as problem details',
    onReply((reply) =>
      reply.status === 400
        ? { ...reply, headers: { ...reply.headers, 'Content-Type': 'application/problem+json' } }
        : reply,
    ),
  ],
  'rate.limit-missing-for-missing': [
    ['rate.limit-header'],
    'shows no limit with a 404',
    leavingOut(['X-RateLimit-Limit'], ({ status }) => status === 404),
  ],
  'rate.reset-in-milliseconds': [
    ['rate.reset-value'],
    'writes the reset in milliseconds',
    writingHeader('X-RateLimit-Reset', (_, { resetsAt }) => `${resetsAt}`),
  ],
  'rate.remaining-static': [
    ['rate.remaining-falls'],
    'shows that 50 remain all the time',
    writingHeader('X-RateLimit-Remaining', () => '50'),
  ],
  'exhaustion.no-limit': [
    ['rate.enforced'],
    'counts and never refuses',
    standingAs((one) => ({ ...one, allowed: true })),
  ],
  'exhaustion.no-retry-after': [
    ['rate.retry-after'],
    'does not say when to retry',
    leavingOut(['Retry-After'], ({ status }) => status === 429),
  ],
};

/** All of them, by chapter of the specification. Those of the exhausted limit show on a server with a small plan. */
export const faults: readonly ServedFault[] = Object.entries(table).map(
  ([id, [breaks, title, change]]) => ({ id, breaks, title, change }),
);

/** The change of a fault; throws if there is none with the id. */
export function changeOf(id: string): Change {
  const found = table[id];
  if (found === undefined) throw new Error(`there is no fault ${id}`);
  return found[2];
}
