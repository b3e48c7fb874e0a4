/** How answers travel: framing, codings and connections that do not last. Over sockets and in real time. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
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

/** Compresses (RFC 9110, section 8.4), for callers that accept it or for all. */
const gzipped = (isTaken = (_: Call) => true) =>
  writing((reply, response, call) => {
    const plain = Buffer.from(payloadOf(reply));
    const isCoded = plain.length > 0 && isTaken(call);
    const bytes = isCoded ? gzipSync(plain) : plain;
    response.writeHead(reply.status, {
      ...fieldsOf(reply),
      'Content-Length': String(bytes.length),
      Vary: 'Accept-Encoding',
      ...(isCoded ? { 'Content-Encoding': 'gzip' } : {}),
    });
    response.end(bytes);
  });
const acceptsGzip = ({ headers }: Call) =>
  String(headers['accept-encoding'] ?? '').includes('gzip');

/** Writes the head differently. */
const headed = (head: (fields: Reply['headers']) => Reply['headers'], phrase?: string) =>
  writing((reply, response) => {
    if (phrase === undefined) response.writeHead(reply.status, head(fieldsOf(reply)));
    else response.writeHead(reply.status, phrase, head(fieldsOf(reply)));
    response.end(payloadOf(reply));
  });

const rows: Rows = {
  chunked: headed((fields) => without(fields, 'Content-Length')),
  gzip: gzipped(),
  'gzip-if-taken': gzipped(acceptsGzip),
  'no-phrases': headed((fields) => fields, ''),
  'no-date': before((response) => {
    response.sendDate = false;
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
};

export const connectionFreedoms = named('wire', needing({ overSockets: true }, rows));
