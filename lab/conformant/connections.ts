/** How answers travel: framing, codings and connections that do not last. Over sockets and in real time. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { headersOf, payloadOf } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import { type Change, without } from '../../src/reference/changes.ts';
import { droppingOn } from '../changes.ts';
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

const isMalformed = ({ operation, body }: Call) =>
  operation === 'createPet' && !body.trim().startsWith('{');

const rows: Rows = {
  chunked: chunked(1024 * 1024),
  trailers: chunked(64, { 'X-Checksum': 'abc', 'Server-Timing': 'db;dur=1' }),
  gzip: coded('gzip', gzipSync),
  'gzip-if-taken': coded('gzip', gzipSync, taking('gzip')),
  brotli: coded('br', brotliCompressSync),
  identity: coded('identity', (plain) => plain),
  'no-phrases': headed((fields) => fields, ''),
  'no-date': before((response) => {
    response.sendDate = false;
  }),
  'early-hints': before((response) => {
    response.writeProcessing();
    response.writeEarlyHints({ link: '</a.css>; rel=preload', 'x-ratelimit-limit': 'soon' });
  }),
  'body-ends-with-connection': writing((reply, response) => {
    response.useChunkedEncodingByDefault = false;
    const fields = without(fieldsOf(reply), 'Content-Length');
    response.writeHead(reply.status, { ...fields, Connection: 'close' });
    response.end(payloadOf(reply));
  }),
  'closes-each': headed((fields) => ({ ...fields, Connection: 'close' })),
  'drops-when-idle': before((response) => {
    const { socket } = response;
    response.on('finish', () => socket?.setTimeout(5));
  }),
  'drops-each-fortieth': droppingOn(({ sequence }) => sequence % 40 === 39),
  'loses-creations': droppingOn(
    ({ operation, sequence }, { status }) =>
      operation === 'createPet' && status === 201 && [12, 30].includes(sequence),
  ),
  'malformed-dropped': { change: droppingOn(isMalformed), settings: { timeout: 1 } },
};

export const connectionFreedoms = named('wire', needing({ overSockets: true }, rows));
