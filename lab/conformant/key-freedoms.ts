/** Keys: their spelling, what they may do, in which order they are checked, and what bad ones bring about (section 5). */

import { type Behaviour, bearerToken, Refusal } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  type Change,
  inAnswers,
  keeping,
  onReply,
  together,
  without,
} from '../../src/reference/changes.ts';
import type { Operation } from '../../src/spec/operations.ts';
import {
  type Freedoms,
  forEach,
  holding,
  type More,
  minute,
  named,
  needing,
  type Rows,
  unchanged,
} from './freedom.ts';

/** Accepts each spelling of a key that is read alike. */
const spelt =
  (read: (key: string) => string): Change =>
  ({ apiKey }) => {
    const same = (call: Call) => {
      const token = bearerToken(call);
      return token !== undefined && read(token) === read(apiKey);
    };
    return { authorized: same, caller: (call) => (same(call) ? 'key' : 'anonymous') };
  };

const exactly = (key: string) => key;
const inAnyCase = (key: string) => key.toLowerCase();
const asBytes = (key: string) => Buffer.from(key, 'base64').toString('hex');
/** Crockford's Base32: O is read as 0, I and L as 1. */
const crockford = (key: string) =>
  key.toUpperCase().replaceAll('-', '').replaceAll('O', '0').replace(/[IL]/g, '1');
const uuid = '6f1c0b9e-3d52-4a7e-9c41-8be2d05a7f13';

const hex = '9f86d081884c7d659a2feaa0c55ad015';

/** A key, and how it is compared. */
const keys: Readonly<Record<string, readonly [key: string, read: (key: string) => string]>> = {
  uuid: [uuid, inAnyCase],
  'uuid-behind-a-prefix': [`key-${uuid}`, inAnyCase],
  hex: [hex, inAnyCase],
  base64: ['qL8/3vXn+0aYk5rT7uWc2Q==', asBytes],
  base64url: ['qL8_3vXn-0aYk5rT7uWc2Q', (key) => key.replace(/=+$/, '')],
  ulid: ['01J9ZK7Q3M8V5T2WYB4XHNRDEC', crockford],
  base32: ['MZXW6YTBOI2DKNRXGEZDGNBVGY3TQOJQ', inAnyCase],
  digits: ['4071995520386613', exactly],
  words: ['correct-horse-battery-staple', exactly],
  signs: ['a.b_c~d+e/f-0=', exactly],
  'with-checksum': ['psk_live_Qb7Zr2Yw9LmXc4Vt_048213', exactly],
  jwt: ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzdGFnaW5nIn0.q0Zr8TnYbK3xWm5Lc7VtDh2JpSgFa9Ue', exactly],
  'of-700': [`sk_${'q7VzR2wXmT'.repeat(70)}`, exactly],
};

const spellings: Freedoms = Object.fromEntries(
  Object.entries(keys).map(([id, [apiKey, read]]) => [
    id,
    [`has a key such as ${apiKey.slice(0, 40)}`, spelt(read), { server: () => ({ apiKey }) }],
  ]),
);

/** Looks at the body of a creation before it looks at the key. */
const bodyFirst: Change = ({ authorized, newAnimal }) => ({
  authorized: (call) =>
    authorized(call) || (call.operation === 'createPet' && newAnimal(call) instanceof Refusal),
});
/** Looks for the animal before it looks at the key. */
const animalFirst: Change = ({ authorized, finish, error }) => ({
  authorized: (call) => authorized(call) || call.operation === 'getPet',
  finish: (reply, call) => {
    if (call.operation !== 'getPet' || authorized(call) || reply.status !== 200) {
      return finish(reply, call);
    }
    const headers = {
      ...without(reply.headers, 'Deprecation', 'Sunset'),
      'WWW-Authenticate': 'Bearer',
    };
    const refusal = new Refusal(401, 'unauthorized', 'The API key is missing or invalid.');
    return finish({ status: 401, headers, body: error(refusal, call) }, call);
  },
});
const knownOnly = (first: bigint, last: bigint, status: number) =>
  keeping((one) =>
    one.categoryId >= first && one.categoryId <= last
      ? one
      : new Refusal(status, 'no_category', 'There is no such category.'),
  );
const comesLater: More = { advised: ['auth.comes-first'] };
const challenging = (challenge: string | undefined): Change =>
  onReply((reply) => {
    if (reply.status !== 401) return reply;
    const rest = without(reply.headers, 'WWW-Authenticate');
    return { ...reply, headers: challenge ? { ...rest, 'WWW-Authenticate': challenge } : rest };
  });
const isBearer = ({ headers }: Call) => (headers.authorization ?? '').startsWith('Bearer ');

const checks: Rows = {
  'after-the-body': ['checks a body before the key', bodyFirst, comesLater],
  'after-the-animal': ['looks an animal up before it checks the key', animalFirst, comesLater],
  ...needing(
    comesLater,
    forEach('after-the-category', [404], (status) =>
      together(knownOnly(1n, 7n, status), bodyFirst),
    ),
  ),
  'scheme-in-exact-case': [
    'knows the scheme as Bearer only',
    ({ authorized, caller }) => ({
      authorized: (call) => isBearer(call) && authorized(call),
      caller: (call) => (isBearer(call) ? caller(call) : 'anonymous'),
    }),
    { advised: ['auth.scheme-case'] },
  ],
  'no-challenge': [
    'names no scheme with a 401',
    challenging(undefined),
    { advised: ['auth.challenge'] },
  ],
  'challenge-of-several': [
    'names several schemes with a 401',
    challenging('Bearer error="invalid_token", Basic realm="staff, \\"back\\" office"'),
  ],
  'no-deprecation-headers': [
    'announces the end of getPet in its description only',
    onReply((reply) => ({ ...reply, headers: without(reply.headers, 'Deprecation', 'Sunset') })),
    { advised: ['get.deprecation-headers'] },
  ],
  'deprecated-as-in-drafts': [
    'says Deprecation: true, and names the last second of the day west of the Atlantic',
    inAnswers('getPet', 200, (reply) => ({
      ...reply,
      headers: { ...reply.headers, Deprecation: 'true', Sunset: 'Fri, 06 Dec 2030 04:59:59 GMT' },
    })),
  ],
};

const forbidden = { code: 'forbidden', message: 'This key may not do that.', status: 403 };
/** The answer of a gateway or a firewall, which knows no headers of the service. */
const forbiddenPage = (): Reply => ({
  status: 403,
  headers: { 'Content-Type': 'text/html' },
  text: '<h1>Forbidden</h1>',
});
/** Answers 403 to a valid key, from the service itself or from a gateway before it. */
const forbidding =
  (from: 'service' | 'gateway', ...operations: readonly Operation[]): Change =>
  ({ authorized, keep, finish }) => {
    const isForbidden = (call: Call) =>
      operations.some((one) => one === call.operation) && authorized(call);
    return {
      keep: (animal, call) => (isForbidden(call) ? undefined : keep(animal, call)),
      finish: (reply, call) => {
        if (!isForbidden(call) || reply.status === 429) return finish(reply, call);
        if (from === 'service') return finish({ ...reply, status: 403, body: forbidden }, call);
        return forbiddenPage();
      },
    };
  };

const scopes: Rows = {
  'may-not-create': [
    'has a key that may not create',
    forbidding('service', 'createPet'),
    holding(90),
  ],
  'may-not-create-at-the-gateway': [
    'has a gateway that forbids a key to create',
    forbidding('gateway', 'createPet'),
    holding(90),
  ],
  'may-not-read-by-id': ['has a key that may not read by id', forbidding('service', 'getPet')],
  'may-not-list': ['has a key that may not list', forbidding('service', 'listPets')],
  'may-only-list': [
    'has a key that may list and do nothing else, while it is only read',
    forbidding('service', 'createPet', 'getPet'),
    { ...holding(90), settings: { profile: 'read-only' } },
  ],
  // The reference server throughout: what differs is how it is asked.
  'one-question-at-a-time': [
    'is asked one question at a time',
    unchanged,
    { settings: { concurrency: 1 } },
  ],
};

interface LockOut {
  /** How many bad keys, or refused log-ins of any kind, cause it within a minute. */
  readonly after: number;
  readonly ms: number;
  readonly counts: 'bad keys' | 'every 401';
  /** The answer to everybody at the address meanwhile. */
  readonly answer: (reply: Reply, call: Call, base: Behaviour) => Reply;
}

/** Locks the address out after bad log-ins. */
const lockingOut =
  ({ after, ms, counts, answer }: LockOut): Change =>
  (base) => {
    let bad: number[] = [];
    let until = 0;
    const locked = new WeakSet<Call>();
    const isBad = (call: Call) =>
      !base.authorized(call) && (counts === 'every 401' || bearerToken(call) !== undefined);
    return {
      caller: (call) => {
        if (call.at < until) locked.add(call);
        else if (isBad(call)) {
          bad = [...bad.filter((at) => at > call.at - minute), call.at];
          if (bad.length >= after) [until, bad] = [call.at + ms, []];
        }
        return base.caller(call);
      },
      keep: (animal, call) => (locked.has(call) ? undefined : base.keep(animal, call)),
      finish: (reply, call) => {
        const finished = base.finish(reply, call);
        return locked.has(call) ? answer(finished, call, base) : finished;
      },
    };
  };

const lockedOut = new Refusal(401, 'locked', 'Too many bad log-ins.');
const unauthorized: LockOut['answer'] = (reply, call, { error }) => ({
  status: 401,
  headers: { ...without(reply.headers, 'Deprecation', 'Sunset'), 'WWW-Authenticate': 'Bearer' },
  body: error(lockedOut, call),
});
const tooMany: LockOut['answer'] = (reply) => ({
  status: 429,
  headers: { ...without(reply.headers, 'Deprecation', 'Sunset'), 'Retry-After': '60' },
  body: { code: 'locked', message: 'Too many bad log-ins.', status: 429 },
});
const answers = { 401: unauthorized, 403: forbiddenPage, 429: tooMany } as const;

/** Answers each refused log-in later than the one before. */
const tarpit: Change = ({ finish }) => {
  let bad = 0;
  return {
    finish: (reply, call) => {
      const finished = finish(reply, call);
      if (finished.status !== 401) return finished;
      bad += 1;
      return { ...finished, heldMs: Math.min(8, bad) * 1000 };
    },
  };
};

const lockOuts: Rows = {
  ...forEach('locked-after-16-bad-keys', [401, 429] as const, (status) =>
    lockingOut({ after: 16, ms: minute, counts: 'bad keys', answer: answers[status] }),
  ),
  ...forEach('locked-after-20-refused', [403] as const, (status) =>
    lockingOut({ after: 20, ms: minute, counts: 'every 401', answer: answers[status] }),
  ),
  'bad-keys-slowed-down': ['lets each refused log-in wait longer than the one before', tarpit],
  'odd-keys-stopped': [
    'has a firewall that answers 403 to keys with signs or of a thousand characters',
    onReply((reply, call) => {
      const key = bearerToken(call) ?? '';
      return /[%*]/.test(key) || key.length > 1000 ? forbiddenPage() : reply;
    }),
  ],
  'long-heads-refused': [
    'reads no head of more than 8 kB: 431',
    onReply((reply, { rawHeaders }) =>
      rawHeaders.join('').length > 8000 ? { status: 431, headers: {} } : reply,
    ),
  ],
};

export const keyFreedoms: Freedoms = named('key', {
  ...spellings,
  ...checks,
  ...scopes,
  ...lockOuts,
});
