import type { Exchange } from '../http/exchange.ts';
import { tellingExchange } from '../judge/findings.ts';
import type { CheckResult, Outcome } from '../judge/outcome.ts';
import { cut, visible, visibleLines } from '../text/visible.ts';
import { type Cause, causeOf, foldedUnder } from './cause.ts';
import { rerunCommand } from './command-line.ts';
import { bodyLine, exchangeLine } from './describe.ts';
import { baselineSummary, coverOf, expectedWords } from './expected.ts';
import { rejudgedWords } from './rejudged.ts';
import type { Report, ReportedRequirement } from './report.ts';

const maxChecks = 5;
/** Bytes: job summaries and comments refuse what is far longer. Tables take what the failures leave of 60 kB. */
const failuresRoom = 40_000;
const messageRoom = 2_000;
const reasonRoom = 160;
const ownerRoom = 60;

const headings: readonly (readonly [outcome: Outcome, heading: string])[] = [
  ['failed', 'Failed'],
  ['inconclusive', 'Inconclusive'],
  ['passed', 'Passed'],
  ['not-applicable', 'Not applicable'],
  ['skipped', 'Skipped'],
];

/** The report for a pull request (GitHub-flavoured Markdown): verdict, failures with evidence, requirements by outcome. */
export function markdown(report: Report, exchanges: readonly Exchange[]): string {
  const failed = report.requirements.filter(
    (requirement) => requirement.level === 'required' && requirement.outcome === 'failed',
  );
  const cause = causeOf(report, exchanges);
  const blocks = [
    `# Conformance: ${report.verdict}`,
    ...causeBlocks(cause),
    escaped(report.summary),
    escaped(factsOf(report)),
    ...baselineTable(report),
    ...rejudged(report),
    ...failures(foldedUnder(cause, failed).told, report, exchanges),
    ...headings.flatMap(([outcome, heading]) => tables(report, outcome, heading)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** What stands behind the rest, what to do about it, and what follows from it. */
function causeBlocks(cause: Cause | undefined): string[] {
  if (cause === undefined) return [];
  const { seen, remedy, requirements } = cause;
  return [
    `**${escaped(`${seen}.`)}** ${escaped(`What to do: ${remedy}.`)}`,
    `Follows from it: ${requirements.map(code).join(', ')}.`,
  ];
}

function rejudged(report: Report): string[] {
  const words = rejudgedWords(report);
  return words === undefined ? [] : [`${escaped(words)}.`];
}

/** The failures in full as long as there is room; the others by name. */
function failures(
  failed: readonly ReportedRequirement[],
  report: Report,
  exchanges: readonly Exchange[],
): string[] {
  const blocks: string[] = [];
  let length = 0;
  for (const [at, requirement] of failed.entries()) {
    const block = failure(requirement, report, exchanges).join('\n\n');
    length += Buffer.byteLength(block);
    if (length > failuresRoom) {
      const left = failed.slice(at).map(({ id }) => code(id));
      return [
        ...blocks,
        `${left.length} more failed, all told in \`conformance.html\`: ${left.join(', ')}.`,
      ];
    }
    blocks.push(block);
  }
  return blocks;
}

function failure(
  requirement: ReportedRequirement,
  report: Report,
  exchanges: readonly Exchange[],
): string[] {
  const checks = requirement.checks.filter((check) => check.outcome === 'failed');
  const more = checks.length - maxChecks;
  return [
    `## ${code(requirement.id)} (section ${escaped(requirement.section)})`,
    prose(requirement.statement),
    ...known(report, requirement.id),
    ...checks.slice(0, maxChecks).flatMap((check) => failedCheck(check, exchanges)),
    ...(more > 0 ? [`And ${more} more in ${code('conformance.json')}.`] : []),
    'Run it again:',
    fenced([visible(rerunCommand(report, requirement.id))]),
  ];
}

function known(report: Report, id: string): string[] {
  const cover = coverOf(report, id);
  return cover === undefined ? [] : [escaped(`${expectedWords(cover)}: ${cover.reason}`)];
}

function baselineTable(report: Report): string[] {
  const { baseline } = report;
  if (baseline === null) return [];
  const summary = baselineSummary(report);
  const lines = baseline.entries.map(
    ({ requirement, state, expires, owner, reason }) =>
      `| ${code(requirement)} | ${state} | ${escaped(expires)} | ${escaped(cut(owner, ownerRoom))} | ${escaped(cut(reason, reasonRoom))} |`,
  );
  const head = ['| id | state | until | owner | reason |', '|---|---|---|---|---|'];
  return [
    `## Baseline (${baseline.entries.length})`,
    ...(summary === '' ? [] : [escaped(summary)]),
    ...(lines.length > 0 ? [[...head, ...lines].join('\n')] : []),
  ];
}

function failedCheck(check: CheckResult, exchanges: readonly Exchange[]): string[] {
  const index = tellingExchange(check);
  const exchange = index === undefined ? undefined : exchanges[index];
  const received = bodyLine(exchange?.response?.body);
  const lines = exchange
    ? [
        '',
        exchangeLine(exchange),
        ...(received === undefined ? [] : [`response body: ${received}`]),
        visible(exchange.curl),
      ]
    : [];
  return [
    `**${escaped(cut(check.title, reasonRoom))}**`,
    fenced([...visibleLines(cut(check.message, messageRoom)), ...lines]),
  ];
}

/** Whom the report is about, and how it came about, in one line. */
function factsOf({ implementation, profile, run, suite }: Report): string {
  const { name, version, baseUrl } = implementation;
  const named = [name, version].filter((text) => text !== null).join(' ');
  return [
    ...(named === '' ? [] : [named]),
    baseUrl,
    `${profile} profile`,
    run.startedAt,
    `${suite.name} ${suite.version}`,
    `seed ${run.seed}`,
  ].join(', ');
}

/** A failed advisory is a warning: under one heading with failures it would read like one. */
function tables({ requirements }: Report, outcome: Outcome, heading: string): string[] {
  const found = requirements.filter((requirement) => requirement.outcome === outcome);
  if (outcome !== 'failed') return table(found, heading);
  const advisory = found.filter((requirement) => requirement.level === 'advisory');
  return [
    ...table(
      found.filter((requirement) => requirement.level === 'required'),
      heading,
    ),
    ...table(advisory, 'Warnings, never in the verdict'),
  ];
}

function table(found: readonly ReportedRequirement[], heading: string): string[] {
  if (found.length === 0) return [];
  const lines = found.map(
    ({ id, section, level, reason }) =>
      `| ${code(id)} | ${escaped(section)} | ${level} | ${escaped(cut(reason, reasonRoom))} |`,
  );
  const title = `## ${heading} (${found.length})`;
  return [title, ['| id | section | level | reason |', '|---|---|---|---|', ...lines].join('\n')];
}

/** The catalogue's own words, with code spans; in a report of an earlier run they may be anybody's. */
function prose(text: string): string {
  return text
    .split('`')
    .map((part, at) => (at % 2 === 1 && part !== '' ? code(visible(part)) : escaped(part)))
    .join('');
}

/**
 * Text without any meaning to Markdown or HTML. GitHub looks for mentions and references in the rendered text,
 * where an escaped `@` is one again: a space of no width is what ends them.
 */
export function escaped(text: string): string {
  return visible(text).replace(
    /[&<>\\`*_{}[\]|~$@#]|:(?=\/\/|[\w+-]+:)|(?<=www)\.|(?<=\bGH)-/gi,
    (mark) => `&#${mark.codePointAt(0)};${/[@#-]/.test(mark) ? '&#8203;' : ''}`,
  );
}

/** An id of the catalogue: it holds nothing that ends a code span. */
export function code(id: string): string {
  return `\`${id.replaceAll(/[`|\n]/g, '')}\``;
}

/** A code block whose fence is longer than any run of backticks within. */
function fenced(lines: readonly string[]): string {
  const text = lines.join('\n');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
