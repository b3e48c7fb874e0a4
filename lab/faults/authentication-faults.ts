/** Single faults of keys: order, challenges, what is remembered of a caller, and what real frameworks do. Section 5. */
import { bearerToken, Refusal } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  admitting,
  type Change,
  faultsOf,
  onReply,
  remembering,
  without,
  withStatus,
} from '../../src/reference/changes.ts';
import { demoKey } from '../../src/reference/server.ts';
import type { Fault } from '../../src/reference/variant.ts';
import { isA } from '../limit-changes.ts';

const hasNoKey = ({ headers }: Call) => headers.authorization === undefined;
const schemeOf = ({ headers }: Call) => headers.authorization?.split(' ')[0] ?? '';
const longKey = `${demoKey}-`.repeat(4);

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

const challenging = (who: (call: Call) => boolean, value?: string): Change =>
  onReply((reply, call) => {
    if (reply.status !== 401 || !who(call)) return reply;
    const headers = without(reply.headers, 'WWW-Authenticate');
    return {
      ...reply,
      headers: value === undefined ? headers : { ...headers, 'WWW-Authenticate': value },
    };
  });

/** Caches answers to GETs by their address, whoever asks, for some milliseconds. */
const keptByAddress = (ms: number, status: number): Change =>
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
      if (isA('listPets')(call) && reply.status === status)
        kept.set(address, { at: call.at, reply });
      return reply;
    });
  });

const hasToken = (call: Call) => bearerToken(call) !== undefined;

const locksOut: Change = remembering(() => {
  let wrong = 0;
  return onReply((reply, call) =>
    reply.status === 401 && hasToken(call) && ++wrong > 3 ? withStatus(reply, 403) : reply,
  );
});

const animalFirst: Change = ({ authorized, finish, error }) => ({
  authorized: (call) => authorized(call) || isA('getPet')(call),
  finish: (reply, call) => {
    if (authorized(call) || reply.status !== 200) return finish(reply, call);
    const refusal = new Refusal(401, 'unauthorized', 'The API key is missing or invalid.');
    const headers = { ...reply.headers, 'WWW-Authenticate': 'Bearer' };
    return finish({ status: 401, headers, body: error(refusal, call) }, call);
  },
});

/** Keys that are taken or refused in ways of their own. */
export const authenticationFaults: readonly Fault[] = [
  ...faultsOf('auth.comes-first', {
    'auth.body-checked-first': [
      'checks the body of a creation before the key',
      ({ authorized, newAnimal }) => ({
        authorized: (call) =>
          authorized(call) || (isA('createPet')(call) && newAnimal(call) instanceof Refusal),
      }),
    ],
    'auth.animal-looked-up-first': [
      'looks for the animal before it checks the key: 404 if there is none',
      animalFirst,
    ],
  }),
  ...faultsOf('auth.challenge', {
    'auth.no-challenge-without-key': [
      'names the scheme only to those who sent a wrong key',
      challenging(hasNoKey),
    ],
  }),
  ...faultsOf('auth.scheme-case', {
    'auth.scheme-compared-with-case': [
      'looks for "Bearer " as it stands in the specification',
      ({ authorized }) => ({
        authorized: (call) => schemeOf(call) !== 'bearer' && authorized(call),
      }),
    ],
  }),
  ...faultsOf('auth.invalid-key', {
    'auth.key-in-any-case-on-known-connection': [
      'remembers the fields of a connection without regard to letter case, as Jetty 9 does',
      onKnownConnections((call) => bearerToken(call)?.toLowerCase() === demoKey.toLowerCase()),
    ],
    'auth.invalid-locks-out': ['answers 403 from the fourth wrong key on', locksOut],
  }),
  {
    id: 'auth.key-hashed-by-bcrypt',
    title: 'compares no more than the 72 bytes that bcrypt takes of a long key',
    breaks: ['auth.invalid-key'],
    server: () => ({ apiKey: longKey }),
    change: admitting((call) => bearerToken(call)?.slice(0, 72) === longKey.slice(0, 72)),
  },
  ...faultsOf(['auth.missing-key', 'auth.invalid-key', 'auth.bearer-only'], {
    'auth.lists-by-address': [
      'has a cache before it, which shows a list to anybody for half a second',
      keptByAddress(500, 200),
    ],
  }),
  ...faultsOf(['list.returns-pets', 'create.created', 'get.found'], {
    'auth.refusals-by-address': [
      'has a cache before it, which keeps a 401 and shows it to the key',
      keptByAddress(60_000, 401),
    ],
  }),
];
