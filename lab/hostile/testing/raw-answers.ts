/** For tests: bytes that may pass for an HTTP response, or not. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { hostileKey } from '../peer.ts';

/** What a peer sends in place of an answer, and what it does then. */
export interface RawAnswer {
  readonly bytes: Buffer;
  readonly after: 'keep' | 'close' | 'reset';
}

const pet = '{"id":7,"name":"Rex","categoryId":3,"status":"sold"}';
const markup = '</script><script>alert(1)</script><img src=x onerror=alert(1)>]]>\\u001b[2J\\ud800';

const bodies: readonly Buffer[] = [
  pet,
  `[${pet}]`,
  `[${pet},${pet}]`,
  `[${Array.from({ length: 30 }, (_, at) => pet.replace('7', `${at}`)).join(',')}]`,
  '[]',
  '{}',
  '',
  'null',
  '{"code":"no","message":"No.","status":400}',
  `{"code":"${markup}","message":"${hostileKey}","status":401}`,
  `[{"id":9223372036854775808,"name":"${markup}","categoryId":1e400,"status":"gone"}]`,
  '{"__proto__":{"id":1},"constructor":{"prototype":1},"id":1e2,"name":"x","categoryId":-0}',
  '{"id":1,"id":2,"name":"a","name":7,"categoryId":3}',
  '['.repeat(3_000),
  '{"a":'.repeat(600),
  '\ufeff[]',
  `[${'1,'.repeat(2_000)}1]`,
  `"${'\\"'.repeat(30_000)}"`,
  `${' '.repeat(70_000)}[]`,
  '<!DOCTYPE html><html><script>alert(1)</script></html>',
].map((text) => Buffer.from(text));

const strange: readonly Buffer[] = [
  Buffer.from([0xff, 0xfe, 0x00, 0x80]),
  Buffer.from('[{"id":1,"name":"\xe9"}]', 'latin1'),
  Buffer.from('[]', 'utf16le'),
  gzipSync(`[${pet}]`),
  gzipSync(Buffer.alloc(5_000_000, ' ')),
];

const body = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...bodies) },
  { weight: 1, arbitrary: fc.constantFrom(...strange) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4 }).map((text) => Buffer.from(text)) },
);

const usual = ['200', '201', '400', '401', '404', '429', '500', '503'];
const rare = ['100', '101', '103', '204', '205', '302', '304', '410', '426', '999'];
const status = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...usual) },
  { weight: 2, arbitrary: fc.constantFrom(...rare) },
  { weight: 1, arbitrary: fc.constantFrom('0', '-1', '20', '2000', 'OK', '2O0', '') },
);

const statusLine = fc
  .tuple(
    fc.oneof(
      { weight: 9, arbitrary: fc.constant('HTTP/1.1') },
      { weight: 1, arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'http/1.1', 'ICY', '') },
    ),
    status,
    fc.constantFrom('OK', '', 'caf\xe9 \x1b[2J', `${hostileKey}`, 'a'.repeat(3_000), '<script>'),
  )
  .map((parts) => parts.join(' '));

const number = fc.oneof(
  fc.constantFrom('0', '1', '60', '-1', '1.5', '', 'NaN', '9'.repeat(30), '1e3', ' 5 ', '٣'),
  fc.integer({ min: 0, max: 2_000_000_000 }).map(String),
);

const field = fc.oneof(
  fc.tuple(
    fc.constantFrom('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'),
    number,
  ),
  fc.tuple(fc.constant('Retry-After'), number),
  fc.tuple(
    fc.constantFrom('Date', 'Retry-After'),
    fc.constantFrom(
      'Wed, 21 Oct 2015 07:28:00 GMT',
      'yesterday',
      'Sat, 31 Dec 275760 00:00:00 GMT',
    ),
  ),
  fc.tuple(
    fc.constant('Content-Type'),
    fc.constantFrom('application/json', 'text/html', '', 'application/json; charset=utf-7', ';;;'),
  ),
  fc.tuple(fc.constant('Content-Encoding'), fc.constantFrom('gzip', 'br', 'deflate', 'x', '')),
  fc.tuple(fc.constant('Connection'), fc.constantFrom('close', 'keep-alive', 'upgrade', ',,,')),
  fc.tuple(fc.constant('Location'), fc.constantFrom('/', '//x', `http://x/${hostileKey}`, '\x7f')),
  fc.tuple(
    fc.constantFrom('WWW-Authenticate', 'X-Echo', 'Set-Cookie', 'Link', '__proto__', 'Sunset'),
    fc.constantFrom('Bearer', hostileKey, '\xff\xfe', '<script>', 'a'.repeat(9_000), '\t'),
  ),
  fc.tuple(
    fc.string({ minLength: 1, maxLength: 8 }),
    fc.string({ maxLength: 20, unit: 'binary-ascii' }),
  ),
);

/** How the length of the body is told. */
const framings: readonly ((payload: Buffer) => readonly [head: string, body: Buffer])[] = [
  (payload) => [`Content-Length: ${payload.length}`, payload],
  (payload) => [`Content-Length: ${payload.length}`, payload],
  (payload) => [`Content-Length: ${payload.length}`, payload],
  (payload) => [`Content-Length: ${payload.length + 7}`, payload],
  (payload) => [`Content-Length: ${Math.max(0, payload.length - 3)}`, payload],
  (payload) => ['Content-Length: -4', payload],
  (payload) => ['X-No: length', payload],
  (payload) => ['Transfer-Encoding: chunked', chunksOf(payload)],
  (payload) => ['Transfer-Encoding: chunked', payload],
  (payload) => [
    `Transfer-Encoding: chunked\r\nContent-Length: ${payload.length}`,
    chunksOf(payload),
  ],
  (payload) => ['Transfer-Encoding: gzip, identity', payload],
];

function chunksOf(payload: Buffer): Buffer {
  const size = `${payload.length.toString(16)};x=y\r\n`;
  const end = payload.length === 0 ? '0\r\n\r\n' : '\r\n0\r\nX-Trailer: a\r\n\r\n';
  return Buffer.concat([Buffer.from(payload.length === 0 ? '' : size), payload, Buffer.from(end)]);
}

/** A response with lies in its framing, cut off somewhere or with bytes behind it. */
export const rawAnswer: fc.Arbitrary<RawAnswer> = fc
  .record({
    line: statusLine,
    fields: fc.array(field, { maxLength: 8 }),
    payload: body,
    framing: fc.constantFrom(...framings),
    cut: fc.option(fc.integer({ min: 0, max: 400 }), { freq: 5 }),
    more: fc.option(fc.uint8Array({ maxLength: 40 }), { freq: 8 }),
    after: fc.constantFrom('close', 'close', 'close', 'keep', 'reset'),
  })
  .map(({ line, fields, payload, framing, cut, more, after }) => {
    const [length, framed] = framing(payload);
    const lines = [line, ...fields.map((pair) => pair.join(': ')), length];
    const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
    const whole = Buffer.concat([head, framed, Buffer.from(more ?? [])]);
    return { bytes: cut === null ? whole : whole.subarray(0, cut), after };
  });
