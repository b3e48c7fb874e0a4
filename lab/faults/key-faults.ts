/** Callers who are let in, or turned away in the wrong way: keys, places, near misses, operations. Section 5. */
import { bearerToken } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  admitting,
  type Change,
  membersOf,
  onReply,
  remembering,
  without,
  withStatus,
} from '../../src/reference/changes.ts';
import { demoKey } from '../../src/reference/server.ts';
import type { Fault } from '../../src/reference/variant.ts';
import { animalFirst, bodyFirst, challenging, isA } from '../changes.ts';
import { type Breaks, crossed, type Entries, faultsOf } from './fault-table.ts';

type Who = (call: Call) => boolean;

/** Where a caller is let in. */
const operations: Entries<Who> = {
  all: () => true,
  createPet: isA('createPet'),
  getPet: isA('getPet'),
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
  prefix: token((one) => one.startsWith(demoKey)),
  suffix: token((one) => one.endsWith(demoKey)),
  within: token((one) => one.includes(demoKey)),
  cut: token((one) => one.length > 5 && demoKey.startsWith(one)),
  case: token((one) => one.toLowerCase() === demoKey.toLowerCase()),
  length: token((one) => one.length === demoKey.length),
  'first-half': token((one) => one.slice(0, 11) === demoKey.slice(0, 11)),
  'last-eight': token((one) => one.slice(-8) === demoKey.slice(-8)),
  form: token((one) => /^[\w-]{20,}$/.test(one)),
  any: hasToken,
  pattern: token((one) => one !== demoKey && /[[\]*]/.test(one) && matches(one)),
  like: token(
    (one) => one.includes('%') && new RegExp(`^${one.replaceAll('%', '.*')}$`).test(demoKey),
  ),
  undefined: token((one) => ['undefined', 'null'].includes(one)),
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
  bare: written(/^(\S+)$/),
  'any-scheme': written(/^\S+ (\S+)$/),
  'scheme-end': written(/bearer (\S+)$/i),
  'scheme-begin': written(/^bearer\S* (\S+)/i),
  unspaced: written(/^bearer *(\S+)$/i),
  'scheme-key': written(/^(?:apikey|token) (\S+)$/i),
  'basic-user': (call) => basic(call)[0] === demoKey,
  'basic-password': (call) => basic(call)[1] === demoKey,
  'x-api-key': field('x-api-key'),
  apikey: field('apikey'),
  'x-auth-token': field('x-auth-token'),
  'x-authorization': field('x-authorization'),
  'proxy-authorization': field('proxy-authorization'),
  cookie: ({ headers }) => headers.cookie?.includes(demoKey) === true,
  body: member('access_token'),
  'empty-bearer': (call) => /^bearer *$/i.test(authorization(call)),
};

const hasForm =
  (form: RegExp): Who =>
  (call) =>
    form.test(authorization(call));

/** Whom an answer turns away in the wrong way. */
const callers: Entries<Who> = {
  none: isAnonymous,
  wrong: hasToken,
  short: token((one) => one.length < 8),
  long: token((one) => one.length > 64),
  'very-long': token((one) => one.length > 8192),
  unlike: token((one) => one.length !== demoKey.length),
  'beyond-ascii': hasForm(/[^\p{ASCII}]/u),
  percent: token((one) => one.includes('%')),
  'other-scheme': hasForm(/^(?!bearer)\S+ /i),
  'no-scheme': hasForm(/^[^ ]+$/),
  'scheme-alone': hasForm(/^bearer *$/i),
};

const turnedAway = (caller: string): Breaks => {
  if (caller === 'none') return ['auth.missing-key'];
  return caller.includes('scheme') ? ['auth.bearer-only'] : ['auth.invalid-key'];
};

const refusals: Entries<(reply: Reply) => Reply> = {
  400: (reply) => withStatus(reply, 400),
  403: (reply) => withStatus(reply, 403),
  404: (reply) => withStatus(reply, 404),
  500: (reply) => withStatus(reply, 500),
  302: ({ headers }) => ({ status: 302, headers: { ...headers, Location: '/login' } }),
  'empty-list': ({ headers }) => ({
    status: 200,
    headers: without(headers, 'WWW-Authenticate'),
    body: [],
  }),
};

/** Requests that are open to anybody, by what they ask. */
const open: Entries<Who> = {
  sold: ({ query, body }) => query.get('status') === 'sold' || membersOf(body)?.status === 'sold',
  'with-status': ({ query, body }) => query.has('status') || membersOf(body)?.status !== undefined,
  'without-status': ({ operation, body }) =>
    operation === 'createPet' && membersOf(body)?.status === undefined,
  'with-limit': ({ query }) => query.has('limit'),
  plain: ({ operation, query }) => operation === 'listPets' && query.size === 0,
  charset: ({ headers }) => /charset/i.test(headers['content-type'] ?? ''),
  second: ({ sequence }) => sequence % 2 === 0,
};

const anybody: Entries<readonly [Who, Breaks]> = {
  none: [isAnonymous, ['auth.missing-key']],
  any: [hasToken, ['auth.invalid-key']],
};

/** Headers that anybody can write and a gateway should. */
const trusted: Entries<RegExp> = {
  'x-forwarded-for': /^127\./,
  'x-forwarded-user': /./,
  forwarded: /for="?127\./,
  'x-consumer-username': /./,
  'x-auth-request-user': /./,
  'remote-user': /./,
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

/** A table of callers who are let in, on all operations or on one. */
const letIn = (table: string, rows: Entries<Who>, due: Breaks) =>
  crossed(table, rows, operations, (isIn, where, [row, operation]) =>
    operation !== 'all' && !onOne.includes(row)
      ? undefined
      : { breaks: due, change: admitting((call) => where(call) && isIn(call)) },
  );

const generated = [
  ...letIn('near', nearMisses, ['auth.invalid-key']),
  ...letIn('place', elsewhere, ['auth.bearer-only']),
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
  ...crossed('trusted', { caller: undefined }, trusted, (_, value, [, name]) => ({
    breaks: ['auth.missing-key'],
    change: admitting(({ headers }) => value.test(`${headers[name] ?? ''}`)),
  })),
];

/** Asks for the key once on each connection. */
const oncePerConnection: Change = ({ authorized }) => {
  const known = new WeakSet<object>();
  return {
    authorized: (call) => {
      if (authorized(call)) known.add(call.connection);
      return known.has(call.connection);
    },
  };
};

/** Caches answers to GETs by their address, whoever asks, for some milliseconds. */
const cachedByAddress = (ms: number, status: number): Change =>
  remembering(() => {
    const kept = new Map<string, { readonly at: number; readonly reply: Reply }>();
    return onReply((reply, call) => {
      const address = `${call.path}?${call.query}`;
      const known = kept.get(address);
      if (call.method === 'GET' && known !== undefined && call.at - known.at < ms) {
        const rate = Object.entries(reply.headers).filter(([name]) => /^x-rate/i.test(name));
        return {
          ...known.reply,
          headers: { ...known.reply.headers, ...Object.fromEntries(rate) },
        };
      }
      if (isA('listPets')(call) && reply.status === status) {
        kept.set(address, { at: call.at, reply });
      }
      return reply;
    });
  });

const locksOut: Change = remembering(() => {
  let wrong = 0;
  return onReply((reply, call) =>
    reply.status === 401 && hasToken(call) && ++wrong > 3 ? withStatus(reply, 403) : reply,
  );
});

const longKey = `${demoKey}-`.repeat(4);

const single = [
  ...faultsOf('auth.comes-first', {
    'auth.body-checked-first': bodyFirst,
    'auth.animal-looked-up-first': animalFirst,
  }),
  ...faultsOf('auth.challenge', {
    'auth.no-challenge-without-key': challenging(undefined, hasNoKey),
  }),
  ...faultsOf('auth.scheme-case', {
    'auth.scheme-compared-with-case': ({ authorized }) => ({
      authorized: (call) => !authorization(call).startsWith('bearer ') && authorized(call),
    }),
  }),
  ...faultsOf(['auth.missing-key', 'auth.invalid-key'], {
    'auth.once-for-each-connection': oncePerConnection,
  }),
  ...faultsOf('auth.invalid-key', { 'auth.invalid-locks-out': locksOut }),
  ...faultsOf(
    'auth.invalid-key',
    // Bcrypt takes 72 bytes.
    {
      'auth.key-hashed-by-bcrypt': admitting(
        (call) => bearerToken(call)?.slice(0, 72) === longKey.slice(0, 72),
      ),
    },
    { server: () => ({ apiKey: longKey }) },
  ),
  ...faultsOf(['auth.missing-key', 'auth.invalid-key', 'auth.bearer-only'], {
    'auth.lists-by-address': cachedByAddress(500, 200),
  }),
  ...faultsOf(['list.returns-pets', 'create.created', 'get.found'], {
    'auth.refusals-by-address': cachedByAddress(60_000, 401),
  }),
];

/** Keys, places, near misses and refusals, each on all operations and on one; and what frameworks and caches do. */
export const keyFaults: readonly Fault[] = [...generated, ...single];
