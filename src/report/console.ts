import type { Exchange } from '../http/exchange.ts';
import type { CheckResult, Verdict } from '../judge/outcome.ts';
import { visible, withoutCommands } from '../text/visible.ts';
import { count, firstOf } from '../text/words.ts';
import { baselineSummary, staleWord, staleWords, untilWords } from './baseline.ts';
import { type FailureGroup, failedChecks, followWords } from './causes.ts';
import {
  headingOf,
  otherFinding,
  type RunDocument,
  rejudgedWords,
  rerunGroup,
  runDocument,
  wordOf,
} from './document.ts';
import { cardOf, saidOf } from './evidence.ts';
import type { Report, ReportedRequirement } from './report.ts';
import { type Look, type Paint, painter, type Style } from './view.ts';

/** How much is told of failures. */
export interface Detail {
  /** Causes that are shown in full; the others get a line. Default: 10. */
  readonly maxFailures?: number;
  /** Whether every failed check is shown, and not only one for each cause. */
  readonly verbose?: boolean;
}

/** How the outcome of a run is to look. */
export interface OutcomeLook extends Look, Detail {
  /** Paths of the reports written, the page among them. */
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

/** More ids would hide the two lines before. */
const maxIds = 8;

const verdictTone: Readonly<Record<Verdict, Style>> = {
  conformant: 'green',
  'non-conformant': 'red',
  incomplete: 'yellow',
};

/**
 * The outcome of a run for a terminal: failures by cause with their evidence, what is inconclusive, warnings, counts, the
 * path of the page, and the verdict as the last line. No control character of the service reaches the terminal, and no
 * command the build server.
 */
export function renderOutcome(
  report: Report,
  exchanges: readonly Exchange[],
  look: OutcomeLook,
): string {
  const paint = painter(look);
  const run = runDocument(report, exchanges);
  const [first = [], ...others] = groupBlocks(run.failures, report, exchanges, look);
  const blocks = [
    causeLines(run, report, paint),
    [...traceLine(run, report), ...first],
    ...others,
    run.known.map(({ requirement, entry }) => {
      const until = `${untilWords(entry)}: ${visible(entry.reason)}`;
      return `${paint('yellow', 'KNOWN')} ${visible(requirement.id)} ${until}; ${visible(saidOf(requirement))}`;
    }),
    staleLines(run, look, paint),
    openLines(run, report, paint),
    ...groupBlocks(run.warnings, report, exchanges, look),
    closingLines(run, report, look, paint),
  ];
  return textOf(blocks);
}

/** Blocks of lines with a line between them, none of which is a command to the build server. */
function textOf(blocks: readonly (readonly string[])[]): string {
  const text = blocks.filter((block) => block.length > 0).map((block) => block.join('\n'));
  return `${withoutCommands(text.join('\n\n'))}\n`;
}

/** The cause of the rest, what to do about it, and what follows from it. */
function causeLines(
  { cause }: RunDocument,
  { run: { misdirected } }: Report,
  paint: Paint,
): string[] {
  // The line of the verdict says what is wrong with key or address.
  if (cause === undefined || misdirected) return [];
  return [
    `${paint('yellow', 'CAUSE')} ${visible(cause.seen)}`,
    `  what to do: ${visible(cause.remedy)}`,
    `  ${followWords(cause)}: ${visible(firstOf(cause.requirements, maxIds))}`,
  ];
}

/** Where the service's own log has the requests of a run that failed. */
function traceLine({ failures }: RunDocument, { run: { trace } }: Report): string[] {
  const isNeeded = trace !== undefined && failures.length > 0;
  return isNeeded ? [`Trace of all requests, for the service's logs: ${trace}`] : [];
}

/** The causes, the weightiest first: in full as far as `maxFailures` goes, the others in a line for each requirement. */
function groupBlocks(
  groups: readonly FailureGroup[],
  report: Report,
  exchanges: readonly Exchange[],
  look: OutcomeLook,
): string[][] {
  const { maxFailures = 10 } = look;
  const paint = painter(look);
  const rest = groups.slice(maxFailures).flatMap(({ requirements }) => requirements);
  return [
    ...groups.slice(0, maxFailures).map((group, at) => {
      const [word, style] =
        group.kind === 'failed' ? (['Failure', 'red'] as const) : (['Warning', 'yellow'] as const);
      const number = `${word} ${at + 1} of ${groups.length}`;
      return groupLines(number, style, group, report, exchanges, look);
    }),
    rest.length === 0
      ? []
      : [
          ...rest.map(
            (one) => `${paint('red', wordOf(one))} ${visible(`${one.id}: ${saidOf(one)}`)}`,
          ),
          '  shortened (--max-failures); the page shows all',
        ],
  ];
}

/** What a cause usually is, what shows it, and the requirements that it breaks, a line each. */
function groupLines(
  number: string,
  style: Style,
  group: FailureGroup,
  report: Report,
  exchanges: readonly Exchange[],
  look: OutcomeLook,
): string[] {
  const paint = painter(look);
  const { check, requirements, usualCause } = group;
  const card = check && cardOf(check, exchanges);
  const cause =
    usualCause === undefined ? (card?.title ?? '') : `usual cause: ${visible(usualCause)}`;
  return [
    `${paint(style, number)}, ${cause}`,
    ...(card ? [...inShort(card.message), ...card.evidence].map((line) => `  ${line}`) : []),
    ...requirements.flatMap((requirement) => [
      `  ${paint(style, wordOf(requirement))} ${lineOf(requirement, check)}`,
      ...(look.verbose ? otherChecks(requirement, check, exchanges) : []),
    ]),
    `  run again: ${visible(rerunGroup(report, group))}`,
  ];
}

/** A requirement in a line: what it states, or what was found if that is not what the cause shows already. */
function lineOf(requirement: ReportedRequirement, shown: CheckResult | undefined): string {
  const found = otherFinding(requirement, shown);
  const { id, section } = requirement;
  return found === '' ? headingOf(requirement) : visible(`${id} (section ${section}): ${found}`);
}

/** Two lines say what is wrong, what was expected and what came; the page has the others. */
function inShort(message: readonly string[]): string[] {
  const [first, second, ...others] = message.filter((line) => line.trim() !== '');
  if (first === undefined || second === undefined) return first === undefined ? [] : [first];
  const more = others.length === 0 || /^expected/.test(first) ? '' : `; ${others.length} more`;
  return [first, second + more];
}

/** Every failed check of a requirement but the one that is shown. */
function otherChecks(
  requirement: FailureGroup['requirements'][number],
  shown: FailureGroup['check'],
  exchanges: readonly Exchange[],
): string[] {
  return failedChecks(requirement)
    .filter((check) => check !== shown)
    .flatMap((check) => {
      const { title, message, evidence } = cardOf(check, exchanges);
      return [`    ${title}`, ...[...message, ...evidence].map((line) => `      ${line}`)];
    });
}

/** Entries of the baseline that make the run fail, and what to do about them. */
function staleLines({ stale }: RunDocument, { baseline }: OutcomeLook, paint: Paint): string[] {
  const isCured = stale.some(({ state }) => state === 'cured');
  return [
    ...stale.map((entry) => `${paint('red', staleWord(entry))} ${staleWords(entry)}`),
    ...(isCured && baseline ? [`  remove it: ${visible(baseline.cure)}`] : []),
  ];
}

function openLines({ cause, open }: RunDocument, report: Report, paint: Paint): string[] {
  const { run, verdict } = report;
  if (run.endedEarly !== null) {
    // The line of the verdict says why a run is incomplete, and the cause may have said it.
    if (verdict === 'incomplete' || (cause && run.endedEarly.startsWith(cause.seen))) return [];
    const ids = open.flatMap((one) => one.ids);
    const left = ids.length > 0 ? `; ${count(ids.length, 'requirement')} inconclusive` : '';
    return [`${paint('yellow', 'ENDED EARLY')} ${visible(run.endedEarly)}${left}`];
  }
  const word = paint('yellow', 'INCONCLUSIVE');
  return open.map(({ ids, reason }) => `${word} ${visible(`${firstOf(ids, maxIds)}: ${reason}`)}`);
}

/** What the run cost, where its reports are, and the verdict. */
function closingLines(
  run: RunDocument,
  report: Report,
  { written, certificate, baseline }: OutcomeLook,
  paint: Paint,
): string[] {
  const rejudged = rejudgedWords(report);
  const page = written.find((path) => path.endsWith('.html'));
  const others = written.filter((path) => path !== page).map((path) => path.split(/[\\/]/).at(-1));
  const said = visible(report.summary);
  const word = report.verdict;
  const rest = said.startsWith(word) ? said.slice(word.length) : `: ${said}`;
  const summary = baselineSummary(report);
  const beside = summary !== '' && baseline ? `; ${summary}; exit ${baseline.exit}` : '';
  return [
    ...(rejudged === undefined ? [] : [visible(rejudged)]),
    paint('dim', run.cost),
    run.totals,
    ...(certificate === undefined ? [] : [visible(certificate)]),
    ...(page === undefined ? [] : [`Report: ${visible(page)} (and ${visible(others.join(', '))})`]),
    paint(verdictTone[word], word) + rest + beside,
  ];
}
