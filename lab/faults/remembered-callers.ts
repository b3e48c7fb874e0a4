import { bearerToken } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  admitting,
  type Change,
  faultsOf,
  onReply,
  remembering,
  together,
} from '../../src/reference/changes.ts';
import { everyTurn, type Fault } from '../../src/reference/subject.ts';
import { isA } from '../limit-changes.ts';

const inFull = (faults: readonly Fault[]) => faults.map((one) => ({ ...one, settings: everyTurn }));

const session = 'JSESSIONID=5F3B8C0E41D2';

/** Begins a session with each good key; its cookie is as good as the key. */
const sessions: Change = together(
  admitting(({ headers }) => (headers.cookie ?? '').split('; ').includes(session)),
  ({ authorized, finish }) => ({
    finish: (reply, call) => {
      const cookie = { 'Set-Cookie': `${session}; Path=/; HttpOnly` };
      const headers = authorized(call) ? { ...reply.headers, ...cookie } : reply.headers;
      return finish({ ...reply, headers }, call);
    },
  }),
);

const ofLimits = ({ headers }: Reply) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('X-RateLimit')));

/** Caches some answers to GETs by their address, whoever asks, for some milliseconds. */
const keptByAddress = (ms: number, which: (call: Call, reply: Reply) => boolean): Change =>
  remembering(() => {
    const kept = new Map<string, { readonly at: number; readonly reply: Reply }>();
    return onReply((reply, call) => {
      const address = `${call.path}?${call.query}`;
      const known = kept.get(address);
      if (call.method === 'GET' && known !== undefined && call.at - known.at < ms) {
        return { ...known.reply, headers: { ...known.reply.headers, ...ofLimits(reply) } };
      }
      if (which(call, reply)) kept.set(address, { at: call.at, reply });
      return reply;
    });
  });

const isBare = ({ headers }: Call) => headers.authorization === undefined;

/** Caches what the key may see of some addresses, and shows it to callers who send no key (RFC 9111, section 3.5). */
const keptForBare = (ms: number, which: (call: Call) => boolean): Change =>
  remembering(() => {
    const kept = new Map<string, { readonly at: number; readonly reply: Reply }>();
    return onReply((reply, call) => {
      const address = `${call.path}?${call.query}`;
      if (call.method === 'GET' && reply.status === 200 && which(call)) {
        kept.set(address, { at: call.at, reply });
      }
      const known = kept.get(address);
      if (!isBare(call) || known === undefined || call.at - known.at >= ms) return reply;
      return { ...known.reply, headers: { ...known.reply.headers, ...ofLimits(reply) } };
    });
  });

/** Lets everybody in once this many log-ins were refused. */
const openingAfter = (refusals: number): Change =>
  remembering(() => {
    let refused = 0;
    return ({ authorized }) => ({
      authorized: (call) => {
        if (authorized(call)) return true;
        refused += 1;
        return refused > refusals;
      },
    });
  });

const knownAgain: Change = remembering(() => {
  const lookedUp = new Set<string>();
  return ({ authorized }) => ({
    authorized: (call) => {
      const token = bearerToken(call);
      if (authorized(call) || token === undefined) return authorized(call);
      const known = lookedUp.has(token);
      lookedUp.add(token);
      return known;
    },
  });
});

// What was found out about one caller lets another one in.
const admitted: readonly Fault[] = [
  ...faultsOf('auth.missing-key', {
    'remembered.session': [
      'begins a session with the key, as its framework does, and takes its cookie for the key',
      sessions,
    ],
  }),
  ...faultsOf(['auth.missing-key', 'auth.bearer-only'], {
    'remembered.animals-by-address': [
      'has a cache before it, which shows an animal to anybody for a minute after the key has read it',
      keptByAddress(60_000, (call, { status }) => isA('getPet')(call) && status === 200),
    ],
  }).map((fault): Fault => ({ ...fault, breaksByTheWay: ['auth.invalid-key'] })),
  ...faultsOf('auth.missing-key', {
    'remembered.lists-by-address': [
      'has a cache before it, which shows a list to anybody for half a second after the key has asked for it',
      keptByAddress(500, (call, { status }) => isA('listPets')(call) && status === 200),
    ],
  }).map(
    (fault): Fault => ({
      ...fault,
      inVirtualTime: { latencyMs: [20, 90] },
      breaksByTheWay: ['auth.invalid-key', 'auth.bearer-only'],
    }),
  ),
  ...inFull(
    faultsOf('auth.missing-key', {
      'remembered.list-without-a-query': [
        'has a cache before it, which keeps only addresses without a query, and shows them to who sends no key',
        keptForBare(60_000, ({ query }) => query.size === 0),
      ],
      'remembered.public-list': [
        'protects only addresses with a query or an id, and shows the list of all to who sends no key',
        admitting((call) => isA('listPets')(call) && call.query.size === 0 && isBare(call)),
      ],
    }),
  ),
  ...faultsOf(['auth.missing-key', 'auth.invalid-key', 'auth.bearer-only'], {
    'remembered.worker-without-keys': [
      'has two workers, one of which was started without the list of keys and lets everybody in',
      admitting(({ sequence }) => sequence % 2 === 0),
    ],
  }),
  ...faultsOf(['auth.invalid-key', 'auth.bearer-only'], {
    'remembered.opens-when-overrun': [
      'takes five refusals in a row for a failure of its key store, and lets everybody in',
      openingAfter(5),
    ],
  }),
  ...inFull(
    faultsOf('auth.invalid-key', {
      'remembered.key-known-again': [
        'remembers what it found out about a token, and takes a known token for a good one',
        knownAgain,
      ],
    }),
  ),
];

const refusedConnections: Change = remembering(() => {
  const refused = new WeakSet<object>();
  return ({ authorized }) => ({
    authorized: (call) => {
      if (!authorized(call)) refused.add(call.connection);
      return !refused.has(call.connection);
    },
  });
});

const bodiesLeft: Change = remembering(() => {
  const unread = new WeakSet<object>();
  const spoiling = onReply((reply, call) => {
    const spoilt = unread.delete(call.connection);
    if (reply.status === 401 && call.body !== '') unread.add(call.connection);
    const body = { code: 'bad_request', message: 'This is no request.', status: 400 };
    return spoilt ? { ...reply, status: 400, body } : reply;
  });
  return (base) => ({
    ...spoiling(base),
    keep: (animal, call) => (unread.has(call.connection) ? undefined : base.keep(animal, call)),
  });
});

// What was found out about one caller keeps another one out.
const keptOut: readonly Fault[] = [
  ...faultsOf('list.returns-pets', {
    'remembered.refused-connection': [
      'refuses every call over a connection over which it has refused one',
      refusedConnections,
    ],
  }),
  ...inFull(
    faultsOf('list.returns-pets', {
      'remembered.refusals-by-address': [
        'has a cache before it, which keeps a 401 and shows it to the key',
        keptByAddress(60_000, (call, { status }) => isA('listPets')(call) && status === 401),
      ],
    }),
  ),
  ...faultsOf(['auth.invalid-key', 'auth.bearer-only'], {
    'remembered.body-unread': [
      'does not read the body of a creation that it refuses, and takes it for the next request: 400',
      bodiesLeft,
    ],
  }),
];

/** Section 5: what a service remembers of its callers, and for which of them. */
export const rememberedCallerFaults = [...admitted, ...keptOut].map(
  (fault): Fault => ({ ...fault, needsWholeRun: true }),
);
