/** Callers who are let in, or turned away in the wrong way: keys, places, near misses, operations. Section 5. */
import { bearerToken } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import { admitting, membersOf, onReply, without, withStatus } from '../../src/reference/changes.ts';
import { demoKey } from '../../src/reference/server.ts';
import type { Fault } from '../../src/reference/variant.ts';
import { type Breaks, crossed, type Entries } from './fault-table.ts';

type Who = (call: Call) => boolean;

/** Where a caller is let in. */
const operations: Entries<Who> = {
  all: ['', () => true],
  ...Object.fromEntries(
    (['createPet', 'getPet'] as const).map((name) => [
      name,
      [`(${name} alone)`, (call: Call) => call.operation === name] as const,
    ]),
  ),
};

const authorization = ({ headers }: Call) => headers.authorization ?? '';
const hasNoKey: Who = ({ headers }) => headers.authorization === undefined;
const isAnonymous: Who = (call) =>
  hasNoKey(call) && call.headers['x-api-key'] === undefined && call.headers.cookie === undefined;
const hasToken: Who = (call) => bearerToken(call) !== undefined;

/** Lets in a token that is like the key. */
const token =
  (isLike: (token: string) => boolean): Who =>
  (call) => {
    const given = bearerToken(call);
    return given !== undefined && isLike(given);
  };

const matches = (pattern: string): boolean => {
  try {
    return new RegExp(`^${pattern}$`).test(demoKey);
  } catch {
    return false;
  }
};

const nearMisses: Entries<Who> = {
  prefix: ['takes any token that begins with the key', token((one) => one.startsWith(demoKey))],
  suffix: ['takes any token that ends with the key', token((one) => one.endsWith(demoKey))],
  within: ['takes any token that contains the key', token((one) => one.includes(demoKey))],
  cut: [
    'takes the beginning of a key for the key',
    token((one) => one.length > 5 && demoKey.startsWith(one)),
  ],
  case: [
    'compares keys without regard to letter case',
    token((one) => one.toLowerCase() === demoKey.toLowerCase()),
  ],
  length: [
    'takes any token of the length of its keys',
    token((one) => one.length === demoKey.length),
  ],
  'first-half': [
    'compares the first half of a key',
    token((one) => one.slice(0, 11) === demoKey.slice(0, 11)),
  ],
  'last-eight': [
    'compares the last eight characters of a key',
    token((one) => one.slice(-8) === demoKey.slice(-8)),
  ],
  form: ['takes any token of the form of a key', token((one) => /^[\w-]{20,}$/.test(one))],
  any: ['takes any token', hasToken],
  pattern: [
    'takes a token for a pattern',
    token((one) => one !== demoKey && /[[\]*]/.test(one) && matches(one)),
  ],
  like: [
    'looks keys up with LIKE',
    token((one) => one.includes('%') && new RegExp(`^${one.replaceAll('%', '.*')}$`).test(demoKey)),
  ],
  undefined: [
    'takes the words undefined and null for a key',
    token((one) => ['undefined', 'null'].includes(one)),
  ],
};

const basic = (call: Call) => {
  const encoded = /^basic (.*)$/i.exec(authorization(call))?.[1] ?? '';
  return Buffer.from(encoded, 'base64').toString().split(':');
};
const field =
  (name: string): Who =>
  ({ headers }) =>
    headers[name] === demoKey || headers[name] === `Bearer ${demoKey}`;
const written =
  (form: RegExp): Who =>
  (call) =>
    form.exec(authorization(call))?.[1] === demoKey;
const member =
  (name: string): Who =>
  ({ body }) =>
    membersOf(body)?.[name] === demoKey;

const elsewhere: Entries<Who> = {
  bare: ['takes the key without a scheme', written(/^(\S+)$/)],
  'any-scheme': ['takes the key under any scheme', written(/^\S+ (\S+)$/)],
  'scheme-end': ['takes the key under schemes that end with Bearer', written(/bearer (\S+)$/i)],
  'scheme-begin': [
    'takes the key under schemes that begin with Bearer',
    written(/^bearer\S* (\S+)/i),
  ],
  unspaced: ['takes the key right behind Bearer', written(/^bearer *(\S+)$/i)],
  'scheme-key': ['takes the key under ApiKey and Token', written(/^(?:apikey|token) (\S+)$/i)],
  'basic-user': ['takes the key as the user under Basic', (call) => basic(call)[0] === demoKey],
  'basic-password': [
    'takes the key as the password under Basic',
    (call) => basic(call)[1] === demoKey,
  ],
  'x-api-key': ['takes the key in X-API-Key', field('x-api-key')],
  apikey: ['takes the key in apikey', field('apikey')],
  'x-auth-token': ['takes the key in X-Auth-Token', field('x-auth-token')],
  'x-authorization': ['takes the key in X-Authorization', field('x-authorization')],
  'proxy-authorization': ['takes the key in Proxy-Authorization', field('proxy-authorization')],
  cookie: [
    'takes the key in a cookie',
    ({ headers }) => headers.cookie?.includes(demoKey) === true,
  ],
  body: ['takes the key as access_token in the body', member('access_token')],
  'empty-bearer': [
    'takes Bearer without a token',
    (call) => /^bearer *$/i.test(authorization(call)),
  ],
};

const hasForm =
  (form: RegExp): Who =>
  (call) =>
    form.test(authorization(call));

/** Whom an answer turns away in the wrong way. */
const callers: Entries<Who> = {
  none: ['callers without a key', isAnonymous],
  wrong: ['a wrong key', hasToken],
  short: ['a key of a few characters', token((one) => one.length < 8)],
  long: ['a key of more than 64 characters', token((one) => one.length > 64)],
  'very-long': ['a key of more than 8 KiB', token((one) => one.length > 8192)],
  unlike: ['a key of another length', token((one) => one.length !== demoKey.length)],
  'beyond-ascii': ['a key beyond ASCII', hasForm(/[^\p{ASCII}]/u)],
  percent: ['a key with a percent sign', token((one) => one.includes('%'))],
  'other-scheme': ['another scheme', hasForm(/^(?!bearer)\S+ /i)],
  'no-scheme': ['a key without a scheme', hasForm(/^[^ ]+$/)],
  'scheme-alone': ['Bearer without a token', hasForm(/^bearer *$/i)],
};

const turnedAway = (caller: string): Breaks => {
  if (caller === 'none') return ['auth.missing-key'];
  return caller.includes('scheme') ? ['auth.bearer-only'] : ['auth.invalid-key'];
};

const succeeding =
  (body: unknown) =>
  (reply: Reply): Reply => ({
    status: 200,
    headers: without(reply.headers, 'WWW-Authenticate'),
    body,
  });

const refusals: Entries<(reply: Reply) => Reply> = {
  400: ['answers 400 to', (reply) => withStatus(reply, 400)],
  403: ['answers 403 to', (reply) => withStatus(reply, 403)],
  404: ['answers 404 to', (reply) => withStatus(reply, 404)],
  500: ['answers 500 to', (reply) => withStatus(reply, 500)],
  302: [
    'sends to a login page',
    ({ headers }) => ({ status: 302, headers: { ...headers, Location: '/login' } }),
  ],
  'empty-list': ['lists nothing for', succeeding([])],
};

/** Requests that are open to anybody, by what they ask. */
const open: Entries<Who> = {
  sold: [
    'what is sold',
    ({ query, body }) => query.get('status') === 'sold' || membersOf(body)?.status === 'sold',
  ],
  'with-status': [
    'whatever names a status',
    ({ query, body }) => query.has('status') || membersOf(body)?.status !== undefined,
  ],
  'without-status': [
    'creations without a status',
    ({ operation, body }) => operation === 'createPet' && membersOf(body)?.status === undefined,
  ],
  'with-limit': ['lists with a limit', ({ query }) => query.has('limit')],
  plain: [
    'the list without a query',
    ({ operation, query }) => operation === 'listPets' && query.size === 0,
  ],
  charset: [
    'creations that name a character set',
    ({ headers }) => /charset/i.test(headers['content-type'] ?? ''),
  ],
  second: [
    'every second call, as one of two workers has no keys',
    ({ sequence }) => sequence % 2 === 0,
  ],
};

const anybody: Entries<readonly [Who, Breaks]> = {
  none: ['needs no key for', [isAnonymous, ['auth.missing-key']]],
  any: ['takes any token for', [hasToken, ['auth.invalid-key']]],
};

/** Headers that anybody can write and a gateway should. */
const trusted: Entries<RegExp> = {
  'x-forwarded-for': ['X-Forwarded-For', /^127\./],
  'x-forwarded-user': ['X-Forwarded-User', /./],
  forwarded: ['Forwarded', /for="?127\./],
  'true-client-ip': ['True-Client-IP', /^127\./],
  'x-consumer-username': ['X-Consumer-Username', /./],
  'x-auth-request-user': ['X-Auth-Request-User', /./],
  'remote-user': ['Remote-User', /./],
  'x-internal': ['X-Internal', /./],
  'x-debug': ['X-Debug', /./],
  'x-requested-with': ['X-Requested-With', /./],
};

/** What is tried on single operations, too: a staging that locks out after some log-ins allows few of these. */
const onOne = [
  'any',
  'prefix',
  'cut',
  'any-scheme',
  'bare',
  'basic-user',
  'x-api-key',
  'empty-bearer',
];

/** Keys, places, near misses and refusals, each on all operations and on one. */
export const keyFaults: readonly Fault[] = [
  ...crossed('near', nearMisses, operations, (isIn, where, [miss, operation]) =>
    operation !== 'all' && !onOne.includes(miss)
      ? undefined
      : {
          breaks: ['auth.invalid-key'],
          change: admitting((call) => where(call) && isIn(call)),
        },
  ),
  ...crossed('place', elsewhere, operations, (isIn, where, [place, operation]) =>
    operation !== 'all' && !onOne.includes(place)
      ? undefined
      : {
          breaks: ['auth.bearer-only'],
          change: admitting((call) => where(call) && isIn(call)),
        },
  ),
  ...crossed('anonymous', refusals, callers, (answer, who, [status, caller]) => {
    const isCommon = ['none', 'wrong'].includes(caller) || caller.includes('scheme');
    const isRare = ['404', '302', 'empty-list'].includes(status);
    if (isRare ? !['none', 'wrong'].includes(caller) : !isCommon && status !== '500') {
      return undefined;
    }
    return {
      breaks: turnedAway(caller),
      change: onReply((reply, call) => (reply.status === 401 && who(call) ? answer(reply) : reply)),
    };
  }),
  ...crossed('open', anybody, open, ([who, breaks], where) => ({
    breaks: [...breaks, 'auth.bearer-only'],
    change: admitting((call) => where(call) && who(call)),
  })),
  ...crossed(
    'trusted',
    { caller: ['believes what a caller writes in', ''] },
    trusted,
    (_, value, [, name]) => ({
      breaks: ['auth.missing-key'],
      change: admitting(({ headers }) => value.test(`${headers[name] ?? ''}`)),
    }),
  ),
];
