/** How much memory the built program takes, whatever a service answers, and whatever a folder holds that it reads. */
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { suiteDigest } from '../package/digest.ts';
import { certificateFor, writeCertificate } from '../report/certificate.ts';
import { readReports } from '../report/read.ts';
import { conformantRecord, reportOf, settingsFor } from '../report/testing/sample.ts';
import { writeReports } from '../report/write.ts';
import { startNode } from './testing/calls.ts';
import { builtProgram } from './testing/npx.ts';

/**
 * Prints the most memory that a process ever had, in MB, as its last words. Linux tells the memory of the program alone;
 * what `resourceUsage` tells begins with what its parent had.
 */
const witness = `data:text/javascript,${encodeURIComponent(
  'import { isMainThread } from "node:worker_threads"; import { readFileSync } from "node:fs";' +
    'const peak = () => { try { return /VmHWM:\\s*(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]; }' +
    ' catch { return process.resourceUsage().maxRSS; } };' +
    'if (isMainThread) process.on("exit", () => console.error("maxRSS " + peak() / 1024));',
)}`;

/** Runs the built program to its end, and says how it ended and how many MB it took. */
async function call(cwd: string, ...argv: readonly string[]) {
  const env = { PETSTORE_API_KEY: 'Unspeakable-0123456' };
  const words = ['--import', witness, builtProgram, ...argv];
  const { status, out, err } = await startNode(words, { cwd, env }).ended;
  return { status, said: out + err, memory: Number(/maxRSS ([\d.]+)/.exec(err)?.[1]) };
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'memory-'));

const mebibyte = 1024 * 1024;
const many = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join(',');
const spaces = Buffer.alloc(mebibyte, ' ');
const zeros = gzipSync(Buffer.alloc(3 * mebibyte));
const bomb = Buffer.concat(Array.from({ length: 100 }, () => zeros));
const digits = '9'.repeat(100_000);

function endless(response: ServerResponse, left: number): void {
  if (left === 0) response.end();
  else if (response.write(spaces)) endless(response, left - 1);
  else response.once('drain', () => endless(response, left - 1));
}

/** What answers every request of a run, from the first to the last. */
const answers: Readonly<Record<string, (response: ServerResponse, index: number) => void>> = {
  '200 MB': (response) => endless(response, 200),
  '300 MB of zero bytes in gzip': (response) =>
    response.setHeader('Content-Encoding', 'gzip').end(bomb),
  'numbers of a hundred thousand digits': (response) =>
    response.end(`[${many(19, () => `{"id":${digits},"name":"a","categoryId":1}`)}]`),
  'an animal of members that no other has': (response, index) =>
    response.end(`{${many(6_000, (at) => `"k${index}_${at}":${at}`)}}`),
  // Each of their characters is written as an escape.
  'header fields as long as they may be': (response) =>
    response.setHeader('x0', '\xad'.repeat(3700)).setHeader('x1', '\xad'.repeat(3700)).end('[]'),
};

test.each(Object.entries(answers))(
  'a run stays below 200 MB where every answer is %s',
  async (_, answer) => {
    let index = 0;
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        index += 1;
        response.statusCode = request.method === 'POST' ? 201 : 200;
        answer(response.setHeader('Content-Type', 'application/json'), index);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const cwd = newFolder();
    const url = `http://127.0.0.1:${port}/v1`;
    const full = ['--profile', 'full', '--grace', '0', '--max-wait', '0'];
    const { status, memory } = await call(cwd, 'run', '--base-url', url, ...full);
    server.closeAllConnections();
    server.close();
    expect([0, 1, 3]).toContain(status);
    expect(memory).toBeLessThan(200);
    // Whatever a run writes is what others read.
    const { exchanges } = await readReports(join(cwd, 'reports'));
    expect(exchanges.length).toBeGreaterThan(1);
  },
  120_000,
);

const record = conformantRecord('full');
const settings = settingsFor('full');
const implementation = { name: 'Corner Pet Shop', version: '2.1', contact: 'qa@shop.example' };
const made = reportOf(record, { ...settings, implementation });
// A report of the built program: verify refuses any other before it reads the traffic.
const report = { ...made, suite: { ...made.suite, digest: suiteDigest() } };

/** An answer to the key with as many animals as a page may hold, whose names and categories change each time. */
function changingList(index: number): string {
  const animal = (id: number) => ({ id, name: `${(index * 7 + id) % 97}`, categoryId: index % 5 });
  return JSON.stringify({
    ...{ _index: index, _operation: 'listPets', _purpose: 'clause', _caller: 'authenticated' },
    ...{ startedDateTime: new Date(record.startedAt + index * 10).toISOString(), time: 5 },
    ...{ _waitMs: 0, _curl: '' },
    request: { method: 'GET', url: `${settings.baseUrl}/pets?limit=100`, headers: [] },
    response: {
      ...{ status: 200, statusText: '', headers: [] },
      content: { text: JSON.stringify(Array.from({ length: 100 }, (_, id) => animal(id))) },
    },
  });
}

test.each([
  ['40,000 exchanges', 40_000, /traffic\.har:? .*holds more than 400000 values/],
  ['400 lists that change', 400, /not what this suite writes|holds no answer|^Reports: /m],
] as const)(
  'traffic of %s takes less than 200 MB, whoever reads it',
  async (_, count, why) => {
    const folder = newFolder();
    const written = await writeReports(report, record.exchanges, folder);
    const entry =
      count > 1000 ? (at: number) => `{"_index":${at},"x":[${many(12, String)}]}` : changingList;
    writeFileSync(join(folder, 'traffic.har'), `{"log":{"entries":[${many(count, entry)}]}}`);
    for (const command of ['report', 'rejudge', 'verify']) {
      // A certificate of what is there, as far as that can be read at all.
      await writeCertificate(folder, certificateFor(report, written));
      const { status, said, memory } = await call(folder, command, folder);
      expect(said).toMatch(why);
      expect([0, 1, 2, 3]).toContain(status);
      expect(memory).toBeLessThan(200);
    }
  },
  120_000,
);
