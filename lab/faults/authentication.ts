/** Single faults of keys: order, challenges, what is remembered of a caller, and what real frameworks do. Section 5. */
import { bearerToken, Refusal } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  admitting,
  type Change,
  faultsOf,
  onReply,
  remembering,
  together,
  without,
  withStatus,
} from '../../src/reference/changes.ts';
import { demoKey } from '../../src/reference/server.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { isA } from '../limit-changes.ts';
import { mixing, refusingAs, type Waiting } from '../wire-changes.ts';

const hasNoKey = ({ headers }: Call) => headers.authorization === undefined;
const hasToken = (call: Call) => bearerToken(call) !== undefined;
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

/** The first of the answers that refuses its caller. */
const refusalIn = (beside: readonly Waiting[]): Reply | undefined =>
  beside.find(({ reply }) => reply.status === 401)?.reply;

const locksOut: Change = remembering(() => {
  let wrong = 0;
  return onReply((reply, call) =>
    reply.status === 401 && hasToken(call) && ++wrong > 3 ? withStatus(reply, 403) : reply,
  );
});

const opensWhenOverrun: Change = remembering(() => {
  let refused = 0;
  return ({ authorized }) => ({ authorized: (call) => authorized(call) || ++refused > 5 });
});

const refusesConnections: Change = remembering(() => {
  const refused = new WeakSet<object>();
  return ({ authorized }) => ({
    authorized: (call) => {
      if (!authorized(call)) refused.add(call.connection);
      return !refused.has(call.connection);
    },
  });
});

/** Lets in callers with any token that ask for the newest animal. */
const newestForAny: Change = remembering(() => {
  let latest = '';
  return together(
    ({ newId }) => ({
      newId: (store, call) => {
        const id = newId(store, call);
        latest = `${id}`;
        return id;
      },
    }),
    admitting((call) => isA('getPet')(call) && hasToken(call) && call.petId === latest),
  );
});

/** Holds the caller in a variable that all calls share, until the answer is sent. */
const sharedCaller: Change = remembering(() => {
  let holders = 0;
  return ({ authorized, transmit }) => ({
    authorized: (call) => {
      if (!authorized(call)) return holders > 0 && hasNoKey(call);
      holders += 1;
      return true;
    },
    transmit: (reply, response, call) => {
      if (!authorized(call)) return transmit(reply, response, call);
      setTimeout(() => {
        holders -= 1;
        transmit(reply, response, call);
      }, 25);
    },
  });
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
    'auth.challenge-empty': ['has a challenge without a scheme', challenging(() => true, '')],
  }),
  ...faultsOf('auth.scheme-case', {
    'auth.scheme-compared-with-case': [
      'looks for "Bearer " as it stands in the specification',
      ({ authorized }) => ({
        authorized: (call) => schemeOf(call) !== 'bearer' && authorized(call),
      }),
    ],
    'auth.lower-scheme-is-bad-request': [
      'answers 400 to a scheme in lower case',
      onReply((reply, call) =>
        schemeOf(call) === 'bearer' ? withStatus({ ...reply, body: undefined }, 400) : reply,
      ),
    ],
  }),
  ...faultsOf('auth.missing-key', {
    'auth.shared-caller': [
      'keeps the caller in a shared variable: no key is needed while another call has one',
      sharedCaller,
    ],
  }),
  ...faultsOf('auth.invalid-key', {
    'auth.key-in-any-case-on-known-connection': [
      'remembers the fields of a connection without regard to letter case, as Jetty 9 does',
      onKnownConnections((call) => bearerToken(call)?.toLowerCase() === demoKey.toLowerCase()),
    ],
    'auth.newest-with-any-key': ['shows the newest animal for any token', newestForAny],
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
  ...faultsOf(['auth.invalid-key', 'auth.bearer-only'], {
    'auth.opens-when-overrun': [
      'takes five refusals for a failure of its key store, and lets everybody in',
      opensWhenOverrun,
    ],
  }),
  ...faultsOf(['list.returns-pets', 'create.created', 'get.found'], {
    'auth.refused-connection': [
      'refuses every call over a connection over which it has refused one',
      refusesConnections,
    ],
    'auth.refusals-by-address': [
      'has a cache before it, which keeps a 401 and shows it to the key',
      keptByAddress(60_000, 401),
    ],
    'auth.refusal-for-all': [
      'keeps its answer to a caller without a key in a shared variable: 401 for the key',
      mixing((reply, _, beside) => refusalIn(beside) ?? reply),
    ],
    'auth.caller-forgotten': [
      'forgets who asks at each 401, and answers 403 to calls that are under way with the key',
      mixing((reply, _, beside) =>
        refusalIn(beside) === undefined || reply.status === 401 ? reply : withStatus(reply, 403),
      ),
    ],
  }),
  {
    id: 'auth.lists-hidden-from-strangers-after-removal',
    title: 'from 2031 on answers lists without the key 404, as if they had gone with getPet',
    breaks: ['auth.missing-key', 'auth.invalid-key', 'auth.bearer-only'],
    day: '2031-03-01',
    change: refusingAs(404, isA('listPets')),
  },
];
