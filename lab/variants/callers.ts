/** What a service may know of its callers: sessions, languages, codings, and how much it reads of their keys. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { payloadOf, Refusal } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  type Change,
  inErrors,
  membersOf,
  onReply,
  remembering,
  together,
  withHeaders,
} from '../../src/reference/changes.ts';
import { everyTurn, type Variant } from '../../src/reference/subject.ts';
import { standingAs } from '../limit-changes.ts';
import { validationFirst } from './authentication.ts';

const described = ['name', 'categoryId', 'status'];

const isStrange = (body: string) =>
  Object.keys(membersOf(body) ?? {}).some((name) => !described.includes(name));

const onlyDescribed: Change = ({ newAnimal }) => ({
  newAnimal: (call) =>
    isStrange(call.body)
      ? new Refusal(400, 'invalid_request', 'There is no such member.')
      : newAnimal(call),
});

/** Something before the service reads some headers no further. */
const headRefused = (status: number, which: (call: Call) => boolean): Change =>
  onReply((reply, call) => (which(call) ? { status, headers: {} } : reply));

const bytesOf = ({ rawHeaders }: Call) => rawHeaders.join('').length;

const messages: Readonly<Record<string, string>> = {
  tr: 'Bu istek kabul edilmedi.',
  ar: 'تم رفض هذا الطلب.',
};

const inLanguage: Change = together(
  inErrors((body, { headers }) => {
    const message = messages[(headers['accept-language'] ?? '').slice(0, 2)];
    return message === undefined ? body : { ...body, message };
  }),
  withHeaders({ Vary: 'Accept-Language' }),
);

const compressedIfTaken: Change = onReply((reply, { headers }) => {
  if (!String(headers['accept-encoding'] ?? '').includes('gzip')) return reply;
  const coding = { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' };
  return { ...reply, text: gzipSync(payloadOf(reply)), headers: { ...reply.headers, ...coding } };
});

/** As libraries do it: what is longer than a kilobyte, in the best accepted coding. */
const longInBrotli: Change = onReply((reply, { headers }) => {
  const payload = payloadOf(reply);
  const vary = { ...reply.headers, Vary: 'Accept-Encoding' };
  const isTaken = String(headers['accept-encoding'] ?? '').includes('br');
  if (!isTaken || Buffer.byteLength(payload) <= 1024) return { ...reply, headers: vary };
  return {
    ...reply,
    text: brotliCompressSync(payload),
    headers: { ...vary, 'Content-Encoding': 'br' },
  };
});

/** Answers 401 to everybody for ten minutes once this many log-ins were refused. */
const lockingOut = (refusals: number): Change =>
  remembering(() => {
    let refused = 0;
    let until = 0;
    return ({ authorized }) => ({
      authorized: (call) => {
        if (authorized(call) && call.at >= until) return true;
        refused += 1;
        if (refused >= refusals) until = call.at + 600_000;
        return false;
      },
    });
  });

const known: readonly Variant[] = [
  {
    id: 'caller.session-for-pages',
    title: 'begins a session with the key for its own pages, but still asks for the key',
    change: withHeaders({ 'Set-Cookie': 'SESSION=8f1e2d; Path=/; HttpOnly; SameSite=Lax' }),
  },
  {
    id: 'caller.in-own-language',
    title: 'has messages in the languages of its callers',
    change: inLanguage,
  },
  {
    id: 'caller.compressed-if-taken',
    title: 'compresses answers for callers that accept it',
    overSockets: true,
    change: compressedIfTaken,
  },
  {
    id: 'caller.long-in-brotli',
    title: 'compresses what is longer than a kilobyte, in Brotli for callers that accept it',
    overSockets: true,
    change: longInBrotli,
  },
  {
    id: 'caller.locked-out',
    title: 'locks a caller out for ten minutes after fourteen calls without the right key',
    change: lockingOut(14),
  },
];

const inFull: readonly Variant[] = [
  {
    id: 'caller.members-refused-before-key',
    title: 'refuses members that nobody has described before it asks for the key',
    advised: ['auth.comes-first'],
    change: together(onlyDescribed, validationFirst),
  },
  {
    id: 'caller.bytes-beyond-ascii-refused',
    title: 'reads no head with bytes beyond ASCII: 400',
    change: headRefused(400, ({ headers }) => /[^\p{ASCII}]/u.test(headers.authorization ?? '')),
  },
  {
    id: 'caller.long-key-in-short-heads',
    title: 'has a key of 700 characters, and reads no head of more than 8 kB: 431',
    server: () => ({ apiKey: `sk_${'q7VzR2wXmT'.repeat(70)}` }),
    change: headRefused(431, (call) => bytesOf(call) > 8000),
  },
  {
    id: 'caller.burst-refused-for-a-second',
    title: 'has a quota of a second, too, which the headers do not show',
    undecided: ['rate.enforced', 'rate.not-early', 'rate.retry-after', 'rate.recovers'],
    change: standingAs((standing, { sequence }) =>
      sequence % 40 === 39 ? { ...standing, allowed: false, retryAfter: 1000 } : standing,
    ),
  },
];

/** Conformant servers that recognise their callers by other things than the key. */
export const callerVariants: readonly Variant[] = [
  ...known,
  ...inFull.map((variant) => ({
    ...variant,
    settings: everyTurn,
    inVirtualTime: { latencyMs: [1, 6] } as const,
  })),
];
