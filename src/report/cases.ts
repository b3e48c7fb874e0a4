import type { Exchange } from '../http/exchange.ts';
import type { CheckResult, Outcome } from '../judge/outcome.ts';
import { visible } from '../text/visible.ts';
import { cardOf, usualCause } from './card.ts';
import { rerunCommand } from './command-line.ts';
import { coverOf, expectedWords } from './expected.ts';
import type { Report, ReportedRequirement } from './report.ts';

/** The status of a check in other test reports; a failed advisory is a warning and not a failure. */
export type CaseStatus = Outcome | 'warning';

/** One check, or a requirement without checks, as a test case for programs that read test reports. */
export interface Case {
  readonly requirement: ReportedRequirement;
  readonly name: string;
  readonly status: CaseStatus;
  /** Why, in one line; it begins with `known until` if the baseline covers it. Empty for a pass. */
  readonly message: string;
  /** The console's card; empty for a pass. */
  readonly text: string;
  /** Time between sending and receiving, over its exchanges. */
  readonly milliseconds: number;
}

/** Every check of the report in its order, and one case for each requirement that has none. */
export function casesOf(report: Report, exchanges: readonly Exchange[]): Case[] {
  return report.requirements.flatMap((requirement) => {
    const checks =
      requirement.checks.length > 0 ? requirement.checks : [withoutChecks(requirement)];
    return checks.map((check) => caseOf(check, requirement, report, exchanges));
  });
}

function caseOf(
  check: CheckResult,
  requirement: ReportedRequirement,
  report: Report,
  exchanges: readonly Exchange[],
): Case {
  const status =
    requirement.level === 'advisory' && check.outcome === 'failed' ? 'warning' : check.outcome;
  const card = cardOf(check, exchanges);
  const lines = [
    `${visible(requirement.id)} (section ${visible(requirement.section)}): ${visible(requirement.statement)}`,
    card.title,
    ...card.message,
    ...card.evidence,
    ...(status === 'failed' || status === 'warning' ? usualCause(requirement, exchanges) : []),
    `run it again: ${visible(rerunCommand(report, requirement.id))}`,
  ];
  const cover = status === 'failed' ? coverOf(report, requirement.id) : undefined;
  const known = cover === undefined ? '' : `${expectedWords(cover)}: `;
  return {
    requirement,
    name: card.title,
    status,
    message: status === 'passed' ? '' : known + card.message.join('; '),
    text: status === 'passed' ? '' : lines.join('\n'),
    milliseconds: check.exchanges.reduce((sum, index) => sum + timeOf(exchanges[index]), 0),
  };
}

function withoutChecks({ outcome, reason }: ReportedRequirement): CheckResult {
  return { title: 'the whole requirement', outcome, message: reason, exchanges: [] };
}

function timeOf(exchange: Exchange | undefined): number {
  return exchange ? Math.max(0, exchange.finishedAt - exchange.startedAt) : 0;
}
