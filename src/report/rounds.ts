/** The rounds of `run --watch`: the state of each requirement, and what a further round changed. */
import { dirname } from 'node:path';
import type { Exchange } from '../http/exchange.ts';
import type { Outcome } from '../judge/outcome.ts';
import { cut, visible } from '../text/visible.ts';
import { saidOf } from './card.ts';
import { closingLines, groupBlocks, type OutcomeLook, textOf } from './console.ts';
import { runDocument } from './document.ts';
import { coverOf } from './expected.ts';
import type { Report, ReportedRequirement } from './report.ts';
import { byFlags } from './summary.ts';
import { painter } from './view/look.ts';

/** The last outcome of each required requirement that was asked. */
export type Outcomes = ReadonlyMap<string, Outcome>;

/** The state after a round: what it did not ask stays. */
export function outcomesAfter(report: Report, before: Outcomes = new Map()): Outcomes {
  return new Map([...before, ...asked(report).map(({ id, outcome }) => [id, outcome] as const)]);
}

/** The requirements that failed or were inconclusive; failures that a baseline covers are left out. */
export function openIn(outcomes: Outcomes): string[] {
  return [...outcomes].flatMap(([id, outcome]) => (isOpen(outcome) ? [id] : []));
}

function isOpen(outcome: Outcome | undefined): boolean {
  return outcome === 'failed' || outcome === 'inconclusive';
}

function asked(report: Report): ReportedRequirement[] {
  return report.requirements.filter(
    ({ id, level, outcome }) =>
      level === 'required' && outcome !== 'skipped' && coverOf(report, id) === undefined,
  );
}

/** What a round changed, for a terminal: new failures in full, everything else in a line, the verdict last. */
export function renderChanged(
  before: Outcomes,
  report: Report,
  exchanges: readonly Exchange[],
  look: OutcomeLook,
): string {
  const paint = painter(look);
  const all = asked(report);
  const run = runDocument(report, exchanges);
  const isNew = ({ id }: ReportedRequirement) => before.get(id) !== 'failed';
  const fixed = all.filter(({ id, outcome }) => !isOpen(outcome) && isOpen(before.get(id)));
  const failing = all.filter((one) => one.outcome === 'failed' && !isNew(one));
  const inLine = (one: ReportedRequirement) =>
    cut(visible(`${one.id}: ${saidOf(one)}`), Math.max(40, look.width - 45));
  const [written] = look.written;
  // The user did not choose them by flags.
  const summary = report.summary.replace(byFlags, 'asked again');
  return textOf([
    [
      ...fixed.map(({ id }) => `${paint('green', 'FIXED')} ${visible(id)}`),
      ...failing.map((one) => `${paint('red', 'STILL FAILING')} ${inLine(one)}`),
    ],
    ...groupBlocks(
      run.failures.filter(({ requirements }) => requirements.some(isNew)),
      report,
      exchanges,
      look,
    ),
    [
      ...(report.run.endedEarly === null
        ? run.open.map(
            ({ ids, reason }) =>
              `${paint('yellow', 'INCONCLUSIVE')} ${visible(`${ids.join(', ')}: ${reason}`)}`,
          )
        : [`${paint('yellow', 'INCONCLUSIVE')} ${visible(report.run.endedEarly)}`]),
      ...(written === undefined
        ? []
        : [
            `Reports in ${visible(dirname(written))} ${report.run.partial ? 'hold this part alone' : 'are new'}`,
          ]),
      ...closingLines(run, { ...report, summary }, { ...look, written: [] }, paint),
    ],
  ]);
}
