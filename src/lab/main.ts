#!/usr/bin/env node
/** `npm run lab`: proves the suite on faults and conformant servers, and says what got through. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../package/package.ts';
import { curveTable, measureCurve, publishCurve } from './curve.ts';
import { labMarkdown, labText } from './lab-text.ts';
import { tryMutants } from './mutants/command.ts';
import { mutantsMarkdown } from './mutants/proof.ts';
import { publish } from './publish.ts';
import { againText, publishQuick, quickText, runQuick, runQuickAgain } from './quick.ts';
import { runLab, UnknownEntry } from './run-lab.ts';
import { publishStocked } from './stocked/proof.ts';
import { runStocked, stockedText } from './stocked/run-stocked.ts';
import { stockOrders } from './stocked/stock.ts';
import type { Trial } from './trial.ts';

const help = `npm run lab -- [options]: proves the suite on faults, conformant servers and hostile peers

  --only IDS          entries or requirements, with commas between; 'staging.*' for all that begin so
  --sample N          so many entries, spread over all
  --seed N            default 1
  --seeds N           each entry at so many other seeds, too
  --profile quick     what the profile quick finds; with --seeds N, what so many further runs find between them
  --stocked ORDER     on a store of 300 animals, 'oldest' or 'newest' first, what brings no store of its own
  --curve             what a request buys: docs/proof.md (--sample N takes so many faults)
  --real              windows of a minute in real time, and nothing else
  --mutants           mutants of the servers; --suite-mutants those of the code that judges
  --threads N         of mutants: default 2
  --publish           writes the figures of a green run into README and docs
  --verbose           what came of each trial
`;

/** How many entries each whole lab tries on a stocked store, in either order. */
const stockedSample = 60;

const { values } = readOptions();

function readOptions() {
  try {
    return parseArgs({
      options: {
        only: { type: 'string', default: '' },
        seed: { type: 'string', default: '1' },
        seeds: { type: 'string', default: '0' },
        real: { type: 'boolean', default: false },
        publish: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
        mutants: { type: 'boolean', default: false },
        'suite-mutants': { type: 'boolean', default: false },
        sample: { type: 'string' },
        threads: { type: 'string', default: '2' },
        profile: { type: 'string' },
        stocked: { type: 'string' },
        curve: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    process.exit(2);
  }
}

if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
const only = values.only.split(',').filter((id) => id !== '');
const sample = values.sample === undefined ? {} : { sample: Number(values.sample) };
if (values.mutants || values['suite-mutants']) {
  const threads = Number(values.threads);
  const part = values.mutants ? 'servers' : 'the suite';
  process.exit(await tryMutants({ part, only, threads, publish: values.publish, ...sample }));
}
const onTrial = (trial: Trial) => {
  if (values.verbose) process.stdout.write(`${JSON.stringify(trial, undefined, 1)}\n`);
};
if (values.curve) {
  const points = await measureCurve(Number(values.seed), sample.sample);
  publishCurve(points);
  process.stdout.write(`${curveTable(points)}\n`);
  process.exit(0);
}
if (values.profile === 'quick') {
  const seed = Number(values.seed);
  const quick = await runQuick(seed, onTrial);
  const again = await runQuickAgain(quick, seed, Number(values.seeds));
  const sentence = againText(again.found, quick.of);
  const lines = [quickText(quick), sentence, `missed: ${again.missed.join(' ')}`];
  process.stdout.write(`${[...lines, ...quick.problems].join('\n')}\n`);
  if (values.publish && quick.problems.length === 0) publishQuick(sentence);
  process.exit(quick.problems.length > 0 ? 1 : 0);
}
const options = {
  only,
  seed: Number(values.seed),
  otherSeeds: Number(values.seeds),
  ...sample,
  onTrial,
};
const onUnknown = (error: unknown) => {
  if (!(error instanceof UnknownEntry)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
};
if (values.stocked !== undefined) {
  const order = stockOrders.find((one) => one === values.stocked);
  if (order === undefined) {
    process.stderr.write(`--stocked takes ${stockOrders.join(' or ')}\n`);
    process.exit(2);
  }
  const figures = await runStocked(order, options).catch(onUnknown);
  process.stdout.write(stockedText(figures));
  if (values.publish && figures.problems.length === 0) publishStocked(figures);
  process.exit(figures.problems.length > 0 ? 1 : 0);
}
const matrix = await runLab({ ...options, real: values.real }).catch(onUnknown);
let otherProblems = 0;
if (only.length === 0 && values.sample === undefined && !values.real) {
  const quick = await runQuick(Number(values.seed), onTrial);
  otherProblems = quick.problems.length;
  process.stdout.write(`${[quickText(quick), ...quick.problems].join('\n')}\n`);
  for (const order of stockOrders) {
    const stocked = await runStocked(order, { ...options, otherSeeds: 0, sample: stockedSample });
    otherProblems += stocked.problems.length;
    process.stdout.write(stockedText(stocked));
  }
  const folder = join(packageRoot, 'reports');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'lab.json'), `${JSON.stringify(matrix, undefined, 2)}\n`);
  writeFileSync(join(folder, 'lab.md'), `${labMarkdown(matrix)}\n${mutantsMarkdown()}`);
  if (values.publish && matrix.problems.length === 0) publish(matrix);
}
process.stdout.write(labText(matrix));
process.exitCode = matrix.problems.length + otherProblems > 0 ? 1 : 0;
