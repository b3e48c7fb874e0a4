import type { Exchange } from '../http/exchange.ts';
import { tellingExchange } from '../judge/findings.ts';
import type { CheckResult, Verdict } from '../judge/outcome.ts';
import { visible, withoutCommands } from '../text/visible.ts';
import { count, duration, firstOf, wrapped } from '../text/words.ts';
import { cardOf, saidOf, usualCause } from './card.ts';
import { type Cause, causeOf, foldedUnder, followWords } from './cause.ts';
import { rerunCommand } from './command-line.ts';
import { baselineSummary, coverOf, staleEntries, staleWords, untilWords } from './expected.ts';
import { ofKind, requiredWith } from './kinds.ts';
import type { Report, ReportedRequirement } from './report.ts';
import { type Look, type Paint, painter, type Style } from './view/look.ts';
import { costWords, rejudgedWords } from './words.ts';

/** How the text is to look: headings are wrapped to its width, commands and messages never are. */
export interface OutcomeLook extends Look {
  /** Paths of the reports written. */
  readonly written: readonly string[];
  /** What to say if the run was given a baseline. */
  readonly baseline?: {
    /** What the process exits with, which the verdict alone no longer tells. */
    readonly exit: number;
    /** The command that takes cured entries off. */
    readonly cure: string;
  };
  /** What became of the certificate, in one line; absent if none was asked for. */
  readonly certificate?: string;
}

const maxChecks = 5;
/** More ids would hide the two lines before. */
const maxFollowing = 8;

const verdictTone: Readonly<Record<Verdict, Style>> = {
  conformant: 'green',
  'non-conformant': 'red',
  incomplete: 'yellow',
};

/**
 * The outcome of a run for a terminal: failures with their evidence, what is inconclusive, warnings, counts, and the
 * verdict as the last line. No control character of the service reaches the terminal, and no command the build server.
 */
export function renderOutcome(
  report: Report,
  exchanges: readonly Exchange[],
  look: OutcomeLook,
): string {
  const paint = painter(look);
  const failed = ofKind(report, 'failed');
  const cause = causeOf(report, exchanges);
  const blocks = [
    causeLines(cause, paint),
    ...failures(
      foldedUnder(cause, failed).told.filter(({ id }) => coverOf(report, id) === undefined),
      { report, exchanges },
      look,
    ),
    ...failed.map((requirement) => known(requirement, report, paint)),
    stale(report, look, paint),
    inconclusive(report, cause, paint),
    warnings(report, paint),
    [
      ...rejudged(report),
      paint('dim', counts(report)),
      ...files(look),
      verdict(report, look, paint),
    ],
  ];
  return textOf(blocks);
}

/** Blocks of lines with a line between them, none of which is a command to the build server. */
export function textOf(blocks: readonly (readonly string[])[]): string {
  const text = blocks.filter((block) => block.length > 0).map((block) => block.join('\n'));
  return `${withoutCommands(text.join('\n\n'))}\n`;
}

/** Of a run: its report, and what was exchanged. */
interface Told {
  readonly report: Report;
  readonly exchanges: readonly Exchange[];
}

/** All about each failed requirement. An exchange that was shown above is only named. */
export function failures(
  requirements: readonly ReportedRequirement[],
  told: Told,
  look: Look,
): string[][] {
  const above = new Set<number>();
  return requirements.map((requirement) => failure(requirement, told, look, above));
}

/** The first failed checks with their evidence, and the command to run them again; notes in `above` what it shows. */
function failure(
  requirement: ReportedRequirement,
  { report, exchanges }: Told,
  look: Look,
  above: Set<number>,
): string[] {
  const paint = painter(look);
  const checks = requirement.checks.filter((check) => check.outcome === 'failed');
  const more = checks.length - maxChecks;
  const heading = `${visible(requirement.id)} (section ${visible(requirement.section)}): ${visible(requirement.statement)}`;
  const [first = '', ...rest] = wrapped(`FAILED ${heading}`, look.width - 2);
  return [
    paint('red', first),
    ...rest.map((line) => paint('red', `  ${line}`)),
    ...checks.slice(0, maxChecks).flatMap((check) => failedCheck(check, exchanges, above, paint)),
    ...(more > 0 ? [`  and ${more} more in conformance.json`] : []),
    ...usualCause(requirement, exchanges).map((words) => `  ${words}`),
    `  run it again: ${visible(rerunCommand(report, requirement.id))}`,
  ];
}

function failedCheck(
  check: CheckResult,
  exchanges: readonly Exchange[],
  above: Set<number>,
  paint: Paint,
): string[] {
  const { title, message, evidence } = cardOf(check, exchanges);
  const index = tellingExchange(check);
  // The first line names the exchange.
  const shown =
    index !== undefined && above.has(index)
      ? evidence.slice(0, 1).map((line) => `${line}, shown above`)
      : evidence;
  if (index !== undefined) above.add(index);
  return [
    `  ${paint('bold', title)}`,
    ...message.map((line) => `    ${line}`.trimEnd()),
    ...shown.map((line) => `    ${paint('dim', line)}`),
  ];
}

/** A failure that the baseline covers, in brief; nothing for any other. */
function known(requirement: ReportedRequirement, report: Report, paint: Paint): string[] {
  const cover = coverOf(report, requirement.id);
  if (cover === undefined) return [];
  const words = `${untilWords(cover)}: ${visible(cover.reason)}`;
  return [
    `${paint('yellow', 'KNOWN')} ${visible(requirement.id)} (section ${visible(requirement.section)}) ${words}`,
    `  ${visible(saidOf(requirement))}`,
    `  run it again: ${visible(rerunCommand(report, requirement.id))}`,
  ];
}

/** Entries of the baseline that make the run fail, and what to do about them. */
function stale(report: Report, { baseline }: OutcomeLook, paint: Paint): string[] {
  const entries = staleEntries(report);
  const isCured = entries.some(({ state }) => state === 'cured');
  return [
    ...entries.map((entry) => `${paint('red', entry.state.toUpperCase())} ${staleWords(entry)}`),
    ...(isCured && baseline ? [`  take it off: ${visible(baseline.cure)}`] : []),
  ];
}

/** The cause of the rest, what to do about it, and what follows from it. */
function causeLines(cause: Cause | undefined, paint: Paint): string[] {
  if (cause === undefined) return [];
  const { seen, remedy, requirements } = cause;
  return [
    `${paint('yellow', 'CAUSE')} ${visible(seen)}`,
    `  what to do: ${visible(remedy)}`,
    `  ${followWords(cause)}: ${visible(firstOf(requirements, maxFollowing))}`,
  ];
}

function inconclusive(report: Report, cause: Cause | undefined, paint: Paint): string[] {
  const { run, verdict } = report;
  const { told: open } = foldedUnder(cause, requiredWith(report, 'inconclusive'));
  if (run.endedEarly !== null) {
    // The line of the verdict says why a run is incomplete, and the cause may have said it.
    if (verdict === 'incomplete' || (cause && run.endedEarly.startsWith(cause.seen))) return [];
    const left = open.length > 0 ? `; ${count(open.length, 'requirement')} inconclusive` : '';
    return [`${paint('yellow', 'ENDED EARLY')} ${visible(run.endedEarly)}${left}`];
  }
  const word = paint('yellow', 'INCONCLUSIVE');
  return open.map(({ id, reason }) => `${word} ${visible(`${id}: ${reason}`)}`);
}

function warnings(report: Report, paint: Paint): string[] {
  const word = paint('yellow', 'warning');
  return ofKind(report, 'warning').map(
    ({ id, reason }) => `${word} ${visible(`${id}: ${reason}`)}`,
  );
}

function files({ written, certificate }: OutcomeLook): string[] {
  return [
    ...(written.length === 0 ? [] : [`Reports: ${written.map(visible).join(', ')}`]),
    ...(certificate === undefined ? [] : [visible(certificate)]),
  ];
}

function rejudged(report: Report): string[] {
  const words = rejudgedWords(report);
  return words === undefined ? [] : [visible(words)];
}

/** What the run cost. */
export function counts({ run }: Report): string {
  const seconds = (Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000;
  const animals = `${count(run.animalsCreated, 'animal')} created`;
  return [...costWords(run, animals), `${duration(seconds)} in all`].join(', ');
}

/** The verdict and its summary. */
export function verdict(report: Report, { baseline }: OutcomeLook, paint: Paint): string {
  const said = visible(report.summary);
  const word = report.verdict;
  const rest = said.startsWith(word) ? said.slice(word.length) : `: ${said}`;
  const summary = baselineSummary(report);
  const beside = summary !== '' && baseline ? `; ${summary}; exit ${baseline.exit}` : '';
  return paint(verdictTone[word], word) + rest + beside;
}
