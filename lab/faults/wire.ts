/** What is not sent, or not as HTTP and JSON are sent; and where. */
import { gzipSync } from 'node:zlib';
import { payloadOf } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import { type Change, membersOf, onReply } from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/variant.ts';
import { breakingOffOn, droppingOn, isA, silentOn } from '../changes.ts';
import { type Breaks, crossed, type Entries, faultsOf } from './fault-table.ts';

type Which = (call: Call, reply: Reply) => boolean;

/** Questions that are never answered, and the requirement that asks. */
const questions: Entries<readonly [Breaks, Which]> = {
  reads: [['get.found'], (call, { status }) => isA('getPet')(call) && status === 200],
  unknown: [['get.not-found'], (call, { status }) => isA('getPet')(call) && status === 404],
  creations: [['create.created'], (call, { status }) => isA('createPet')(call) && status === 201],
  nothing: [['create.missing-name', 'create.missing-category-id'], ({ body }) => body === '{}'],
  sold: [
    ['list.status-filter'],
    ({ query }) => query.get('status') === 'sold' && !query.has('limit'),
  ],
  'limit-99': [
    ['list.limit', 'list.filter-with-limit'],
    ({ query }) => query.get('limit') === '99',
  ],
  'new-sold': [
    ['create.status-values'],
    (call, { status }) => status === 201 && membersOf(call.body)?.status === 'sold',
  ],
  'wrong-status': [
    ['create.invalid-status'],
    (call, { status }) => status === 400 && membersOf(call.body)?.status !== undefined,
  ],
  'no-key': [
    ['auth.missing-key'],
    (call, { status }) =>
      status === 401 && isA('createPet')(call) && call.headers.authorization === undefined,
  ],
};

/** Each takes seconds of real time, so single ones stand for the other ways not to answer. */
const silencesOf: Readonly<Record<string, readonly string[]>> = {
  drops: ['unknown', 'creations', 'new-sold', 'limit-99'],
  breaks: ['wrong-status'],
};

const silences = crossed(
  'silent',
  { hangs: silentOn, drops: droppingOn, breaks: breakingOffOn },
  questions,
  (change, [breaks, which], [how, question]) =>
    silencesOf[how]?.includes(question) === false
      ? undefined
      : { breaks, settings: { timeout: 1 }, change: change(which) },
);

/** Compresses for callers that accept it. */
const compressed = (change: (headers: Reply['headers']) => Reply['headers']): Change =>
  onReply((reply, call) =>
    `${call.headers['accept-encoding'] ?? ''}`.includes('gzip')
      ? { ...reply, text: gzipSync(payloadOf(reply)), headers: change(reply.headers) }
      : reply,
  );

const codings = [
  // JSON is UTF-8 and one value (RFC 8259, sections 2 and 8.1).
  ...faultsOf(
    ['list.returns-pets', 'create.created', 'get.found', 'error.fields'],
    { 'coding.not-declared': compressed((headers) => headers) },
    { overSockets: true },
  ),
  ...faultsOf(
    ['rate.limit-header', 'rate.remaining-header', 'rate.reset-header'],
    { 'coding.without-limits': compressed(() => ({ 'Content-Encoding': 'gzip' })) },
    { overSockets: true },
  ),
];

/** Addresses without the version. */
const versions = ['/api', '', '/v1/api', '/v1.0'].map(
  (basePath): Fault => ({
    id: `version.base-path${basePath.replaceAll('/', '-') || '-none'}`,
    breaks: ['version.base-path'],
    server: () => ({ basePath }),
  }),
);

export const wireFaults: readonly Fault[] = [...silences, ...codings, ...versions];
