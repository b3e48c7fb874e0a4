/** The rounds of `run --watch`: the state of each requirement, and what a further round changed. */
import { dirname } from 'node:path';
import type { Exchange } from '../http/exchange.ts';
import type { Outcome } from '../judge/outcome.ts';
import { shortened, visible } from '../text/visible.ts';
import { saidOf } from './card.ts';
import { counts, failures, type OutcomeLook, textOf, verdict } from './console.ts';
import { coverOf } from './expected.ts';
import type { Report, ReportedRequirement } from './report.ts';
import { byFlags } from './summary.ts';
import { type Paint, painter } from './view/look.ts';

/** The last outcome of each required requirement that was asked. */
export type Outcomes = ReadonlyMap<string, Outcome>;

/** What a round found about the requirements that it asked. */
export interface Changed {
  readonly fixed: readonly ReportedRequirement[];
  readonly stillFailing: readonly ReportedRequirement[];
  readonly newlyFailing: readonly ReportedRequirement[];
  readonly inconclusive: readonly ReportedRequirement[];
}

/** The state after a round: what it did not ask stays. */
export function outcomesAfter(report: Report, before: Outcomes = new Map()): Outcomes {
  return new Map([...before, ...asked(report).map(({ id, outcome }) => [id, outcome] as const)]);
}

/** The requirements that failed or were inconclusive; failures that a baseline covers are left out. */
export function openIn(outcomes: Outcomes): string[] {
  return [...outcomes].flatMap(([id, outcome]) => (isOpen(outcome) ? [id] : []));
}

/** What a round changed. */
export function changedBy(before: Outcomes, report: Report): Changed {
  const all = asked(report);
  const was = ({ id }: ReportedRequirement) => before.get(id);
  const failed = all.filter(({ outcome }) => outcome === 'failed');
  return {
    fixed: all.filter((one) => !isOpen(one.outcome) && isOpen(was(one))),
    stillFailing: failed.filter((one) => was(one) === 'failed'),
    newlyFailing: failed.filter((one) => was(one) !== 'failed'),
    inconclusive: all.filter(({ outcome }) => outcome === 'inconclusive'),
  };
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
  const { fixed, stillFailing, newlyFailing, inconclusive } = changedBy(before, report);
  const blocks = [
    [
      ...fixed.map(({ id }) => `${paint('green', 'FIXED')} ${visible(id)}`),
      ...stillFailing.map((one) => inLine(paint('red', 'STILL FAILING'), one, look.width - 16)),
    ],
    ...failures(newlyFailing, { report, exchanges }, look),
    [
      ...inconclusiveLines(inconclusive, report, paint),
      paint('dim', counts(report)),
      ...filesOf(report, look),
      // The user did not choose them by flags.
      verdict({ ...report, summary: report.summary.replace(byFlags, 'asked again') }, look, paint),
    ],
  ];
  return textOf(blocks);
}

/** Where the reports of the round are. */
function filesOf({ run }: Report, { written }: OutcomeLook): string[] {
  const [first] = written;
  if (first === undefined) return [];
  return [
    `Reports in ${visible(dirname(first))} ${run.partial ? 'hold this part alone' : 'are new'}`,
  ];
}

function inLine(word: string, requirement: ReportedRequirement, room: number): string {
  const said = visible(`${requirement.id}: ${saidOf(requirement)}`);
  const { text, left } = shortened(said, Math.max(40, room));
  return `${word} ${left === 0 ? text : `${text}…`}`;
}

/** If the run ended early, one reason is enough. */
function inconclusiveLines(
  inconclusive: readonly ReportedRequirement[],
  { run }: Report,
  paint: Paint,
): string[] {
  const word = paint('yellow', 'INCONCLUSIVE');
  if (inconclusive.length > 0 && run.endedEarly !== null) {
    return [`${word} ${visible(run.endedEarly)}`];
  }
  return inconclusive.map(({ id, reason }) => `${word} ${visible(id)}: ${visible(reason)}`);
}
