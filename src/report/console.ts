import { styleText } from 'node:util';
import type { Exchange } from '../http/exchange.ts';
import type { CheckResult, Verdict } from '../judge/outcome.ts';
import { visible, withoutCommands } from '../text/visible.ts';
import { count, duration } from '../text/words.ts';
import { wrapped } from '../text/wrap.ts';
import { cardOf } from './card.ts';
import { type Cause, causeOf, foldedUnder } from './cause.ts';
import { rerunCommand } from './command-line.ts';
import { baselineSummary, coverOf, staleEntries, staleWords, untilWords } from './known.ts';
import { rejudgedWords } from './rejudged.ts';
import type { Report, ReportedRequirement } from './report.ts';
import { silenceWords } from './words.ts';

/** How the text is to look. */
export interface Look {
  /** Whether ANSI colours are wanted. */
  readonly color: boolean;
  /** Columns of the terminal; headings are broken to fit, commands and messages never are. */
  readonly width: number;
  /** Paths of the reports written. */
  readonly written: readonly string[];
  /** What to say where the run was given a baseline. */
  readonly baseline?: {
    /** What the process exits with, which the verdict alone no longer tells. */
    readonly exit: number;
    /** The command that takes cured entries off. */
    readonly cure: string;
  };
  /** What became of the certificate, in one line; absent where none was asked for. */
  readonly certificate?: string;
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
 * and the verdict as the last line. No control character of the server reaches the terminal, no command the
 * build server.
 */
export function renderOutcome(report: Report, exchanges: readonly Exchange[], look: Look): string {
  // The stream is not asked: whether colour is wanted is the caller's decision.
  const paint: Paint = (tone, text) =>
    look.color ? styleText(tone, text, { validateStream: false }) : text;
  const failed = report.requirements.filter(
    (row) => row.level === 'required' && row.outcome === 'failed',
  );
  const cause = causeOf(report, exchanges);
  const blocks = [
    causeLines(cause, paint),
    ...foldedUnder(cause, failed)
      .told.filter((row) => coverOf(report, row.id) === undefined)
      .map((row) => failure(row, report, exchanges, look.width, paint)),
    ...failed.map((row) => known(row, report, paint)),
    stale(report, look, paint),
    undecided(report, cause, paint),
    warnings(report, paint),
    [
      ...rejudged(report),
      paint('dim', counts(report)),
      ...files(look),
      verdict(report, look, paint),
    ],
  ];
  const text = blocks.filter((block) => block.length > 0).map((block) => block.join('\n'));
  return `${withoutCommands(text.join('\n\n'))}\n`;
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
  const [first = '', ...rest] = wrapped(`FAILED ${heading}`, width - 2);
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

/** A failure that the baseline covers, in brief; nothing for any other. */
function known(row: ReportedRequirement, report: Report, paint: Paint): string[] {
  const cover = coverOf(report, row.id);
  if (cover === undefined) return [];
  const words = `${untilWords(cover)}: ${visible(cover.reason)}`;
  return [
    `${paint('yellow', 'KNOWN')} ${visible(row.id)} (section ${visible(row.section)}) ${words}`,
    `  ${visible(row.reason)}`,
    `  run it again: ${visible(rerunCommand(report, row.id))}`,
  ];
}

/** Entries of the baseline that make the run fail, and how to mend it. */
function stale(report: Report, { baseline }: Look, paint: Paint): string[] {
  const entries = staleEntries(report);
  const isCured = entries.some(({ state }) => state === 'cured');
  return [
    ...entries.map((entry) => `${paint('red', entry.state.toUpperCase())} ${staleWords(entry)}`),
    ...(isCured && baseline ? [`  take it off: ${visible(baseline.cure)}`] : []),
  ];
}

/** What stands behind the rest, what to do about it, and what follows from it. */
function causeLines(cause: Cause | undefined, paint: Paint): string[] {
  if (cause === undefined) return [];
  const { seen, remedy, requirements } = cause;
  const follow = count(requirements.length, 'requirement');
  return [
    `${paint('yellow', 'CAUSE')} ${visible(seen)}`,
    `  what to do: ${visible(remedy)}`,
    `  ${follow} ${requirements.length === 1 ? 'follows' : 'follow'} from it: ${requirements.map(visible).join(', ')}`,
  ];
}

function undecided(
  { requirements, run, verdict }: Report,
  cause: Cause | undefined,
  paint: Paint,
): string[] {
  const { told: open } = foldedUnder(
    cause,
    requirements.filter((row) => row.level === 'required' && row.outcome === 'inconclusive'),
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

function files({ written, certificate }: Look): string[] {
  return [
    ...(written.length === 0 ? [] : [`Reports: ${written.map(visible).join(', ')}`]),
    ...(certificate === undefined ? [] : [visible(certificate)]),
  ];
}

function rejudged(report: Report): string[] {
  const words = rejudgedWords(report);
  return words === undefined ? [] : [visible(words)];
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

function verdict(report: Report, { baseline }: Look, paint: Paint): string {
  const said = visible(report.summary);
  const word = report.verdict;
  const rest = said.startsWith(word) ? said.slice(word.length) : `: ${said}`;
  const summary = baselineSummary(report);
  const beside = summary !== '' && baseline ? `; ${summary}; exit ${baseline.exit}` : '';
  return paint(verdictTone[word], word) + rest + beside;
}
