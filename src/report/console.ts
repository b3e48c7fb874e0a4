import { styleText } from 'node:util';
import type { Exchange } from '../exchange/exchange.ts';
import type { CheckResult, Verdict } from '../judge/outcome.ts';
import { cardOf } from './card.ts';
import type { Report, ReportedRequirement } from './report.ts';
import { rerunCommand } from './rerun.ts';
import { visible } from './visible.ts';
import { count, duration, silenceWords } from './words.ts';

/** How the text is to look. */
export interface Look {
  /** Whether ANSI colours are wanted. */
  readonly color: boolean;
  /** Columns of the terminal; headings are broken to fit, commands and messages never are. */
  readonly width: number;
  /** Paths of the reports written. */
  readonly written: readonly string[];
}

type Tone = 'red' | 'green' | 'yellow' | 'bold' | 'dim';
type Paint = (tone: Tone, text: string) => string;

const maxChecks = 5;

const verdictTone: Readonly<Record<Verdict, Tone>> = {
  conformant: 'green',
  'non-conformant': 'red',
  incomplete: 'yellow',
};

/**
 * The outcome of a run for a terminal: failures with their evidence, what stayed undecided, warnings, counts,
 * and the verdict as the last line. No control character of the server reaches the terminal.
 */
export function renderOutcome(report: Report, exchanges: readonly Exchange[], look: Look): string {
  // The stream is not asked: whether colour is wanted is the caller's decision.
  const paint: Paint = (tone, text) =>
    look.color ? styleText(tone, text, { validateStream: false }) : text;
  const failed = report.requirements.filter(
    (row) => row.level === 'required' && row.outcome === 'failed',
  );
  const blocks = [
    ...failed.map((row) => failure(row, report, exchanges, look.width, paint)),
    undecided(report, paint),
    warnings(report, paint),
    [paint('dim', counts(report)), ...reports(look.written), verdict(report, paint)],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

function failure(
  row: ReportedRequirement,
  report: Report,
  exchanges: readonly Exchange[],
  width: number,
  paint: Paint,
): string[] {
  const checks = row.checks.filter((check) => check.outcome === 'failed');
  const more = checks.length - maxChecks;
  const heading = `${visible(row.id)} (section ${visible(row.section)}): ${visible(row.statement)}`;
  const [first = '', ...rest] = wrap(`FAILED ${heading}`, width);
  return [
    paint('red', first),
    ...rest.map((line) => paint('red', `  ${line}`)),
    ...checks.slice(0, maxChecks).flatMap((check) => failedCheck(check, exchanges, paint)),
    ...(more > 0 ? [`  and ${more} more in conformance.json`] : []),
    `  run it again: ${visible(rerunCommand(report, row.id))}`,
  ];
}

function failedCheck(check: CheckResult, exchanges: readonly Exchange[], paint: Paint): string[] {
  const { title, message, evidence } = cardOf(check, exchanges);
  return [
    `  ${paint('bold', title)}`,
    ...message.map((line) => `    ${line}`.trimEnd()),
    ...evidence.map((line) => `    ${paint('dim', line)}`),
  ];
}

function undecided({ requirements, run, verdict }: Report, paint: Paint): string[] {
  const open = requirements.filter(
    (row) => row.level === 'required' && row.outcome === 'inconclusive',
  );
  if (run.endedEarly !== null) {
    // The verdict's own line says why a run is incomplete.
    if (verdict === 'incomplete') return [];
    const left = open.length > 0 ? `; ${count(open.length, 'required row')} undecided` : '';
    return [`${paint('yellow', 'ENDED EARLY')} ${visible(run.endedEarly)}${left}`];
  }
  return open.map(
    (row) => `${paint('yellow', 'UNDECIDED')} ${visible(row.id)}: ${visible(row.reason)}`,
  );
}

function warnings({ requirements }: Report, paint: Paint): string[] {
  return requirements
    .filter((row) => row.level === 'advisory' && row.outcome === 'failed')
    .map((row) => `${paint('yellow', 'warning')} ${visible(row.id)}: ${visible(row.reason)}`);
}

function reports(written: readonly string[]): string[] {
  return written.length === 0 ? [] : [`Reports: ${written.map(visible).join(', ')}`];
}

function counts({ run }: Report): string {
  const seconds = (Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000;
  return [
    count(run.requests, 'request'),
    `${count(run.animalsCreated, 'animal')} created`,
    `${duration(run.waitedSeconds)} waited for the rate limit`,
    ...[silenceWords(run) ?? []].flat(),
    `${duration(seconds)} in all`,
  ].join(', ');
}

function verdict(report: Report, paint: Paint): string {
  const summary = visible(report.summary);
  const word = report.verdict;
  const rest = summary.startsWith(word) ? summary.slice(word.length) : `: ${summary}`;
  return paint(verdictTone[word], word) + rest;
}

/** Lines of at most `width` columns, two of them kept for the indentation; long words stay whole. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width - 2) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
