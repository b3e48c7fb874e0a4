/** Keys: their spelling, what they may do, in which order they are checked, and what bad ones bring about (section 5). */
import { bearerToken } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import { type Change, inAnswers, onReply, without } from '../../src/reference/changes.ts';
import type { Operation } from '../../src/spec/operations.ts';
import {
  type Answer,
  animalFirst,
  bodyFirst,
  challenging,
  isA,
  minute,
  page,
  stopping,
} from '../changes.ts';
import { type Freedoms, holding, named, needing, type Rows } from './freedom.ts';

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

/** A key, and how it is compared. */
const keys: Readonly<Record<string, readonly [key: string, read: (key: string) => string]>> = {
  uuid: ['6f1c0b9e-3d52-4a7e-9c41-8be2d05a7f13', inAnyCase],
  hex: ['9f86d081884c7d659a2feaa0c55ad015', inAnyCase],
  base64: ['qL8/3vXn+0aYk5rT7uWc2Q==', asBytes],
  ulid: ['01J9ZK7Q3M8V5T2WYB4XHNRDEC', crockford],
  digits: ['4071995520386613', exactly],
  words: ['correct-horse-battery-staple', exactly],
  signs: ['a.b_c~d+e/f-0=', exactly],
  jwt: ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzdGFnaW5nIn0.q0Zr8TnYbK3xWm5Lc7VtDh2JpSgFa9Ue', exactly],
  'of-700': [`sk_${'q7VzR2wXmT'.repeat(70)}`, exactly],
};

const spellings: Freedoms = Object.fromEntries(
  Object.entries(keys).map(([id, [apiKey, read]]) => [
    id,
    { change: spelt(read), server: () => ({ apiKey }) },
  ]),
);

const isBearer = ({ headers }: Call) => (headers.authorization ?? '').startsWith('Bearer ');

const checks: Rows = {
  ...needing(
    { advised: ['auth.comes-first'] },
    {
      'after-the-body': bodyFirst,
      'after-the-animal': animalFirst,
    },
  ),
  'scheme-in-exact-case': {
    change: ({ authorized, caller }) => ({
      authorized: (call) => isBearer(call) && authorized(call),
      caller: (call) => (isBearer(call) ? caller(call) : 'anonymous'),
    }),
    advised: ['auth.scheme-case'],
  },
  'no-challenge': { change: challenging(), advised: ['auth.challenge'] },
  'challenge-of-several': challenging(
    'Bearer error="invalid_token", Basic realm="staff, \\"back\\" office"',
  ),
  'no-deprecation-headers': {
    change: onReply((reply) => ({
      ...reply,
      headers: without(reply.headers, 'Deprecation', 'Sunset'),
    })),
    advised: ['get.deprecation-headers'],
  },
  // The last second of the day west of the Atlantic.
  'deprecated-as-in-drafts': inAnswers('getPet', 200, (reply) => ({
    ...reply,
    headers: { ...reply.headers, Deprecation: 'true', Sunset: 'Fri, 06 Dec 2030 04:59:59 GMT' },
  })),
};

const forbidden = { code: 'forbidden', message: 'This key may not do that.', status: 403 };
const byService: Answer = (reply) =>
  reply.status === 429 ? reply : { ...reply, status: 403, body: forbidden };

/** Answers 403 to a valid key. */
const forbidding = (answer: Answer, ...operations: readonly Operation[]) =>
  stopping(({ authorized }) => (call) => {
    return isA(...operations)(call) && authorized(call) ? answer : undefined;
  });

const scopes: Rows = {
  ...needing(holding(90), {
    'may-not-create': forbidding(byService, 'createPet'),
    'may-not-create-at-the-gateway': forbidding(page(403), 'createPet'),
    'may-only-list': {
      change: forbidding(byService, 'createPet', 'getPet'),
      settings: { profile: 'read-only' },
    },
  }),
  'may-not-read-by-id': forbidding(byService, 'getPet'),
  'may-not-list': forbidding(byService, 'listPets'),
  'one-question-at-a-time': { settings: { concurrency: 1 } },
};

const refusing =
  (status: number, headers: Reply['headers']): Answer =>
  (reply) => ({
    status,
    headers: { ...without(reply.headers, 'Deprecation', 'Sunset'), ...headers },
    body: { code: 'locked', message: 'Too many bad log-ins.', status },
  });

/** Locks the address out for a minute after so many bad log-ins within one. */
const lockingOut = (most: number, isCounted: (call: Call) => boolean, answer: Answer) =>
  stopping(({ authorized }) => {
    let bad: number[] = [];
    let until = 0;
    return (call) => {
      if (call.at < until) return answer;
      if (authorized(call) || !isCounted(call)) return undefined;
      bad = [...bad.filter((at) => at > call.at - minute), call.at];
      if (bad.length >= most) [until, bad] = [call.at + minute, []];
      return undefined;
    };
  });
const hasToken = (call: Call) => bearerToken(call) !== undefined;

const lockOuts: Rows = {
  'locked-after-16-bad-keys-401': lockingOut(
    16,
    hasToken,
    refusing(401, { 'WWW-Authenticate': 'Bearer' }),
  ),
  'locked-after-16-bad-keys-429': lockingOut(16, hasToken, refusing(429, { 'Retry-After': '60' })),
  'odd-keys-stopped': onReply((reply, call) => {
    const key = bearerToken(call) ?? '';
    return /[%*]/.test(key) || key.length > 1000 ? page(403)(reply, call) : reply;
  }),
};

export const keyFreedoms: Freedoms = named('key', {
  ...spellings,
  ...checks,
  ...scopes,
  ...lockOuts,
});
