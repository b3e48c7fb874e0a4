import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packageRoot } from '../package/package.ts';
import { startNode } from './testing/calls.ts';
import { builtProgram } from './testing/npx.ts';
import { mostMemoryIn, witness } from './testing/witness.ts';

// The built program as a process of its own; `npm test` builds it first.

const mebibyte = 1024 * 1024;
const pet = (name: string, more = '') => `{"id":1,"name":"${name}","categoryId":1${more}}`;
const list = (...animals: readonly string[]) => Buffer.from(`[${animals.join(',')}]`);
const many = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at));
const spaces = Buffer.alloc(mebibyte, ' ');
const packed = (byte: string) => {
  const member = gzipSync(Buffer.alloc(3 * mebibyte, byte));
  return Buffer.concat(Array.from({ length: 100 }, () => member));
};

function endless(response: ServerResponse, left: number): void {
  if (left === 0) response.end();
  else if (response.write(spaces)) endless(response, left - 1);
  else response.once('drain', () => endless(response, left - 1));
}

const whole = (body: Buffer) => (response: ServerResponse) => void response.end(body);
const zipped = (body: Buffer) => (response: ServerResponse) =>
  void response.setHeader('Content-Encoding', 'gzip').end(body);
const withFields = (count: number, value: string) => (response: ServerResponse) => {
  for (let at = 0; at < count; at += 1) response.setHeader(`x${at.toString(36)}`, value);
  response.end('[]');
};
const digits = '9'.repeat(100_000);

/** What answers every question of a run, from the first to the last. */
const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '1.9 MB of animals': whole(list(pet('犬'.repeat(630_000)))),
  '200 MB': (response) => endless(response, 200),
  '300 MB of zero bytes in gzip': zipped(packed('\0')),
  'bytes that are not UTF-8': whole(Buffer.alloc(1_900_000, 0xff)),
  'a list of the numbers of bytes': whole(
    Buffer.from(`${'99,'.repeat(12_000)}${'9 '.repeat(900_000)}`),
  ),
  'a name of zero bytes': whole(list(pet('\0'.repeat(1_900_000)))),
  'header fields as long as they may be': withFields(180, 'x'.repeat(70)),
  'an animal of 90,000 members': whole(
    list(pet('a', many(90_000, (at) => `,"m${at}":1`).join(''))),
  ),
  'numbers of a hundred thousand digits': whole(
    list(...many(19, () => `{"id":${digits},"name":"a","categoryId":1e${digits.slice(0, 999)}}`)),
  ),
  'arrays in one another': whole(
    list(pet('a', `,"x":[${`${'['.repeat(490)}${']'.repeat(490)},`.repeat(1900)}1]`)),
  ),
  'a long run of backslashes': whole(list(pet('\\\\'.repeat(900_000)))),
};

const library = pathToFileURL(join(packageRoot, 'dist/src/index.js')).href;

/** Runs to its end what asks a server that gives one answer, and says how much memory that took, in MB. */
async function mostMemory(
  answer: (response: ServerResponse) => void,
  argv: (baseUrl: string) => readonly string[],
) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.statusCode = request.method === 'POST' ? 201 : 200;
      response.setHeader('Content-Type', 'application/json');
      answer(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const cwd = mkdtempSync(join(tmpdir(), 'memory-'));
  const words = argv(`http://127.0.0.1:${port}/v1`);
  const env = { PETSTORE_API_KEY: apiKey };
  const { status, err } = await startNode(['--import', witness, ...words], { cwd, env }).ended;
  server.closeAllConnections();
  server.close();
  expect([0, 1, 3]).toContain(status);
  const har: { log: { entries: unknown[] } } = JSON.parse(
    readFileSync(join(cwd, 'reports/traffic.har'), 'utf8'),
  );
  return { memory: mostMemoryIn(err), entries: har.log.entries.length };
}

const apiKey = 'Unspeakable-0123456';

test.each(Object.entries(answers))(
  'a whole run stays below 200 MB where every answer is %s',
  async (_, answer) => {
    const { memory, entries } = await mostMemory(answer, (baseUrl) => {
      const settings = JSON.stringify({ baseUrl, apiKey, out: 'reports' });
      const script = `const { run } = await import('${library}'); await run(${settings});`;
      return ['--input-type=module', '-e', script];
    });
    expect(memory).toBeLessThan(200);
    expect(entries).toBeGreaterThan(1);
  },
  120_000,
);

test('so does a full run of the command against header fields as long as they may be', async () => {
  const fields = (response: ServerResponse) => {
    for (let at = 0; at < 2; at += 1) response.setHeader(`x${at}`, '"'.repeat(7700));
    response.end('[]');
  };
  const { memory, entries } = await mostMemory(fields, (baseUrl) => [
    ...[builtProgram, 'run', '--base-url', baseUrl, '--profile', 'full'],
  ]);
  expect(memory).toBeLessThan(200);
  expect(entries).toBeGreaterThan(100);
}, 120_000);

/** Answers that are sent together, as many as are under way, with a key at both ends that blanks break. */
function together(): (response: ServerResponse) => void {
  const hidden = encodeURIComponent(Buffer.from(apiKey).toString('hex').replace(/.{4}/g, '$& '));
  const body = Buffer.from(`[{"x":"${hidden} 犬${'a '.repeat(1_000_000)}${hidden}"}]`);
  const held: ServerResponse[] = [];
  const release = () => {
    for (const response of held.splice(0)) response.end(body);
  };
  let timer: NodeJS.Timeout | undefined;
  return (response) => {
    clearTimeout(timer);
    if (held.push(response) === 4) release();
    else timer = setTimeout(release, 300);
  };
}

/** Every answer is an animal of members that no other has. */
function unlike(): (response: ServerResponse) => void {
  let answered = 0;
  return (response) => {
    answered += 1;
    const names = many(24_900, (at) => `"k${answered}_${at}":${at}`);
    response.end(`{${names.join(',')}}`);
  };
}

test.each([
  ['2 MB that come together', together()],
  ['an animal of members that no other has', unlike()],
])(
  'so does the command where every answer is %s',
  async (_, answer) => {
    const { memory, entries } = await mostMemory(answer, (baseUrl) => [
      ...[builtProgram, 'run', '--base-url', baseUrl],
    ]);
    expect(memory).toBeLessThan(200);
    expect(entries).toBeGreaterThan(100);
  },
  120_000,
);
