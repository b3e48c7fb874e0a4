/**
 * `npm run bench`: what the suite costs beyond the requests that it sends. A core run in a process of its
 * own against the reference server in another, beside what it cannot do without: the same requests sent
 * again, one after the other, by bare undici.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Har } from 'har-format';
import { Agent, request } from 'undici';
import { packageRoot } from '../src/package/package.ts';
import { demoKey } from '../src/reference/server.ts';

const rounds = 5;
const main = join(packageRoot, 'dist/src/cli/main.js');

interface Measurement {
  readonly run: number;
  readonly requests: number;
  readonly count: number;
  readonly peakMiB: number;
}

async function serve(): Promise<{ child: ChildProcess; baseUrl: string }> {
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--plan', 'enterprise'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const baseUrl = /at (\S+)/.exec(String(line))?.[1];
  if (baseUrl === undefined) throw new Error(`serve said: ${line}`);
  return { child, baseUrl };
}

/** Seconds that a program takes, and what it prints on its standard error. */
async function timed(argv: readonly string[]): Promise<{ seconds: number; printed: string }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, argv, {
    env: { ...process.env, PETSTORE_API_KEY: demoKey },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (text) => {
    printed += String(text);
  });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}: ${printed}`);
  return { seconds: (performance.now() - startedAt) / 1000, printed };
}

/** Seconds to send the recorded requests again, on one connection. */
async function sendAgain(har: Har): Promise<number> {
  const dispatcher = new Agent({ connections: 1 });
  const startedAt = performance.now();
  for (const { request: recorded } of har.log.entries) {
    const headers = recorded.headers.map(({ name, value }) => [
      name,
      value.replaceAll('[API key]', demoKey),
    ]);
    const answer = await request(recorded.url, {
      dispatcher,
      method: recorded.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(headers),
      body: recorded.method === 'POST' ? (recorded.postData?.text ?? '') : null,
    });
    await answer.body.text();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await dispatcher.close();
  return seconds;
}

async function measure(): Promise<Measurement> {
  const { child, baseUrl } = await serve();
  try {
    const out = mkdtempSync(join(tmpdir(), 'bench-'));
    const argv = ['run', '--base-url', baseUrl, '--seed', '1', '--out', out];
    const peak = join(packageRoot, 'dist/bench/peak.js');
    const { seconds, printed } = await timed(['--import', peak, main, ...argv]);
    const har: Har = JSON.parse(readFileSync(join(out, 'traffic.har'), 'utf8'));
    return {
      run: seconds,
      requests: await sendAgain(har),
      count: har.log.entries.length,
      peakMiB: Number(/peak memory (\d+) MiB/.exec(printed)?.[1]),
    };
  } finally {
    child.kill();
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const measured: Measurement[] = [];
for (let round = 0; round < rounds; round += 1) measured.push(await measure());
const show = (pick: (round: Measurement) => number) => median(measured.map(pick)).toFixed(2);
process.stdout.write(
  [
    `core run        ${show(({ run }) => run)} s (medians of ${rounds} rounds)`,
    `requests again  ${show(({ requests }) => requests)} s`,
    `requests        ${measured[0]?.count}`,
    `peak memory     ${show(({ peakMiB }) => peakMiB)} MiB`,
    '',
  ].join('\n'),
);
