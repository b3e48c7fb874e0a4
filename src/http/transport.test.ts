import { createServer } from 'node:http';
import { connect, createServer as createNetServer, type Server, Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { failureWords } from './failure-words.ts';
import { type Answer, inTurn, startPeer } from './testing/peer.ts';
import { openConnections, type TransportOptions, type WireResult } from './transport.ts';

const signal = new AbortController().signal;
const bound = 2 * 1024 * 1024;
const bodyBound = () => bound;

/** Sends GET requests to an address, over one connection. */
function getter(url: string, options: Partial<TransportOptions> = {}) {
  const connections = openConnections({ connections: 1, timeout: 5, bodyBound, ...options });
  onTestFinished(() => connections.close());
  return (by = signal) => connections.send({ method: 'GET', url: new URL(url), headers: [] }, by);
}

/** What came of one GET of a peer that gives this answer. */
const get = async (answer: Answer): Promise<WireResult> =>
  getter((await startPeer(inTurn(answer))).baseUrl)();

async function responseTo(answer: Answer) {
  const result = await get(answer);
  if ('failure' in result) throw new Error(result.failure.message);
  return result.response;
}

test('header fields are kept as they came: letter case, order, and repeated ones apart', async () => {
  const headers = { 'X-b': '2', 'x-A': '1', 'Set-Cookie': ['a=1', 'b=2'] };
  const { headers: got } = await responseTo({ headers });
  expect(got.slice(0, 4)).toEqual([
    ['X-b', '2'],
    ['x-A', '1'],
    ['Set-Cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
  ]);
});

const text = JSON.stringify({ name: 'Rex é 🐕'.repeat(50) });
const codings: [string, Buffer][] = [
  ['gzip', gzipSync(text)],
  ['x-gzip', gzipSync(text)],
  ['GZIP', gzipSync(text)],
  ['br', brotliCompressSync(text)],
  ['deflate', deflateSync(text)],
  // As many servers send it, without the frame of zlib.
  ['deflate', deflateRawSync(text)],
  ['gzip, br', brotliCompressSync(gzipSync(text))],
  ['identity', Buffer.from(text)],
];

test.each(codings)('the content coding %s is undone', async (coding, body) => {
  const response = await responseTo({ headers: { 'Content-Encoding': coding }, body });
  expect(response).toMatchObject({ body: text, truncated: false });
});

test('what is not in the coding that it says is kept as it came', async () => {
  const response = await responseTo({ headers: { 'Content-Encoding': 'gzip' }, body: text });
  expect(response).toMatchObject({ body: text, truncated: false });
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
] as const)('a bomb under %s is bounded and marked', async (coding, compress) => {
  const bomb = compress(Buffer.alloc(bound * 8, 'a'));
  const response = await responseTo({ headers: { 'Content-Encoding': coding }, body: bomb });
  expect(response.truncated).toBe(true);
  expect(response.body.length).toBeLessThanOrEqual(bound);
});

test('a body as long as the bound is whole, and a longer one is cut and marked', async () => {
  const whole = await responseTo({ body: 'a'.repeat(bound) });
  expect([whole.body.length, whole.truncated]).toEqual([bound, false]);
  const cut = await responseTo({ body: 'a'.repeat(bound + 1) });
  expect([cut.body.length, cut.truncated]).toEqual([bound, true]);
});

test('a body that breaks off is a failure, not an answer', async () => {
  const answer = { headers: { 'Content-Length': '100' }, body: 'half', thenCloses: true };
  expect(await get(answer)).toMatchObject({ failure: { code: expect.any(String) } });
});

test('requests go by way of the proxy where there is one', async () => {
  const peer = await startPeer(inTurn({ body: 'through' }));
  const tunnels: (string | undefined)[] = [];
  const proxy = createServer();
  proxy.on('connect', ({ url }, socket) => {
    tunnels.push(url);
    const onward = connect(Number(new URL(peer.baseUrl).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
  });
  const viaProxy = getter(peer.baseUrl, { proxy: `http://127.0.0.1:${await portOf(proxy)}` });
  expect(await viaProxy()).toMatchObject({ response: { body: 'through' } });
  expect(tunnels).toEqual([new URL(peer.baseUrl).host]);
});

test.each(['refuses', 'does not know'])(
  'a proxy that %s is told apart from the service',
  async (how) => {
    const proxy = createServer();
    proxy.on('connect', (_, socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    const port = await portOf(proxy);
    if (how === 'refuses') await new Promise((resolve) => proxy.close(resolve));
    const result = await getter('http://127.0.0.1:1/v1', { proxy: `http://127.0.0.1:${port}` })();
    const said = 'failure' in result ? failureWords(result.failure) : '';
    expect(said).toMatch(
      how === 'refuses' ? /^the proxy or .*ECONNREFUSED/ : /^the proxy or .*\(502\)/,
    );
  },
);

test.each(['000', '099', '1000', 'abc'])(
  'a status of %s is told as what is not HTTP, in one line',
  async (status) => {
    const answer = `HTTP/1.1 ${status} Odd\r\nContent-Length: 2\r\n\r\n[]`;
    const result = await getFrom((socket) => socket.end(answer));
    const said = 'failure' in result ? failureWords(result.failure) : '';
    expect(said).toMatch(/^the answer is not HTTP \([A-Za-z_]+\)$/);
  },
);

test('an answer that breaks off on a used connection is a failure, not an idle connection', async () => {
  const half = { headers: { 'Content-Length': '100' }, body: 'half', thenCloses: true };
  const peer = await startPeer(inTurn({ body: 'whole' }, half));
  const again = getter(peer.baseUrl);
  await again();
  expect(await again()).toMatchObject({ reusedConnection: false });
});

test.each([
  ['numbers', `[${'1,'.repeat(30_000)}1]`, 50_010],
  ['arrays in one another', `[${`${'['.repeat(400)}${']'.repeat(400)},`.repeat(80)}1]`, 51_000],
  ['objects', `[${'{},'.repeat(20_000)}1]`, 37_600],
])('a body of more %s than can be held is cut, marked, and says so', async (_, body, most) => {
  const response = await responseTo({ body });
  expect(response).toMatchObject({ truncated: true, unread: expect.stringMatching(/far more/) });
  expect(response.body.length).toBeLessThan(most);
});

test.each(['zstd', 'compress', 'gzip, aes128gcm', 'gzip, gzip, gzip, gzip'])(
  'a body in the coding %s, which cannot be undone, is not read, and says so',
  async (coding) => {
    const response = await responseTo({ headers: { 'Content-Encoding': coding }, body: 'x' });
    expect(response.truncated).toBe(true);
    expect(response.unread).toBe(
      `it is in the content coding "${coding}", which this suite cannot undo`,
    );
  },
);

test('JSON that nests too deep is not read, and says so, and brackets in a string do not count', async () => {
  const deep = `${'['.repeat(501)}${']'.repeat(501)}`;
  expect(await responseTo({ body: deep })).toMatchObject({
    truncated: true,
    unread: 'it nests more than 500 levels deep, and this suite reads no deeper',
  });
  expect(await responseTo({ body: JSON.stringify(deep) })).toMatchObject({ truncated: false });
});

test('thousands of header fields are a failure that says how many', async () => {
  const many = Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`x${at}`, '']));
  expect(await get({ headers: many })).toMatchObject({
    failure: {
      code: 'UND_ERR_HEADERS_OVERFLOW',
      message: expect.stringMatching(/^the answer has 15\d\d header fields; no more than 200/),
    },
  });
});

/** What came of one request to a server that puts bytes of its own on the wire. */
const getRaw = (bytes: string) => getFrom((socket) => socket.once('data', () => socket.end(bytes)));

/** What came of one request to a server that does so with each connection. */
async function getFrom(onConnection: (socket: Socket) => void) {
  return getter(`http://127.0.0.1:${await portOf(createNetServer(onConnection))}/`)();
}

/** Starts a server for the time of a test. */
async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

const ordinary = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]';

test.each(['100 Continue', '101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x'])(
  '%j that nobody asked for is a failure with that reason',
  async (status) => {
    const result = await getRaw(`HTTP/1.1 ${status}\r\n\r\n${ordinary}`);
    expect('failure' in result && failureWords(result.failure)).toMatch(/10[01] .*unasked/);
  },
);

test.each<[string, (socket: Socket) => void]>([
  ['closes', (socket) => socket.end()],
  ['resets', (socket) => socket.resetAndDestroy()],
  ['is silent', () => {}],
  ['opens a way and closes it', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')],
])('a proxy that %s is asked once for a request, and makes no silence', async (_, answer) => {
  let asked = 0;
  const proxy = createServer();
  proxy.on('connect', (_request, socket) => {
    asked += 1;
    if (socket instanceof Socket) answer(socket);
  });
  const address = `http://127.0.0.1:${await portOf(proxy)}`;
  const result = await getter('http://pets.example/v1', { timeout: 0.5, proxy: address })();
  expect(result).toMatchObject({ failure: { message: expect.stringMatching(/^the proxy /) } });
  expect(asked).toBe(1);
});
