/**
 * Faults for `serve --fault`, to see a pipeline go red: one for each required requirement, and those that teams make most
 * often. Each changes one thing of the reference server.
 */
import { isLosslessNumber, LosslessNumber } from 'lossless-json';
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
  listing,
  membersOf,
  notFinding,
  onReply,
  remembering,
  showing,
  showingIn,
  showingStanding,
  standingAs,
  taking,
  unfiltering,
  withStatus,
  writingHeader,
} from './changes.ts';
import { demoKey } from './server.ts';
import type { Fault, ServedFault } from './variant.ts';

const isA = (operation: Call['operation']) => (call: Call) => call.operation === operation;
const anonymous = ({ headers }: Call) =>
  headers.authorization === undefined && headers['x-api-key'] === undefined;

/** What each fault breaks, what the server does, and its change. */
type Table = Readonly<
  Record<string, readonly [breaks: Breaks | Breaks[0], title: string, change: Change]>
>;
type Breaks = Fault['breaks'];

/** Takes a wrong value of a member for a right one. */
const mending = (
  member: string,
  isWrong: (value: unknown) => boolean,
  right: (value: unknown) => unknown,
): Change => taking(member, (value) => (isWrong(value) ? right(value) : value));

const status = (wanted: number) => (reply: { readonly status: number }) => reply.status === wanted;
const digits = (value: unknown) => typeof value === 'string' && /^\d{1,18}$/.test(value);
const isOther = (known: readonly string[]) => (value: unknown) =>
  typeof value === 'string' && !known.includes(value);

const table: Table = {
  'auth.list-for-anonymous': [
    'auth.missing-key',
    'lists animals for anybody who shows no credential at all',
    admitting((call) => isA('listPets')(call) && anonymous(call)),
  ],
  'auth.key-compared-by-prefix': [
    'auth.invalid-key',
    'takes any token that begins with the key',
    admitting((call) => bearerToken(call)?.startsWith(demoKey) === true),
  ],
  'auth.api-key-header-taken': [
    'auth.bearer-only',
    'takes the key in X-API-Key, too',
    admitting(({ headers }) => headers['x-api-key'] === demoKey),
  ],
  'auth.missing-is-forbidden': [
    ['auth.missing-key', 'auth.bearer-only'],
    'answers 403 if no bearer token is sent, as a well-known framework does',
    onReply((reply, call) =>
      reply.status === 401 && bearerToken(call) === undefined ? withStatus(reply, 403) : reply,
    ),
  ],
  'list.envelope': [
    'list.returns-pets',
    'wraps lists in an object with items',
    inLists((items) => ({ items, total: items.length })),
  ],
  'list.default-unlimited': [
    'list.default-limit',
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
  'list.only-old-animals': [
    'list.shows-animals',
    'lists only the animals of the start',
    listing(() => []),
  ],
  'list.names-cut-at-20': [
    'list.same-animal',
    'lists the first 20 characters of a name',
    showingIn('listPets', (shown, { name }) => ({ ...shown, name: name.slice(0, 20) })),
  ],
  'list.first-twice': [
    'list.unique-ids',
    'lists the first animal twice',
    listing(({ page, selection }) => {
      const shown = page(selection);
      return [...shown.slice(0, 1), ...shown].slice(0, selection.limit);
    }),
  ],
  'create.answers-200': [
    'create.created',
    'answers creations with 200',
    inAnswers('createPet', 201, (reply) => withStatus(reply, 200)),
  ],
  'create.id-from-two-workers': [
    ['create.server-id', 'get.same-animal'],
    'runs two workers that count ids on their own',
    remembering(() => {
      let before = 0;
      return () => ({ newId: () => BigInt(1 + Math.floor(before++ / 2)) });
    }),
  ],
  'create.name-misread': [
    'create.keeps-values',
    'reads UTF-8 as Latin-1',
    keeping((one) => ({ ...one, name: Buffer.from(one.name).toString('latin1') })),
  ],
  'create.status-required': [
    'create.status-optional',
    'requires a status',
    keeping((one) => (one.status ? one : new Refusal(400, 'status', 'status is missing.'))),
  ],
  'create.status-pending-refused': [
    'create.status-values',
    'has forgotten the status pending',
    keeping((one) =>
      one.status === 'pending' ? new Refusal(400, 'status', 'There is no such status.') : one,
    ),
  ],
  'refuse.name-defaulted': [
    'create.missing-name',
    'calls an animal without a name Unnamed',
    taking('name', (name) => (name === undefined ? 'Unnamed' : name)),
  ],
  'refuse.name-missing-422': [
    'create.missing-name',
    'answers 422 to a creation without a name',
    inAnswers('createPet', 400, (reply, { body }) => {
      const { name, categoryId } = membersOf(body) ?? {};
      return name === undefined && categoryId !== undefined ? withStatus(reply, 422) : reply;
    }),
  ],
  'refuse.category-0-by-default': [
    'create.missing-category-id',
    'takes category 0 if none is named',
    taking('categoryId', (id) => (id === undefined ? new LosslessNumber('0') : id)),
  ],
  'refuse.name-number-taken': [
    'create.invalid-name',
    'takes a number as a name',
    mending('name', isLosslessNumber, (value) => `${value}`),
  ],
  'refuse.category-digits-taken': [
    'create.invalid-category-id',
    'takes digits in a string as a category',
    mending('categoryId', digits, (value) => new LosslessNumber(`${value}`)),
  ],
  'refuse.status-unknown-dropped': [
    'create.invalid-status',
    'drops a status that it does not know',
    mending('status', isOther(['available', 'pending', 'sold']), () => undefined),
  ],
  'refuse.null-crashes': [
    'create.invalid-body',
    'reads a member of null: 500',
    inAnswers('createPet', 400, (reply, { body }) =>
      body.trim() === 'null' ? withStatus(reply, 500) : reply,
    ),
  ],
  'create.stored-before-checked': [
    'create.refused-leaves-nothing',
    'stores an animal before it checks the status',
    leaving(({ status }, { body }) => {
      const name = /"name" *: *"(\w+)"/.exec(body)?.[1];
      return status === 400 && name !== undefined ? { name, categoryId: 1n } : undefined;
    }),
  ],
  'get.first-missing': [
    'get.found',
    'does not find the first animal, as its index is taken for false',
    notFinding(({ id }) => id === 1n),
  ],
  'get.name-in-lower-case': [
    'get.same-animal',
    'gives the name that it searches by, in lower case',
    showingIn('getPet', (shown, { name }) => ({ ...shown, name: name.toLowerCase() })),
  ],
  'get.read-once': [
    'get.stays',
    'gives an animal once by its id, as its cache takes it out',
    remembering(() => {
      const read = new Set<bigint>();
      return notFinding(({ id }) => read.size === read.add(id).size);
    }),
  ],
  'get.null-for-missing': [
    'get.not-found',
    'answers 200 with null if there is no animal',
    inAnswers('getPet', 404, (reply) => ({ ...reply, status: 200, body: null })),
  ],
  'pet.id-as-text': [
    'pet.id',
    'writes ids as strings, to spare JavaScript the rounding',
    showing((shown, _, { id }) => ({ ...shown, id: `${id}` })),
  ],
  'pet.name-null-in-lists': [
    'pet.name',
    'lists animals with a null name',
    showingIn('listPets', (shown) => ({ ...shown, name: null })),
  ],
  'pet.category-id-as-object': [
    'pet.category-id',
    'gives the category as an object with an id',
    showing((shown, _, { categoryId }) => ({ ...shown, categoryId: { id: categoryId } })),
  ],
  'pet.status-adopted': [
    'pet.status',
    'calls sold animals adopted',
    showing((shown, _, { status }) =>
      status === 'sold' ? { ...shown, status: 'adopted' } : shown,
    ),
  ],
  'error.status-as-text': [
    'error.fields',
    'writes the status of errors as a string',
    inErrors((body, _, { status }) => ({ ...body, status: `${status}` })),
  ],
  'error.status-zero': [
    'error.status',
    'writes 0 for the status of errors',
    inErrors((body) => ({ ...body, status: 0 })),
  ],
  'media.problem-for-bad-requests': [
    'media.json',
    'declares a 400 as problem details',
    onReply((reply) =>
      reply.status === 400
        ? { ...reply, headers: { ...reply.headers, 'Content-Type': 'application/problem+json' } }
        : reply,
    ),
  ],
  'rate.limit-missing-for-missing': [
    'rate.limit-header',
    'shows no limit with a 404',
    leavingOut(['X-RateLimit-Limit'], status(404)),
  ],
  'rate.remaining-missing-for-creations': [
    'rate.remaining-header',
    'does not show what remains after a creation',
    leavingOut(['X-RateLimit-Remaining'], status(201)),
  ],
  'rate.no-reset': [
    'rate.reset-header',
    'does not show when the limit resets',
    leavingOut(['X-RateLimit-Reset'], () => true),
  ],
  'rate.limit-with-unit': [
    'rate.limit-value',
    'writes the limit as 1000/min',
    writingHeader('X-RateLimit-Limit', (limit) => `${limit}/min`),
  ],
  'rate.remaining-negative': [
    'rate.remaining-value',
    'shows what is used, below zero',
    writingHeader('X-RateLimit-Remaining', (_, one) => `${one.remaining - one.limit}`),
  ],
  'rate.reset-in-milliseconds': [
    'rate.reset-value',
    'writes the reset in milliseconds',
    writingHeader('X-RateLimit-Reset', (_, { resetsAt }) => `${resetsAt}`),
  ],
  'rate.limit-doubled': [
    'rate.plan-limit',
    'shows twice the limit of the plan',
    showingStanding((one) => ({ ...one, limit: 2 * one.limit })),
  ],
  'rate.remaining-static': [
    'rate.remaining-falls',
    'shows that 50 remain all the time',
    writingHeader('X-RateLimit-Remaining', () => '50'),
  ],
  'rate.limit-twice': [
    'rate.header-once',
    'shows the limit of the minute and that of the day under one name',
    onReply((reply) => ({ ...reply, headers: { ...reply.headers, 'x-ratelimit-limit': '7' } })),
  ],
  'exhaustion.no-limit': [
    'rate.enforced',
    'counts and never refuses',
    standingAs((one) => ({ ...one, allowed: true })),
  ],
  'exhaustion.half': [
    'rate.not-early',
    'shows twice the limit that it enforces',
    standingAs((one) => ({ ...one, limit: 2 * one.limit, remaining: one.remaining + one.limit })),
  ],
  'exhaustion.no-retry-after': [
    'rate.retry-after',
    'does not say when to retry',
    leavingOut(['Retry-After'], status(429)),
  ],
  'exhaustion.blocked-for-ever': [
    'rate.recovers',
    'serves no call after a 429',
    remembering(() => {
      let isBlocked = false;
      return standingAs((one, { at }) => {
        isBlocked ||= !one.allowed;
        const retryAfter = one.resetsAt - at;
        return isBlocked ? { ...one, allowed: false, remaining: 0, retryAfter } : one;
      });
    }),
  ],
};

/** All of them, by chapter of the specification. Those of the exhausted limit show on a server with a small plan. */
export const faults: readonly ServedFault[] = [
  {
    id: 'version.base-path-v2',
    title: 'stands at /v2 instead of /v1',
    breaks: ['version.base-path'],
    server: () => ({ basePath: '/v2' }),
  },
  ...Object.entries(table).map(([id, [breaks, title, change]]) => ({
    id,
    title,
    breaks: typeof breaks === 'string' ? ([breaks] as const) : breaks,
    change,
  })),
];

/** The fault with the id; throws if there is none. */
export function faultOf(id: string): ServedFault {
  const found = faults.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no fault ${id}`);
  return found;
}

/** What the server of a fault changes; throws if there is no such fault, or if it changes nothing but its settings. */
export function changeOf(id: string): Change {
  const { change } = faultOf(id);
  if (change === undefined) throw new Error(`the fault ${id} changes no behaviour`);
  return change;
}
