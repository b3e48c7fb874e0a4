import type { Operation } from '../../src/catalogue/operations.ts';
import { bearerToken, Refusal } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  admitting,
  type Change,
  faultsOf,
  jsonOf,
  onReply,
  without,
  withStatus,
} from '../../src/reference/changes.ts';
import { demoKey } from '../../src/reference/server.ts';
import { everyTurn, type Fault } from '../../src/reference/subject.ts';

/** Carries nothing that may be a key. */
const anonymous = ({ headers }: Call) =>
  headers.authorization === undefined && headers['x-api-key'] === undefined;

const withoutHeader = ({ headers }: Call) => headers.authorization === undefined;

const withToken = (call: Call) => bearerToken(call) !== undefined;

const schemeOf = ({ headers }: Call) => headers.authorization?.split(' ')[0] ?? '';

/** The same question about one operation only. */
const on = (operation: Operation, who: (call: Call) => boolean) => (call: Call) =>
  call.operation === operation && who(call);

/** Lets in callers whose bearer token is like the key. */
const taking = (likeKey: (token: string) => boolean) =>
  admitting((call) => likeKey(bearerToken(call) ?? ''));

/** Answers some of the calls that are due a 401 differently. */
const telling = (who: (call: Call) => boolean, change: (reply: Reply) => Reply): Change =>
  onReply((reply, call) => (reply.status === 401 && who(call) ? change(reply) : reply));

const as = (status: number) => (reply: Reply) => withStatus(reply, status);

const emptyList = (reply: Reply): Reply => ({ ...reply, status: 200, body: [] });

/** Lets a call in if the key came over the same connection before. */
const onKnownConnections =
  (who: (call: Call) => boolean): Change =>
  ({ authorized }) => {
    const known = new WeakSet<object>();
    return {
      authorized: (call) => {
        const right = authorized(call);
        if (right) known.add(call.connection);
        return right || (known.has(call.connection) && who(call));
      },
    };
  };

const denied = (reply: Reply): Reply => ({
  status: 401,
  headers: { ...reply.headers, 'WWW-Authenticate': 'Bearer' },
  body: { code: 'unauthorized', message: 'The API key is missing or invalid.', status: 401 },
});

const unchallenged = (who: (call: Call) => boolean) =>
  telling(who, (reply) => ({ ...reply, headers: without(reply.headers, 'WWW-Authenticate') }));

/** User name and password under Basic. */
const basicPair = ({ headers }: Call) => {
  const encoded = /^basic (.*)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  return Buffer.from(encoded, 'base64').toString().split(':');
};

const longKey = `${demoKey}-`.repeat(4);

const missing = faultsOf('auth.missing-key', {
  'auth.list-for-anonymous': [
    'lists animals for anybody who shows no credential at all',
    admitting(on('listPets', anonymous)),
  ],
  'auth.missing-is-bad-request': [
    'counts the key among the parameters of a creation: 400 where none is sent',
    telling(on('createPet', anonymous), as(400)),
  ],
  'auth.missing-lists-nothing': [
    'shows callers without a key an empty list instead of 401',
    telling(on('listPets', anonymous), emptyList),
  ],
  'auth.missing-told-where-to-log-in': [
    'answers lists without a key 200 and tells where to log in',
    telling(on('listPets', anonymous), ({ headers }) => ({
      status: 200,
      headers: without(headers, 'WWW-Authenticate'),
      body: { login: '/login' },
    })),
  ],
  'auth.missing-goes-to-login': [
    'sends callers without a key to a login page',
    telling(on('getPet', anonymous), (reply) => ({
      status: 302,
      headers: { ...without(reply.headers, 'WWW-Authenticate'), Location: '/login' },
    })),
  ],
  'auth.missing-hides-animals': [
    'answers 404 for animals that exist if no key is sent',
    telling(on('getPet', anonymous), as(404)),
  ],
  'auth.connection-stays-open-to-all': [
    'takes the key once for each connection and asks for none afterwards',
    onKnownConnections(anonymous),
  ],
});

const invalid = faultsOf('auth.invalid-key', {
  'auth.key-compared-by-prefix': [
    'takes any token that begins with the key',
    taking((token) => token.startsWith(demoKey)),
  ],
  'auth.key-compared-by-suffix': [
    'takes any token that ends with the key',
    taking((token) => token.endsWith(demoKey)),
  ],
  'auth.key-may-be-cut-short': [
    'takes the beginning of a key for the key, as a LIKE query would',
    taking((token) => token.length > 5 && demoKey.startsWith(token)),
  ],
  'auth.key-without-case': [
    'compares keys without regard to letter case, as its database does',
    taking((token) => token.toLowerCase() === demoKey.toLowerCase()),
  ],
  'auth.key-by-length': [
    'takes any token of the length of its keys',
    taking((token) => token.length === demoKey.length),
  ],
  'auth.key-by-first-half': [
    'looks keys up by their first half and never compares the rest',
    taking((token) => token.slice(0, 11) === demoKey.slice(0, 11)),
  ],
  'auth.key-by-last-characters': [
    'looks keys up by their last eight characters, which it shows to customers',
    taking((token) => token.slice(-8) === demoKey.slice(-8)),
  ],
  'auth.any-token-gets-animals': [
    'asks getPet for a token and does not look at it',
    admitting(on('getPet', withToken)),
  ],
  'auth.any-token-of-good-form': [
    'checks the form of a key for lists, not whether somebody has it',
    admitting(on('listPets', (call) => /^[\w-]{20,}$/.test(bearerToken(call) ?? ''))),
  ],
  'auth.any-token-on-known-connection': [
    'takes any token over a connection that the right one has used',
    onKnownConnections(withToken),
  ],
  'auth.key-in-any-case-on-known-connection': [
    'remembers the fields of a connection without regard to letter case, as Jetty 9 does',
    onKnownConnections((call) => bearerToken(call)?.toLowerCase() === demoKey.toLowerCase()),
  ],
  'auth.invalid-is-forbidden': [
    'answers 403 to a key that nobody has',
    telling(withToken, as(403)),
  ],
  'auth.invalid-locks-out': [
    'answers 403 from the fourth wrong key on',
    (base) => {
      let wrong = 0;
      const counted = (call: Call) => withToken(call) && ++wrong > 3;
      return telling(counted, as(403))(base);
    },
  ],
  'auth.invalid-lists-nothing': [
    'filters the list by the owner of the key: an empty one for a key that nobody has',
    telling(on('listPets', withToken), emptyList),
  ],
});

const broader: readonly Fault[] = [
  {
    id: 'auth.scheme-found-anywhere',
    title: 'looks for "Bearer" and a token anywhere in the header, not only at its beginning',
    breaks: ['auth.bearer-only'],
    settings: everyTurn,
    change: admitting(
      ({ headers }) => headers.authorization?.endsWith(`Bearer ${demoKey}`) === true,
    ),
  },
  {
    id: 'auth.api-key-header-gets-animals',
    title: 'takes the key in X-API-Key for getPet, which is older than the rest',
    breaks: ['auth.bearer-only'],
    settings: everyTurn,
    change: admitting(on('getPet', ({ headers }) => headers['x-api-key'] === demoKey)),
  },
  {
    id: 'auth.get-unprotected',
    title: 'was given a new route for getPet, and nobody put the check of the key before it',
    breaks: ['auth.missing-key', 'auth.invalid-key', 'auth.bearer-only'],
    change: admitting(on('getPet', () => true)),
  },
  {
    id: 'auth.creation-skips-missing-header',
    title: 'checks the key of a creation only if there is an Authorization header',
    breaks: ['auth.missing-key', 'auth.bearer-only'],
    settings: everyTurn,
    change: admitting(on('createPet', withoutHeader)),
  },
  {
    id: 'auth.charset-opens-creations',
    title: 'guards creations of application/json, and lets anybody past who names a character set',
    breaks: ['auth.missing-key'],
    change: admitting(
      on(
        'createPet',
        (call) => withoutHeader(call) && /charset/i.test(call.headers['content-type'] ?? ''),
      ),
    ),
  },
  {
    id: 'auth.missing-is-forbidden',
    title: 'answers 403 if no bearer token is sent, as a well-known framework does',
    breaks: ['auth.missing-key', 'auth.bearer-only'],
    change: telling((call) => !withToken(call), as(403)),
  },
  {
    id: 'auth.missing-crashes',
    title: 'splits the Authorization header before it looks whether there is one: 500',
    breaks: ['auth.missing-key', 'auth.bearer-only'],
    change: telling(withoutHeader, as(500)),
  },
  {
    id: 'auth.key-hashed-by-bcrypt',
    title: 'compares no more than the 72 bytes that bcrypt takes of a long key',
    breaks: ['auth.invalid-key'],
    server: () => ({ apiKey: longKey }),
    change: taking((token) => token.slice(0, 72) === longKey.slice(0, 72)),
  },
];

const bearerOnly = faultsOf('auth.bearer-only', {
  'auth.basic-taken': [
    'takes the key as the user name under Basic, too',
    admitting((call) => basicPair(call)[0] === demoKey),
  ],
  'auth.basic-taken-as-password': [
    'takes the key as the password of any user under Basic, too',
    admitting((call) => basicPair(call)[1] === demoKey),
  ],
  'auth.basic-is-forbidden': [
    'answers 403 to a scheme that it does not know',
    telling((call) => schemeOf(call) === 'Basic', as(403)),
  ],
  'auth.bare-key-taken': [
    'strips "Bearer" from the header if it is there, and compares what is left',
    admitting(({ headers }) => headers.authorization === demoKey),
  ],
  'auth.bare-key-crashes': [
    'fails with 500 if the header has no second word',
    telling(({ headers }) => /^[^ ]+$/.test(headers.authorization ?? ''), as(500)),
  ],
  'auth.any-scheme-taken': [
    'compares the second word of the header and never looks at the first',
    admitting(({ headers }) => headers.authorization?.split(' ')[1] === demoKey),
  ],
  'auth.api-key-header-taken': [
    'takes the key in X-API-Key, too',
    admitting(({ headers }) => headers['x-api-key'] === demoKey),
  ],
  'auth.empty-bearer-is-internal': [
    'takes an empty token for a call from inside its own network',
    admitting(({ headers }) => /^bearer *$/i.test(headers.authorization ?? '')),
  ],
  'auth.empty-bearer-is-bad-request': [
    'answers 400 if Bearer stands without a token',
    telling(({ headers }) => /^bearer *$/i.test(headers.authorization ?? ''), as(400)),
  ],
});

const comesFirst = faultsOf('auth.comes-first', {
  'auth.body-checked-first': [
    'checks the body of a creation before the key',
    ({ authorized, newAnimal }) => ({
      authorized: (call) =>
        authorized(call) || (call.operation === 'createPet' && newAnimal(call) instanceof Refusal),
    }),
  ],
  'auth.parser-comes-first': [
    'parses bodies before it checks the key: 400 for bodies that are not JSON',
    telling(
      on('createPet', ({ body }) => jsonOf(body) === undefined),
      as(400),
    ),
  ],
  'auth.animal-looked-up-first': [
    'looks for the animal before it checks the key: 404 if there is none',
    ({ authorized, finish }) => ({
      authorized: (call) => authorized(call) || call.operation === 'getPet',
      finish: (reply, call) =>
        finish(authorized(call) || reply.status !== 200 ? reply : denied(reply), call),
    }),
  ],
});

const challenge = faultsOf('auth.challenge', {
  'auth.no-challenge': ['names no scheme with its 401', unchallenged(() => true)],
  'auth.no-challenge-without-key': [
    'names the scheme only to those who sent a wrong key',
    unchallenged(withoutHeader),
  ],
  'auth.no-challenge-for-wrong-key': [
    'names the scheme only to those who sent no key',
    unchallenged(withToken),
  ],
});

const schemeCase = faultsOf('auth.scheme-case', {
  'auth.scheme-compared-with-case': [
    'looks for "Bearer " as it stands in the specification',
    ({ authorized }) => ({ authorized: (call) => schemeOf(call) !== 'bearer' && authorized(call) }),
  ],
  'auth.lower-scheme-is-bad-request': [
    'answers 400 to a scheme in lower case',
    onReply((reply, call) =>
      schemeOf(call) === 'bearer' ? withStatus({ ...reply, body: undefined }, 400) : reply,
    ),
  ],
});

/** Section 5: keys. */
export const authenticationFaults: readonly Fault[] = [
  ...missing,
  ...invalid,
  ...broader,
  ...bearerOnly,
  ...comesFirst,
  ...challenge,
  ...schemeCase,
];
