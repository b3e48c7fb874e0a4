/** Codings, headers and interim answers, as proxies add them. */
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { payloadOf } from '../../src/reference/behaviour.ts';
import { type Change, onReply, together, withHeaders } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { headersOf } from './wire-headers.ts';

const coded =
  (name: string, encode: (plain: Buffer) => Buffer): Change =>
  () => ({
    transmit: (reply, response) => {
      const payload = Buffer.from(payloadOf(reply));
      if (payload.length === 0) {
        response.writeHead(reply.status, headersOf(reply));
        return void response.end();
      }
      const bytes = encode(payload);
      response.writeHead(reply.status, {
        ...headersOf(reply),
        'Content-Encoding': name,
        'Content-Length': String(bytes.length),
        Vary: 'Accept-Encoding',
      });
      response.end(bytes);
    },
  });

const informing = (inform: (response: ServerResponse) => void): Change => {
  return ({ transmit }) => ({
    transmit: (reply, response, call) => {
      inform(response);
      transmit(reply, response, call);
    },
  });
};

/** Large headers, as policies and cookies make them. */
const bulky = (bytes: number) =>
  Object.fromEntries(
    Array.from({ length: Math.ceil(bytes / 1000) }, (_, at) => [`X-Policy-${at}`, 'p'.repeat(985)]),
  );

/** What proxies make of answers. */
export const codingVariants: readonly Variant[] = [
  {
    id: 'staging.headers-of-20-kb',
    title: 'sends 20 kB of headers with each answer',
    change: withHeaders(bulky(20_000)),
  },
  {
    id: 'staging.headers-of-48-kb',
    title: 'sends 48 kB of headers with each answer',
    change: withHeaders(bulky(48_000)),
  },
  {
    id: 'staging.coded-gzip',
    title: 'sends bodies in gzip',
    change: coded('gzip', gzipSync),
  },
  {
    id: 'staging.coded-brotli',
    title: 'sends bodies in Brotli',
    change: coded('br', brotliCompressSync),
  },
  {
    id: 'staging.coded-deflate',
    title: 'sends bodies in deflate',
    change: coded('deflate', deflateSync),
  },
  {
    id: 'staging.coded-deflate-raw',
    title: 'sends bodies in deflate without the frame of zlib, as many servers do',
    change: coded('deflate', deflateRawSync),
  },
  {
    id: 'staging.coded-twice',
    title: 'sends bodies in gzip, and a proxy puts them into gzip once more',
    change: coded('gzip, gzip', (plain) => gzipSync(gzipSync(plain))),
  },
  {
    id: 'staging.coded-identity',
    title: 'says of plain bodies that their coding is identity',
    change: coded('identity', (plain) => plain),
  },
  {
    id: 'staging.hints-twice',
    title: 'sends 102, and 103 with headers that are not those of the answer',
    change: informing((response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: '</a.css>; rel=preload', 'x-ratelimit-limit': 'soon' });
    }),
  },
  {
    id: 'staging.behind-proxies',
    title: 'stands behind three proxies, which say so',
    change: together(
      withHeaders({ Via: '1.1 a, 2 b (cdn), 1.1 c', Age: '0', 'CF-Ray': '8f1-ZRH' }),
      onReply((reply) => ({
        ...reply,
        headers: { ...reply.headers, 'Cache-Control': 'no-store, no-transform' },
      })),
    ),
  },
];
