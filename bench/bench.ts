/**
 * `npm run bench`: what a run costs in time and memory, over stores of different size, against a slow server and at
 * a larger budget; and how soon faults turn it red. `-- --publish` writes the table into docs/performance.md; `-- --rounds N`
 * measures each N times (default 5).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable, publishAt } from '../lab/page-parts.ts';
import { exitStatus } from '../src/cli/command-context.ts';
import { packageRoot } from '../src/package/package.ts';
import { faults } from '../src/reference/faults.ts';
import { demoKey } from '../src/reference/server.ts';
import type { Subject } from './server.ts';

const { values } = parseArgs({
  options: {
    publish: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
  },
});

/** A line of the table: against whom, and what `run` is told besides the address. */
type Case = readonly [title: string, subject: Subject, ...flags: string[]];

/** Each run is a process of its own, started cold, against a server in another one, started anew. */
const cases: readonly Case[] = [
  ['core', {}],
  ['quick', {}, '--profile', 'quick'],
  ['core, 10 animals in the store', { animals: 10 }],
  ['core, 1,000 animals', { animals: 1_000 }],
  ['core, 100,000 animals', { animals: 100_000 }],
  ['core, each answer takes 100 ms', { lateMs: 100 }],
  ['the same with `--concurrency 1`', { lateMs: 100 }, '--concurrency', '1'],
  ['core, `--budget 2000`', {}, '--budget', '2000', '--max-creations', '1000'],
];

/** What a run took. */
interface Taken {
  readonly requests: number;
  readonly seconds: number;
  readonly peakMiB: number;
}

const out = mkdtempSync(join(tmpdir(), 'bench-'));
const main = join(packageRoot, 'dist/bundle/cli/main.js');

/** Preloaded into a run: says on its way out how much memory it took. */
const peak = `data:text/javascript,process.on('exit', () =>
  process.stderr.write('peak memory ' + Math.round(process.resourceUsage().maxRSS / 1024) + ' MiB'))`;

/** Runs the suite once against a server of the case. */
async function measured([title, subject, ...flags]: Case): Promise<Taken> {
  const server = spawn(
    process.execPath,
    [join(packageRoot, 'dist/bench/server.js'), JSON.stringify(subject)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const [address] = await once(server.stdout, 'data');
    const given = ['run', '--base-url', String(address).trim(), '--seed', '1', '--out', out];
    const taken = await timed(['--import', peak, main, ...given, ...flags]);
    process.stderr.write(`${title}: ${taken.seconds.toFixed(2)} s, ${taken.peakMiB} MiB\n`);
    return taken;
  } finally {
    server.kill();
  }
}

async function timed(argv: readonly string[]): Promise<Taken> {
  const startedAt = performance.now();
  const run = spawn(process.execPath, argv, {
    env: { ...process.env, PETSTORE_API_KEY: demoKey },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  run.stderr.on('data', (text) => {
    printed += String(text);
  });
  const [status] = await once(run, 'close');
  const seconds = (performance.now() - startedAt) / 1000;
  // These are verdicts: a server that ignores the limit does not conform, or cannot be read whole.
  const verdicts = [exitStatus.ok, exitStatus.nonConformant, exitStatus.incomplete];
  if (!verdicts.includes(status)) throw new Error(`run ended with ${status}: ${printed}`);
  const report = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
  const [, peakMiB] = /peak memory (\d+) MiB/.exec(printed) ?? [];
  return { requests: report.run.requests, seconds, peakMiB: Number(peakMiB) };
}

/** The smallest value that so large a part of all does not exceed. */
function upTo(part: number, all: readonly number[]): number {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

function spread(all: readonly number[], digits: number): string {
  const [half, most, whole] = [0.5, 0.95, 1].map((part) => upTo(part, all).toFixed(digits));
  return `half within ${half}, 95 of 100 within ${most}, all within ${whole}`;
}

/** Seconds and requests to the verdict over the faults of `serve --fault`, with default settings, each once. */
async function toRed(): Promise<string> {
  const taken: Taken[] = [];
  for (const { id } of faults) {
    taken.push(await measured([id, { fault: id, animals: 20 }]));
  }
  const seconds = taken.map((one) => one.seconds);
  const requests = taken.map((one) => one.requests);
  return `Over ${taken.length} ordinary faults core comes to its verdict in seconds: ${spread(seconds, 1)}; in requests: ${spread(requests, 0)}.`;
}

async function table(): Promise<string> {
  const rows = [];
  for (const one of cases) {
    const taken: Taken[] = [];
    for (let left = Number(values.rounds); left > 0; left -= 1) taken.push(await measured(one));
    const median = (name: keyof Taken) =>
      upTo(
        0.5,
        taken.map((each) => each[name]),
      );
    rows.push([one[0], median('requests'), median('seconds').toFixed(2), median('peakMiB')]);
  }
  const machine = `Node ${process.versions.node} on ${process.platform}, ${availableParallelism()} cores`;
  return [
    `${machine}; medians, each run a process started cold.`,
    '',
    ...markdownTable(['Process', 'Requests', 'Seconds', 'Peak memory, MiB'], rows, [
      '---',
      '---:',
      '---:',
      '---:',
    ]),
  ].join('\n');
}

try {
  const text = [await table(), await toRed()].join('\n\n');
  process.stdout.write(`${text}\n`);
  const place = { page: 'docs/performance.md', name: 'measured', by: 'npm run bench' };
  if (values.publish) publishAt(place, `\n${text}\n`);
} finally {
  rmSync(out, { recursive: true, force: true });
}
