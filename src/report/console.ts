import type { Exchange } from '../http/exchange.ts';
import { visible } from '../text/visible.ts';
import { baselineSummary } from './baseline.ts';
import { type Detail, rejudgedWords, runDocument, runParts } from './document.ts';
import { type Report, verdictKinds } from './report.ts';
import { repeatCommand, repeatOne } from './rerun.ts';
import { painter, partsText, verdictText } from './text.ts';
import type { Look } from './view.ts';

/** How the outcome of a run is to look. */
export interface OutcomeLook extends Look, Detail {
  /** Paths of the reports written, the page among them. */
  readonly written: readonly string[];
  /** What the process exits with, which is said if the run was given a baseline. */
  readonly exit: number;
  /** What became of the certificate, in one line; absent if none was asked for. */
  readonly certificate?: string | undefined;
}

/**
 * The outcome of a run for a terminal: failures by cause with their evidence, what is inconclusive, warnings, counts, the
 * path of the page, and the verdict as the last line.
 */
export function renderOutcome(
  report: Report,
  exchanges: readonly Exchange[],
  look: OutcomeLook,
): string {
  const run = runDocument(report, exchanges);
  const { written, certificate, exit } = look;
  const rejudged = rejudgedWords(report);
  const page = written.find((path) => path.endsWith('.html'));
  const others = written.filter((path) => path !== page).map((path) => path.split(/[\\/]/).at(-1));
  const baseline = baselineSummary(report);
  const summary = report.summary + (baseline === '' ? '' : `; ${baseline}; exit ${exit}`);
  const parts = partsText(runParts(run, report, exchanges, look), look);
  const closing = [
    ...(rejudged === undefined ? [] : [visible(rejudged)]),
    painter(look)('left-out', run.cost),
    ...run.totals,
    ...(run.failures.length > 0 ? repeatLines(report) : []),
    ...(certificate === undefined ? [] : [visible(certificate)]),
    ...(page === undefined ? [] : [`Report: ${visible(page)} (and ${visible(others.join(', '))})`]),
    verdictText(report.verdict, verdictKinds[report.verdict], summary, look),
  ];
  return `${parts}${parts === '' ? '' : '\n'}${closing.join('\n')}\n`;
}

/** How to repeat the run. */
function repeatLines(report: Report): string[] {
  return [
    `Run again: ${visible(repeatCommand(report))}`,
    ...(report.run.partial || report.run.rejudged
      ? []
      : [`  ${repeatOne.replaceAll('`', '')} What a requirement allows: explain ID.`]),
  ];
}
