import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { builtProgram } from './testing/npx.ts';

// The built program as a process of its own; `npm test` builds it first.
const { PATH = '' } = process.env;

/** Prints the most memory that the process ever had, in MB, as its last word. */
const witness = `data:text/javascript,${encodeURIComponent(
  'import { isMainThread } from "node:worker_threads";' +
    'if (isMainThread) process.on("exit", () => console.error(' +
    '"maxRSS " + process.resourceUsage().maxRSS / 1024));',
)}`;

const mebibyte = 1024 * 1024;
const pet = (name: string) => `{"id":1,"name":"${name}","categoryId":1,"status":"sold"}`;
const fat = Buffer.from(`[${pet('犬'.repeat(630_000))}]`);
const spaces = Buffer.alloc(mebibyte, ' ');
const member = gzipSync(Buffer.alloc(3 * mebibyte, ' '));
const bomb = Buffer.concat(Array.from({ length: 100 }, () => member));

function endless(response: ServerResponse, left: number): void {
  if (left === 0) response.end();
  else if (response.write(spaces)) endless(response, left - 1);
  else response.once('drain', () => endless(response, left - 1));
}

test.concurrent.each<[string, (response: ServerResponse) => void]>([
  ['1.9 MB of animals', (response) => response.end(fat)],
  ['200 MB', (response) => endless(response, 200)],
  [
    '300 MB in 300 kB of gzip',
    (response) => response.setHeader('Content-Encoding', 'gzip').end(bomb),
  ],
])('a run stays below 300 MB where every answer is %s', async (_, answer) => {
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
  const argv = ['run', '--base-url', `http://127.0.0.1:${port}/v1`, '--max-requests', '60'];
  const child = spawn(process.execPath, ['--import', witness, builtProgram, ...argv], {
    cwd,
    env: { PATH, PETSTORE_API_KEY: 'Unspeakable' },
  });
  let told = '';
  child.stderr.on('data', (text) => {
    told += String(text);
  });
  child.stdout.resume();
  const [status] = await once(child, 'close');
  server.closeAllConnections();
  server.close();
  expect([1, 3]).toContain(status);
  const most = Number(/maxRSS ([\d.]+)/.exec(told)?.[1]);
  expect(most).toBeLessThan(300);
  const har: { log: { entries: unknown[] } } = JSON.parse(
    readFileSync(join(cwd, 'reports/traffic.har'), 'utf8'),
  );
  expect(har.log.entries.length).toBeGreaterThan(5);
});
