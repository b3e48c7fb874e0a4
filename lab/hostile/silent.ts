import { petStatuses } from '../../src/catalogue/operations.ts';
import { readInt64 } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import type { Change } from '../../src/reference/changes.ts';
import type { HostilePeer } from './peer.ts';
import { bytesPeer, changedPeer, rawPeer } from './servers.ts';

/** Never answers the calls that meet the condition. */
const hangingOn =
  (condition: (call: Call) => boolean): Change =>
  ({ transmit }) => ({
    transmit: (reply, response, call) => {
      if (!condition(call)) transmit(reply, response, call);
    },
  });

/** Writes a text one character at a time, slowly, for ever. */
const dripping = (text: string) =>
  rawPeer(({ socket }) => {
    let at = 0;
    const timer = setInterval(() => {
      socket.write(text[at] ?? 'a');
      at += 1;
    }, 50);
    socket.once('close', () => clearInterval(timer));
  });

const stocked = {
  animals: petStatuses.flatMap((status, kind) =>
    Array.from({ length: 30 }, (_, at) => {
      return { id: BigInt(kind * 30 + at + 1), name: 'Rex', categoryId: 3n, status };
    }),
  ),
};

/** Seconds for a request: what is answered at all is answered soon, and more where requirements must pass. */
const impatient = { settings: { timeout: 0.5 } } as const;
const patient = { settings: { timeout: 1 } } as const;

const noAnswer = /no complete answer within/;

/** Peers that do not answer, or not to an end. */
export const silentPeers: readonly HostilePeer[] = [
  {
    id: 'silent.always',
    title: 'takes every request and never answers',
    ...impatient,
    start: rawPeer(() => {}),
    expected: { verdict: 'incomplete', alone: true, says: noAnswer, mostRequests: 2 },
  },
  {
    id: 'silent.drips-its-head',
    title: 'answers one byte at a time for ever',
    ...impatient,
    start: dripping('HTTP/1.1 200 OK\r\nX-Wait: '),
    expected: { verdict: 'incomplete', alone: true, says: noAnswer, mostRequests: 2 },
  },
  {
    id: 'silent.drips-its-body',
    title: 'sends its head at once, and the body one byte at a time for ever',
    ...impatient,
    start: rawPeer(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const timer = setInterval(() => socket.write('1\r\na\r\n'), 50);
      socket.once('close', () => clearInterval(timer));
    }),
    expected: { verdict: 'incomplete', alone: true, says: noAnswer, mostRequests: 2 },
  },
  {
    id: 'silent.interim-for-ever',
    title: 'sends 100 Continue again and again, and no final answer',
    ...impatient,
    start: rawPeer(({ socket }) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 20);
      socket.once('close', () => clearInterval(timer));
    }),
    expected: { verdict: 'incomplete', alone: true, mostRequests: 2 },
  },
  {
    id: 'silent.one-operation',
    title: 'never answers getPet; the other two operations keep their verdicts',
    ...patient,
    start: changedPeer(hangingOn(({ operation }) => operation === 'getPet')),
    expected: {
      verdict: 'non-conformant',
      fails: ['get.found', 'get.not-found'],
      alone: true,
      passes: ['list.limit', 'create.created', 'create.invalid-body', 'rate.remaining-falls'],
      says: /getPet left several questions in a row without an answer/,
    },
  },
  {
    id: 'silent.two-operations',
    title: 'never answers createPet and getPet; the list keeps its verdicts',
    ...patient,
    start: changedPeer(
      hangingOn(({ operation }) => operation === 'getPet' || operation === 'createPet'),
      stocked,
    ),
    expected: {
      verdict: 'non-conformant',
      fails: ['create.created', 'get.found'],
      passes: ['list.limit', 'list.status-filter', 'rate.remaining-falls'],
    },
  },
  {
    id: 'silent.when-invalid',
    title: 'hangs on every creation that it should refuse, as an unhandled rejection does',
    ...patient,
    start: changedPeer(({ finish, transmit }) => ({
      finish,
      transmit: (reply, response, call) => {
        if (reply.status !== 400) transmit(reply, response, call);
      },
    })),
    expected: {
      verdict: 'non-conformant',
      fails: ['create.missing-name', 'create.missing-category-id'],
      passes: ['create.created', 'get.found', 'auth.invalid-key', 'list.limit'],
    },
  },
  {
    id: 'silent.on-gaps',
    title: 'hangs on what the specification leaves open, and conforms otherwise',
    ...patient,
    start: changedPeer(
      hangingOn(
        ({ operation, petId, body, query }) =>
          (operation === 'getPet' && readInt64(petId) === undefined) ||
          body.length > 5_000 ||
          query.get('limit') === '101' ||
          query.get('limit') === 'abc',
      ),
    ),
    expected: { verdict: 'conformant' },
  },
  {
    id: 'silent.every-fourth-time',
    title: 'leaves every fourth request without an answer, so that each costs its time',
    start: changedPeer(hangingOn(({ sequence }) => sequence % 4 === 0)),
    settings: { timeout: 0.25 },
    expected: {
      verdict: 'incomplete',
      alone: true,
      says: /were lost on requests without an answer; allowed are 7\.5 s, 30 times --timeout/,
    },
  },
  {
    id: 'silent.says-more-than-it-sends',
    title: 'declares more bytes than it sends, and keeps the connection open',
    ...impatient,
    start: bytesPeer('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[]'),
    expected: { verdict: 'incomplete', alone: true, says: noAnswer, mostRequests: 2 },
  },
];
