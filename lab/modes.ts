/** What each mode of the lab does and prints; each gives the exit status: 1 if anything is wrong. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/package/package.ts';
import { labMarkdown, labText } from './lab-text.ts';
import { help, type LabCall, type Mode } from './options.ts';
import { publish } from './publish.ts';
import { againText, publishQuick, quickText, runQuick, runQuickAgain } from './quick.ts';
import { type LabOptions, runLab } from './run-lab.ts';
import { publishStocked } from './stocked/proof.ts';
import { runStocked, stockedText } from './stocked/run-stocked.ts';
import { type StockOrder, stockOrders } from './stocked/stock.ts';

/** How many entries each whole lab tries on a stocked store, in either order. */
const stockedSample = 60;

/** Runs the lab as it was called. Throws `UnknownEntry` if it has no such entry. */
export async function run(call: LabCall): Promise<number> {
  return modes[call.mode](call);
}

const modes: Record<Mode, (call: LabCall) => Promise<number>> = {
  help: async () => print(help, []),
  everything: runAll,
  'real windows': async (call) => {
    const matrix = await runLab({ ...trials(call), real: true });
    return print(labText(matrix), matrix.problems);
  },
  quick: runQuickAlone,
  oldest: (call) => runStock(call, 'oldest'),
  newest: (call) => runStock(call, 'newest'),
};

function trials({ only, sample, seed, otherSeeds, verbose }: LabCall): Omit<LabOptions, 'real'> {
  return {
    only,
    seed,
    otherSeeds,
    ...(sample !== undefined && { sample }),
    onTrial: (trial) => {
      if (verbose) process.stdout.write(`${JSON.stringify(trial, undefined, 1)}\n`);
    },
  };
}

function print(text: string, problems: readonly string[]): number {
  process.stdout.write(text);
  return problems.length > 0 ? 1 : 0;
}

async function runAll(call: LabCall): Promise<number> {
  const options = trials(call);
  const matrix = await runLab({ ...options, real: false });
  const isWhole = call.only.length === 0 && call.sample === undefined;
  const others = isWhole ? await runBeside(call) : 0;
  if (isWhole) {
    const folder = join(packageRoot, 'reports');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'lab.json'), `${JSON.stringify(matrix, undefined, 2)}\n`);
    writeFileSync(join(folder, 'lab.md'), labMarkdown(matrix));
    if (call.publish && matrix.problems.length === 0) publish(matrix);
  }
  return Math.max(others, print(labText(matrix), matrix.problems));
}

/** What a whole lab tries besides its entries: quick on all of them, and a sample on stocked stores. */
async function runBeside(call: LabCall): Promise<number> {
  const options = { ...trials(call), otherSeeds: 0, sample: stockedSample };
  const quick = await runQuick(call.seed, options.onTrial);
  let status = print(`${[quickText(quick), ...quick.problems].join('\n')}\n`, quick.problems);
  for (const order of stockOrders) {
    const stocked = await runStocked(order, options);
    status = Math.max(status, print(stockedText(stocked), stocked.problems));
  }
  return status;
}

async function runStock(call: LabCall, order: StockOrder): Promise<number> {
  const figures = await runStocked(order, trials(call));
  if (call.publish && figures.problems.length === 0) publishStocked(figures);
  return print(stockedText(figures), figures.problems);
}

async function runQuickAlone(call: LabCall): Promise<number> {
  const quick = await runQuick(call.seed, trials(call).onTrial);
  const again = await runQuickAgain(quick, call.seed, call.otherSeeds);
  const sentence = againText(again.found, quick.of);
  const problems = [...quick.problems, ...again.problems];
  if (call.publish && problems.length === 0) publishQuick(sentence);
  const lines = [quickText(quick), sentence, `missed: ${again.missed.join(' ')}`];
  return print(`${[...lines, ...problems].join('\n')}\n`, problems);
}
