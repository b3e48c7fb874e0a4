/**
 * What more requests find: the share of faults that core finds at several budgets, and of requirements that it decides.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../package/package.ts';
import { faults } from '../reference/faults.ts';
import type { Fault } from '../reference/subject.ts';
import { curveSvg, type Point } from './curve-picture.ts';
import { markdownTable, percent } from './markdown.ts';
import { isSeen, judgeFault } from './matrix.ts';
import { publishAt } from './published.ts';
import { trialsOf } from './threads.ts';
import { tryOut } from './trial.ts';

export const curveBudgets = [20, 40, 60, 80, 100, 160, 500, 2000] as const;

/** Faults that core can find at some budget, which excludes those that need a spent limit. */
const isTried = ({ breaks }: Fault) =>
  !breaks.every((id) => /^rate\.(enforced|not-early|retry-after|recovers)/.test(id));

/** Tries the budgets on all faults, or on a sample spread over them. */
export async function measureCurve(seed: number, sample?: number): Promise<readonly Point[]> {
  const all = faults.filter(isTried);
  const step = sample === undefined ? 1 : Math.max(1, Math.floor(all.length / sample));
  const tried = all.filter((_, at) => at % step === 0);
  const points: Point[] = [];
  for (const budget of curveBudgets) points.push(await pointOf(budget, tried, seed));
  return points;
}

async function pointOf(budget: number, tried: readonly Fault[], seed: number): Promise<Point> {
  const orders = tried.map(({ id }) => ({
    subject: id,
    seed,
    profile: 'core' as const,
    budget,
  }));
  const byId = new Map((await trialsOf(orders)).map((trial) => [trial.id, trial]));
  const found = tried.filter((fault) => {
    const trial = byId.get(fault.id);
    return trial !== undefined && isSeen(judgeFault(fault, trial));
  });
  const reference = {
    id: 'reference',
    title: 'the reference server',
    settings: { budget, maxWait: 120 },
  };
  const { decided, due } = await tryOut(reference, { seed });
  return { budget, found: found.length, of: tried.length, decided, due };
}

const place = {
  page: 'docs/proof.md',
  name: 'what a request buys',
  by: 'npm run lab -- --curve',
};

/** The points as a table of Markdown. */
export function curveTable(points: readonly Point[]): string {
  const rows = points.map(({ budget, found, of, decided, due }) => [
    budget,
    `${percent(found, of)} (${found} of ${of})`,
    `${decided} of ${due}`,
  ]);
  const head = ['requests', 'faults found', 'requirements decided'];
  return markdownTable(head, rows, ['---:', '---:', '---:']).join('\n');
}

/** Writes table and picture into docs/. */
export function publishCurve(points: readonly Point[]): void {
  const words = `${curveTable(points)}\n\n![Faults found by the number of requests](curve.svg)`;
  publishAt(place, words);
  writeFileSync(join(packageRoot, 'docs/curve.svg'), curveSvg(points));
}
