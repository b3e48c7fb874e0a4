/**
 * `npm run bench`: what the suite costs in time and memory, beside what it cannot do without, over stores of
 * different size, against a slow server and at larger budgets. `-- --publish` writes the table into
 * docs/performance.md; `-- --rounds N` measures each N times (default 5).
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Har } from 'har-format';
import { publishAt } from '../src/lab/published.ts';
import { packageRoot } from '../src/package/package.ts';
import { against, built, type Taken, timed } from './measure.ts';
import { type Case, cases } from './subjects.ts';
import { median, place, type Row, tableOf } from './table.ts';

const { values } = parseArgs({
  options: {
    publish: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
  },
});
const rounds = Number(values.rounds);
const main = join(packageRoot, 'dist/src/cli/main.js');
const out = mkdtempSync(join(tmpdir(), 'bench-'));
const recording = join(out, 'traffic.har');

/** Requests of the run that was measured last. */
function requestsSent(): number {
  const har: Har = JSON.parse(readFileSync(recording, 'utf8'));
  return har.log.entries.length;
}

const runOf = ({ flags }: Case, baseUrl: string) =>
  timed([main, 'run', '--base-url', baseUrl, '--seed', '1', '--out', out, ...flags]);

/** Measures several times, and takes the middle. */
async function row(title: string, measure: () => Promise<Taken>, sends = true): Promise<Row> {
  const taken: Taken[] = [];
  for (let round = 0; round < rounds; round += 1) taken.push(await measure());
  const seconds = median(taken.map((one) => one.seconds));
  const peakMiB = median(taken.map((one) => one.peakMiB));
  process.stderr.write(`${title}: ${seconds.toFixed(2)} s, ${Math.round(peakMiB)} MiB\n`);
  return { title, seconds, peakMiB, ...(sends ? { requests: requestsSent() } : {}) };
}

const rows: Row[] = [await row('Node, an empty program', () => timed(['--eval', '0']), false)];
for (const [at, one] of cases.entries()) {
  rows.push(await row(one.title, () => against(one.subject, (baseUrl) => runOf(one, baseUrl))));
  if (at > 0) continue;
  const again = (baseUrl: string) => timed([built('again.js'), recording, baseUrl]);
  const title = 'the requests of the core run, by bare undici';
  rows.splice(1, 0, await row(title, () => against(one.subject, again)));
}
rmSync(out, { recursive: true, force: true });

const table = tableOf(rows, {
  node: process.versions.node,
  cores: availableParallelism(),
  platform: process.platform,
});
process.stdout.write(`${table}\n`);
if (values.publish) publishAt(place, `\n${table}\n`);
