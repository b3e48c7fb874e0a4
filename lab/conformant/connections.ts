/** How answers travel: framing, codings and connections that do not last. Over sockets and in real time. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { headersOf, payloadOf } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import { type Change, without } from '../../src/reference/changes.ts';
import { droppingOn } from '../wire-changes.ts';
import { named, needing, type Rows } from './freedom.ts';

const fieldsOf = (reply: Reply) => headersOf(reply, payloadOf(reply));

/** Writes answers in a way of its own. */
const writing =
  (write: (reply: Reply, response: ServerResponse, call: Call) => void): Change =>
  () => ({ transmit: write });
/** Does something before each answer. */
const before =
  (act: (response: ServerResponse, call: Call) => void): Change =>
  ({ transmit }) => ({
    transmit: (reply, response, call) => {
      act(response, call);
      transmit(reply, response, call);
    },
  });

/** Writes bodies in chunks of so many bytes. */
const chunked = (size: number, trailers: Readonly<Record<string, string>> = {}) =>
  writing((reply, response) => {
    const bytes = Buffer.from(payloadOf(reply));
    const names = Object.keys(trailers).join(', ');
    response.writeHead(reply.status, {
      ...without(fieldsOf(reply), 'Content-Length'),
      ...(names === '' ? {} : { Trailer: names, 'Transfer-Encoding': 'chunked' }),
    });
    for (let at = 0; at < bytes.length; at += size) response.write(bytes.subarray(at, at + size));
    if (names !== '') response.addTrailers(trailers);
    response.end();
  });

/** Applies a content coding (RFC 9110, section 8.4), to callers that accept it or to all. */
const coded = (name: string, encode: (plain: Buffer) => Buffer, isTaken = (_: Call) => true) =>
  writing((reply, response, call) => {
    const plain = Buffer.from(payloadOf(reply));
    const isCoded = plain.length > 0 && isTaken(call);
    const bytes = isCoded ? encode(plain) : plain;
    response.writeHead(reply.status, {
      ...fieldsOf(reply),
      'Content-Length': String(bytes.length),
      Vary: 'Accept-Encoding',
      ...(isCoded ? { 'Content-Encoding': name } : {}),
    });
    response.end(bytes);
  });
const taking = (name: string) => (call: Call) =>
  String(call.headers['accept-encoding'] ?? '').includes(name);

/** Writes the head differently. */
const headed = (head: (fields: OutgoingHttpHeaders) => OutgoingHttpHeaders, phrase?: string) =>
  writing((reply, response) => {
    if (phrase === undefined) response.writeHead(reply.status, head(fieldsOf(reply)));
    else response.writeHead(reply.status, phrase, head(fieldsOf(reply)));
    response.end(payloadOf(reply));
  });

/** The number of a connection, and that of the answer on it, from 1. */
const counted =
  (act: (response: ServerResponse, answer: number, connection: number) => void): Change =>
  (base) => {
    const known = new Map<object, { readonly number: number; answers: number }>();
    return before((response, { connection }) => {
      const entry = known.get(connection) ?? { number: known.size + 1, answers: 0 };
      known.set(connection, entry);
      entry.answers += 1;
      act(response, entry.answers, entry.number);
    })(base);
  };

const isMalformed = ({ operation, body }: Call) =>
  operation === 'createPet' && !body.trim().startsWith('{');

const rows: Rows = {
  chunked: ['sends bodies in one chunk', chunked(1024 * 1024)],
  trailers: ['sends trailers', chunked(64, { 'X-Checksum': 'abc', 'Server-Timing': 'db;dur=1' })],
  gzip: ['codes bodies with gzip, unasked', coded('gzip', gzipSync)],
  'gzip-if-taken': coded('gzip', gzipSync, taking('gzip')),
  brotli: ['codes bodies with Brotli, unasked', coded('br', brotliCompressSync)],
  deflate: ['codes bodies with deflate', coded('deflate', deflateSync)],
  identity: ['says that plain bodies are coded as identity', coded('identity', (plain) => plain)],
  'no-phrases': ['has no reason phrases', headed((fields) => fields, '')],
  'no-date': [
    'sends no Date',
    before((response) => {
      response.sendDate = false;
    }),
  ],
  'early-hints': [
    'sends 102 and 103 before each answer, with headers that are not those of the answer',
    before((response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: '</a.css>; rel=preload', 'x-ratelimit-limit': 'soon' });
    }),
  ],
  'body-ends-with-connection': [
    'ends each body by closing the connection, as HTTP/1.0 did',
    writing((reply, response) => {
      response.useChunkedEncodingByDefault = false;
      const fields = without(fieldsOf(reply), 'Content-Length');
      response.writeHead(reply.status, { ...fields, Connection: 'close' });
      response.end(payloadOf(reply));
    }),
  ],
  'closes-each': headed((fields) => ({ ...fields, Connection: 'close' })),
  'closes-unannounced': [
    'closes each connection after nine answers without a word',
    counted((response, answer) => {
      const { socket } = response;
      if (answer >= 9) response.on('finish', () => socket?.end());
    }),
  ],
  'drops-when-idle': [
    'drops a connection that is idle for 5 ms, though it promises 60 s',
    before((response) => {
      const { socket } = response;
      response.on('finish', () => socket?.setTimeout(5));
    }),
  ],
  'drops-each-fortieth': droppingOn(({ sequence }) => sequence % 40 === 39),
  'loses-creations': [
    'loses the answers to two creations after it stored them',
    droppingOn(
      ({ operation, sequence }, { status }) =>
        operation === 'createPet' && status === 201 && [12, 30].includes(sequence),
    ),
  ],
  'malformed-dropped': [
    'has a firewall that drops bodies that are not JSON',
    droppingOn(isMalformed),
    { settings: { timeout: 1 } },
  ],
};

export const connectionFreedoms = named('wire', needing({ overSockets: true }, rows));
