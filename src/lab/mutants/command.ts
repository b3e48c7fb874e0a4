/** `npm run lab -- --mutants` and `npm run lab -- --suite-mutants`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package/package.ts';
import { figuresText, serverSentence, suiteSentence } from './mutants-text.ts';
import { type Part, publishFigures } from './proof.ts';
import { serverFigures } from './server-figures.ts';
import { tryServerMutants } from './server-mutants.ts';
import { suiteFigures } from './suite-figures.ts';
import { trySuiteMutants } from './suite-mutants.ts';
import { writeTried } from './suite-tried.ts';
import { readSurvivors } from './survivors.ts';

export interface CommandOptions {
  readonly part: Part;
  /** Ids of mutants, names of servers, beginnings of files; empty for all. */
  readonly only: readonly string[];
  /** How many to try, picked by their ids. */
  readonly sample?: number;
  readonly threads: number;
  /** Whether to write the figures of all of them into docs/proof.md, if nothing is wrong. */
  readonly publish: boolean;
}

/** Tries mutants and prints what came of them. The exit status: 1 if a survivor has no reason, or was missed. */
export async function tryMutants(options: CommandOptions): Promise<number> {
  const { part, only, sample, threads, publish } = options;
  const startedAt = performance.now();
  const onProgress = (done: number, of: number) => {
    if (done % 25 !== 0 && done !== of) return;
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stderr.write(`${done} of ${of} mutants in ${seconds} s\n`);
  };
  const work = { only, threads, onProgress, ...(sample === undefined ? {} : { sample }) };
  const whole = only.length === 0 && sample === undefined;
  const { sentence, by, problems, keep } =
    part === 'servers' ? await ofServers(work, whole) : await ofSuite(work);
  const text = figuresText(sentence, by, problems);
  process.stdout.write(text);
  // A sample of the mutants of the suite is published as one.
  if (!whole && (only.length > 0 || part === 'servers')) return problems.length > 0 ? 1 : 0;
  const name = part === 'servers' ? 'server-mutants.txt' : 'suite-mutants.txt';
  mkdirSync(join(packageRoot, 'reports'), { recursive: true });
  writeFileSync(join(packageRoot, 'reports', name), text);
  // Survivors that nobody has listed yet are published as not noticed.
  if (publish && (problems.length === 0 || part === 'the suite')) {
    publishFigures(part, sentence);
    keep();
  }
  return problems.length > 0 ? 1 : 0;
}

type Work = Parameters<typeof tryServerMutants>[0];

async function ofServers(work: Work, whole: boolean) {
  const results = await tryServerMutants(work);
  const figures = serverFigures(results, readSurvivors('server-survivors'), whole);
  const { foundBy: by, problems } = figures;
  return { sentence: serverSentence(figures), by, problems, keep: () => {} };
}

async function ofSuite(work: Work) {
  const reasons = readSurvivors('suite-survivors');
  const tried = await trySuiteMutants({ ...work, reasons });
  const figures = suiteFigures(tried, reasons);
  const by = Object.fromEntries(
    Object.entries(figures.byFile).map(([file, { tried, noticed }]) => [
      `${file}, of ${tried}`,
      noticed,
    ]),
  );
  const keep = () => writeTried(tried.made, tried.results);
  return { sentence: suiteSentence(figures), by, problems: figures.problems, keep };
}
