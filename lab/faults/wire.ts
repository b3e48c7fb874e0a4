/** Single faults of what is sent: silences, broken connections, codings, and headers of the limit over time. */
import { gzipSync } from 'node:zlib';
import { payloadOf } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  type Change,
  faultsOf,
  membersOf,
  onReply,
  remembering,
  standingAs,
  together,
  without,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/variant.ts';
import { isA, retryAfterAs, spending } from '../limit-changes.ts';
import { breakingOffOn, droppingOn, silentOn } from '../wire-changes.ts';
import { type Breaks, crossed, type Entries } from './fault-table.ts';

type Which = (call: Call, reply: Reply) => boolean;

/** Questions that are never answered, and the requirement that asks. */
const questions: Entries<readonly [Breaks, Which]> = {
  reads: ['a read', [['get.found'], (call, { status }) => isA('getPet')(call) && status === 200]],
  unknown: [
    'an id that nobody has',
    [['get.not-found'], (call, { status }) => isA('getPet')(call) && status === 404],
  ],
  creations: [
    'a creation',
    [['create.created'], (call, { status }) => isA('createPet')(call) && status === 201],
  ],
  nothing: [
    'an object without members',
    [['create.missing-name', 'create.missing-category-id'], ({ body }) => body === '{}'],
  ],
  sold: [
    'a list of what is sold',
    [['list.status-filter'], ({ query }) => query.get('status') === 'sold' && !query.has('limit')],
  ],
  'limit-99': ['a list of 99', [['list.limit'], ({ query }) => query.get('limit') === '99']],
  'new-sold': [
    'a creation of what is sold',
    [
      ['create.status-values'],
      (call, { status }) => status === 201 && membersOf(call.body)?.status === 'sold',
    ],
  ],
  'wrong-status': [
    'a status that it does not know',
    [
      ['create.invalid-status'],
      (call, { status }) => status === 400 && membersOf(call.body)?.status !== undefined,
    ],
  ],
  'no-key': [
    'a creation without a key',
    [
      ['auth.missing-key'],
      (call, { status }) =>
        status === 401 && isA('createPet')(call) && call.headers.authorization === undefined,
    ],
  ],
};

/** Each takes seconds of real time, so single ones stand for the other ways not to answer. */
const silencesOf: Readonly<Record<string, readonly string[]>> = {
  drops: ['unknown', 'creations', 'new-sold', 'limit-99'],
  breaks: ['wrong-status'],
};

const silences = crossed(
  'silent',
  {
    hangs: ['never answers', silentOn],
    drops: ['drops the connection of', droppingOn],
    breaks: ['breaks off its answer to', breakingOffOn],
  },
  questions,
  (change, [breaks, which], [how, question]) =>
    silencesOf[how]?.includes(question) === false
      ? undefined
      : { breaks, settings: { timeout: 1 }, change: change(which) },
);

const acceptsGzip = ({ headers }: Call) => `${headers['accept-encoding'] ?? ''}`.includes('gzip');

/** Compresses for callers that accept it, and then changes the reply. */
const compressing = (change: (reply: Reply, bytes: Buffer) => Reply): Change =>
  onReply((reply, call) => (acceptsGzip(call) ? change(reply, gzipSync(payloadOf(reply))) : reply));

const everyBody: Breaks = ['list.returns-pets', 'create.created', 'get.found', 'error.fields'];

/** JSON is UTF-8 and one value (RFC 8259, sections 2 and 8.1). */
const codings = faultsOf(everyBody, {
  'coding.not-declared': [
    'compresses answers and does not say so',
    compressing((reply, bytes) => ({ ...reply, text: bytes })),
  ],
  'coding.without-limits': [
    'shows no rate headers on compressed answers',
    compressing((reply, bytes) => ({
      ...reply,
      text: bytes,
      headers: {
        ...without(
          reply.headers,
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ),
        'Content-Encoding': 'gzip',
      },
    })),
  ],
}).map(
  (fault): Fault =>
    fault.id === 'coding.without-limits'
      ? {
          ...fault,
          overSockets: true,
          breaks: ['rate.limit-header', 'rate.remaining-header', 'rate.reset-header'],
        }
      : { ...fault, overSockets: true },
);

/** Refuses some calls of an ordinary run until the reset, with hundreds of calls shown to remain. */
const refusingSome = (which: (call: Call) => boolean): Change =>
  standingAs((one, call) =>
    which(call) && one.allowed
      ? { ...one, allowed: false, retryAfter: one.resetsAt - call.at }
      : one,
  );

const limits: readonly Fault[] = [
  ...faultsOf(['rate.not-early', 'rate.enforced'], {
    'limit.few-creations': [
      'refuses creations from the eleventh on, with hundreds of calls shown to remain',
      remembering(() => {
        const made = new Map<number, number>();
        return refusingSome((call) => {
          const window = Math.floor(call.at / 60_000);
          if (!isA('createPet')(call)) return false;
          made.set(window, (made.get(window) ?? 0) + 1);
          return (made.get(window) ?? 0) > 10;
        });
      }),
    ],
  }).map((fault) => ({
    ...fault,
    settings: { profile: 'full' as const },
    inVirtualTime: { latencyMs: [2, 12] as const },
  })),
  ...faultsOf('rate.retry-after', {
    'limit.429-without-retry-after': [
      'answers every tenth call 429 without Retry-After',
      together(
        refusingSome(({ sequence }) => sequence % 10 === 9),
        retryAfterAs(() => undefined),
      ),
    ],
  }),
  {
    id: 'limit.of-lower-plan',
    title: 'serves a Business customer by the Pro plan',
    breaks: ['rate.plan-limit'],
    server: () => ({ plan: 'pro' }),
  },
];

/** Faults of counting that only a run sees which spends the limit. */
const spent = [
  ...faultsOf(['rate.enforced', 'rate.remaining-true'], {
    'limit.counts-anew-after-429': [
      'begins its count anew with every 429',
      remembering(() => {
        let forgiven = 0;
        return ({ caller, tooMany }) => ({
          caller: (call) => `${caller(call)} ${forgiven}`,
          tooMany: (...given) => {
            forgiven += 1;
            return tooMany(...given);
          },
        });
      }),
    ],
    'limit.two-workers': [
      'has two processes, each with its own count',
      ({ caller }) => ({ caller: (call) => `${caller(call)} ${call.sequence % 2}` }),
    ],
  }),
].map(spending);

/** Addresses without the version. */
const versions = ['/api', '', '/v1/api', '/v1.0'].map(
  (basePath): Fault => ({
    id: `version.base-path${basePath.replaceAll('/', '-') || '-none'}`,
    title: `stands at ${basePath || 'the root'} instead of /v1`,
    breaks: ['version.base-path'],
    server: () => ({ basePath }),
  }),
);

/** What is sent, and when. */
export const wireFaults: readonly Fault[] = [
  ...silences,
  ...codings,
  ...limits,
  ...spent,
  ...versions,
];
