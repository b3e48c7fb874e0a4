/**
 * `npm run bench`: what the suite costs in time and memory, beside what it cannot do without, over stores of
 * different size, against a slow server and at larger budgets. `-- --publish` writes the table into
 * docs/performance.md; `-- --rounds N` measures each N times (default 5); `-- --faults` measures seconds to red alone.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Har } from 'har-format';
import { publishAt } from '../lab/page-parts.ts';
import { packageRoot } from '../src/package/package.ts';
import { faults } from '../src/reference/faults.ts';
import { against, built, type Taken, timed } from './measure.ts';
import { type Case, cases, core } from './subjects.ts';
import { median, place, type Row, share, spread, tableOf } from './table.ts';

const { values } = parseArgs({
  options: {
    publish: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    faults: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const main = join(packageRoot, 'dist/bundle/cli/main.js');
const out = mkdtempSync(join(tmpdir(), 'bench-'));
const recording = join(out, 'traffic.har');

/** Requests of the run that was measured last. */
function requestsSent(): number {
  const har: Har = JSON.parse(readFileSync(recording, 'utf8'));
  return har.log.entries.length;
}

const runOf = ({ flags }: Case, baseUrl: string) =>
  timed([main, 'run', '--base-url', baseUrl, '--seed', '1', '--out', out, ...flags]);

/** What is measured, and whether it sends the requests of a run. */
interface Measure {
  readonly title: string;
  readonly once: () => Promise<Taken>;
  readonly sends: boolean;
}

const run = (one: Case): Measure => ({
  title: one.title,
  once: () => against(one.subject, (baseUrl) => runOf(one, baseUrl)),
  sends: true,
});

/** Measures each several times, in turn, so that all meet the same state of the machine. */
async function inTurn(measures: readonly Measure[]): Promise<(Row & { taken: Taken[] })[]> {
  const rows = measures.map(({ title }) => ({ title, taken: [] as Taken[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, { once }] of measures.entries()) rows[at]?.taken.push(await once());
  }
  return rows.map(({ title, taken }, at) => {
    const seconds = median(taken.map((one) => one.seconds));
    const peakMiB = median(taken.map((one) => one.peakMiB));
    process.stderr.write(`${title}: ${seconds.toFixed(2)} s, ${Math.round(peakMiB)} MiB\n`);
    const requests = measures[at]?.sends ? { requests: requestsSent() } : {};
    return { title, seconds, peakMiB, ...requests, taken };
  });
}

/** A folder with one empty test, within the package so that its vitest is found. */
function emptyTests(): string {
  const folder = join(packageRoot, 'dist/bench/empty');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'empty.test.js'),
    "import { test } from 'vitest';\ntest('nothing', () => {});\n",
  );
  return folder;
}

const vitest = join(packageRoot, 'node_modules/vitest/vitest.mjs');
const again = (baseUrl: string) => timed([built('again.js'), recording, baseUrl]);
const beside: readonly Measure[] = [
  { title: 'Node, an empty program', once: () => timed(['--eval', '0']), sends: false },
  {
    title: 'vitest, an empty test',
    once: () => timed([vitest, 'run', '--root', emptyTests()]),
    sends: false,
  },
  {
    title: 'the requests of the core run, by bare undici',
    once: () => against(core.subject, again),
    sends: true,
  },
];

/** Seconds and requests to the verdict over the faults of `serve --fault`, with default settings, each once. */
async function toRed(): Promise<string> {
  const taken: { seconds: number; requests: number }[] = [];
  // Those that need other settings are left out.
  for (const { id } of faults.filter(({ change }) => change !== undefined)) {
    const subject = { fault: id, animals: 20 };
    const { seconds } = await against(subject, (baseUrl) =>
      runOf({ title: id, subject, flags: [] }, baseUrl),
    );
    taken.push({ seconds, requests: requestsSent() });
    process.stderr.write(`${id}: ${seconds.toFixed(2)} s\n`);
  }
  const of = (name: 'seconds' | 'requests', digits: number) =>
    spread(
      taken.map((one) => one[name]),
      digits,
    );
  return `Over ${taken.length} ordinary faults core comes to its verdict in seconds: ${of('seconds', 1)}; in requests: ${of('requests', 0)}.`;
}

const red = await toRed();
process.stdout.write(`${red}\n`);
if (values.faults) process.exit(0);
// Run once without measuring, to record what bare undici sends again.
await run(core).once();
const first = await inTurn([...beside, run(core)]);
const [, empty = [], bare = [], whole = []] = first.map(({ taken }) => taken);
const rows: Row[] = [...first];
for (const one of cases) if (one !== core) rows.push(...(await inTurn([run(one)])));
rmSync(out, { recursive: true, force: true });

const machine = {
  node: process.versions.node,
  cores: availableParallelism(),
  platform: process.platform,
};
const table = `${tableOf(rows, machine, share(whole, empty, bare))}\n\n${red}`;
process.stdout.write(`${table}\n`);
if (values.publish) publishAt(place, `\n${table}\n`);
