import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { payloadOf } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import { type Change, onReply, withHeaders } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';

/** Every header of a reply, including those of its body. */
export function headersOf(reply: Reply): Record<string, string> {
  const payload = payloadOf(reply);
  const type: Record<string, string> = payload === '' ? {} : { 'Content-Type': 'application/json' };
  return { ...type, 'Content-Length': String(Buffer.byteLength(payload)), ...reply.headers };
}

/** Writes the head differently: other names, other phrases. */
const writing = (
  headers: (base: Record<string, string>) => OutgoingHttpHeaders,
  phrase?: (status: number) => string,
): Change => {
  return () => ({
    transmit: (reply, response) => {
      const written = headers(headersOf(reply));
      if (phrase) response.writeHead(reply.status, phrase(reply.status), written);
      else response.writeHead(reply.status, written);
      response.end(payloadOf(reply));
    },
  });
};

const named = (change: (name: string) => string) =>
  writing((headers) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [change(name), value])),
  );

const same = (headers: OutgoingHttpHeaders) => headers;

const before = (act: (response: ServerResponse, call: Call) => void): Change => {
  return ({ transmit }) => ({
    transmit: (reply, response, call) => {
      act(response, call);
      transmit(reply, response, call);
    },
  });
};

/** The head of an answer, and what comes before it. */
export const headerVariants: readonly Variant[] = [
  {
    id: 'wire.header-names-lower-case',
    title: 'writes header names in lower case',
    change: named((name) => name.toLowerCase()),
  },
  {
    id: 'wire.header-names-upper-case',
    title: 'writes header names in upper case',
    change: named((name) => name.toUpperCase()),
  },
  {
    id: 'wire.header-values-with-spaces',
    title: 'writes white space around the values of headers',
    change: ({ rateHeaders }) => ({
      rateHeaders: (standing, call) =>
        Object.fromEntries(
          Object.entries(rateHeaders(standing, call)).map(([name, value]) => [
            name,
            `  ${value}\t `,
          ]),
        ),
    }),
  },
  {
    id: 'wire.other-phrases',
    title: 'has reason phrases of its own',
    change: writing(same, (status) => `Status ${status} (pet store)`),
  },
  {
    id: 'wire.no-phrases',
    title: 'has no reason phrases',
    change: writing(same, () => ''),
  },
  {
    id: 'wire.headers-repeated',
    title: 'sends several cookies, Vary fields and challenges',
    change: writing((headers) => ({
      ...headers,
      Vary: ['Accept', 'Origin'],
      'Set-Cookie': ['a=1; Path=/', 'b=2; HttpOnly'],
      'WWW-Authenticate': ['Bearer realm="pets"', 'Basic realm="staff"'],
    })),
  },
  {
    id: 'wire.headers-many',
    title: 'sends forty more headers, of a proxy, of a browser’s concern, and of a draft',
    change: withHeaders({
      Server: 'shop/2.1 (front-3)',
      Via: '1.1 proxy-a, 1.1 proxy-b',
      'Strict-Transport-Security': 'max-age=63072000',
      'Cache-Control': 'private, max-age=0, must-revalidate',
      ETag: 'W/"5d41402a"',
      RateLimit: '"default";r=50;t=30',
      'RateLimit-Policy': '"default";q=100;w=60',
      'X-RateLimit-Reset-After': '17.5',
      'X-RateLimit-Limit-Day': '100000',
      'X-RateLimit-Used': '12',
      'Retry-After': '0',
      Warning: '299 - "getPet is deprecated"',
      ...Object.fromEntries(Array.from({ length: 28 }, (_, at) => [`X-Extra-${at}`, `${at}`])),
    }),
  },
  {
    id: 'wire.no-date',
    title: 'has no clock to write Date with',
    change: before((response) => {
      response.sendDate = false;
    }),
  },
  {
    id: 'wire.early-hints',
    title: 'sends 103 Early Hints before each answer',
    change: before((response) =>
      response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' }),
    ),
  },
  {
    id: 'wire.processing',
    title: 'sends 102 Processing before each answer',
    change: before((response) => response.writeProcessing()),
  },
  {
    id: 'wire.keep-alive-told',
    title: 'tells how long it keeps a connection',
    change: onReply((reply) => ({
      ...reply,
      headers: { ...reply.headers, Connection: 'keep-alive', 'Keep-Alive': 'timeout=1, max=3' },
    })),
  },
];
