import type { Exchange } from '../http/exchange.ts';
import type { CheckResult, Outcome } from '../judge/outcome.ts';
import { cut } from '../text/visible.ts';
import { baselinePart } from './baseline-part.ts';
import { cardOf, saidOf, usualCause } from './card.ts';
import { type Cause, causeOf, foldedUnder, followWords } from './cause.ts';
import { rerunCommand } from './command-line.ts';
import { coverOf, expectedWords } from './expected.ts';
import { ofKind, verdictKinds } from './kinds.ts';
import type { Report, ReportedRequirement } from './report.ts';
import { partMarkdown, viewMarkdown } from './view/markdown.ts';
import {
  type Block,
  cell,
  code,
  type Line,
  type Part,
  partOf,
  plain,
  prose,
  type TableRow,
  tableOf,
  text,
  toned,
} from './view/view.ts';
import { rejudgedWords } from './words.ts';

const maxChecks = 5;
/** Bytes: job summaries and comments refuse much longer texts. Tables take what the failures leave of 60 kB. */
const failuresRoom = 40_000;
const messageRoom = 2_000;
const reasonRoom = 160;

const headings: readonly (readonly [outcome: Outcome, heading: string])[] = [
  ['failed', 'Failed'],
  ['inconclusive', 'Inconclusive'],
  ['passed', 'Passed'],
  ['not-applicable', 'Not applicable'],
  ['skipped', 'Skipped'],
];

/** The report for a pull request or a job summary: counts, failures with their evidence, requirements by outcome. */
export function markdown(report: Report, exchanges: readonly Exchange[]): string {
  const { verdict, summary } = report;
  const cause = causeOf(report, exchanges);
  const failed = ofKind(report, 'failed');
  const words = rejudgedWords(report);
  return viewMarkdown({
    verdict,
    tone: verdictKinds[verdict],
    title: 'Conformance',
    lead: leadOf(cause),
    summary,
    parts: [
      ...partOf('counts', '', [
        counts(report),
        text([plain(factsOf(report))]),
        text(words === undefined ? [] : [plain(`${words}.`)]),
      ]),
      ...failures(foldedUnder(cause, failed).told, report, exchanges),
      ...baselinePart(report),
      ...headings.flatMap((shown) => outcomeParts(report, shown, cause)),
    ],
  });
}

/** The cause of the rest, what to do about it, and how much follows from it; the tables fold that. */
function leadOf(cause: Cause | undefined): Line {
  if (cause === undefined) return [];
  const rest = ` What to do: ${cause.remedy}. ${followWords(cause)}.`;
  return [toned('failed', `${cause.seen}.`), plain(rest)];
}

/** Required requirements apart from advisories, each line adding up. */
function counts({ requirements }: Report): Block {
  const line = (level: ReportedRequirement['level']): TableRow => {
    const of = requirements.filter((requirement) => requirement.level === level);
    const amounts = headings.map(
      ([outcome]) => of.filter((requirement) => requirement.outcome === outcome).length,
    );
    return { cells: [level, ...amounts, of.length].map((amount) => cell(`${amount}`)) };
  };
  const head = ['', ...headings.map(([, heading]) => heading.toLowerCase()), 'in all'];
  return tableOf(head, [line('required'), line('advisory')]);
}

/** The failures in full while there is room; the others only by name. */
function failures(
  failed: readonly ReportedRequirement[],
  report: Report,
  exchanges: readonly Exchange[],
): Part[] {
  const parts: Part[] = [];
  let length = 0;
  for (const [at, requirement] of failed.entries()) {
    const part = failure(requirement, report, exchanges);
    length += Buffer.byteLength(partMarkdown(part));
    if (length > failuresRoom) {
      const ids = failed.slice(at).map(({ id }) => code(id));
      const named = ids.flatMap((id, place) => (place > 0 ? [plain(', '), id] : [id]));
      const told = prose(`${ids.length} more failed, all told in \`conformance.html\`: `);
      return [...parts, ...partOf('more', '', [text([told, ...named, plain('.')])])];
    }
    parts.push(part);
  }
  return parts;
}

function failure(
  requirement: ReportedRequirement,
  report: Report,
  exchanges: readonly Exchange[],
): Part {
  const checks = requirement.checks.filter((check) => check.outcome === 'failed');
  const more = checks.length - maxChecks;
  const cover = coverOf(report, requirement.id);
  return {
    id: requirement.id,
    title: `\`${requirement.id}\` (section ${requirement.section})`,
    blocks: [
      text([prose(requirement.statement)]),
      ...(cover === undefined ? [] : [text([plain(`${expectedWords(cover)}: ${cover.reason}`)])]),
      ...checks.slice(0, maxChecks).flatMap((check) => failedCheck(check, exchanges)),
      ...(more > 0 ? [text([prose(`And ${more} more in \`conformance.json\`.`)])] : []),
      ...usualCause(requirement, exchanges).map((words) => text([prose(words)])),
      text([plain('Run it again:')]),
      { kind: 'code', lines: [rerunCommand(report, requirement.id)] },
    ],
  };
}

function failedCheck(check: CheckResult, exchanges: readonly Exchange[]): Block[] {
  const [line = '', ...evidence] = cardOf(check, exchanges).evidence;
  const bodies = evidence.slice(0, -1).map((one) => one.trim());
  const blocks: Block[] = [
    ...(bodies.length === 0 ? [] : [{ kind: 'code', lines: bodies } as const]),
    { kind: 'code', lines: evidence.slice(-1) },
  ];
  return [
    text([toned('failed', cut(check.title, reasonRoom))]),
    { kind: 'code', lines: [cut(check.message, messageRoom)] },
    ...(line === '' ? [] : [{ kind: 'details', title: cut(line, reasonRoom), blocks } as const]),
  ];
}

/** Whom the report is about, and how it came about, in one line. */
function factsOf({ implementation, profile, run, suite }: Report): string {
  const { name, version, baseUrl } = implementation;
  const named = [name, version].filter((one) => one !== null).join(' ');
  return [
    ...(named === '' ? [] : [named]),
    baseUrl,
    `${profile} profile`,
    run.startedAt,
    `${suite.name} ${suite.version}`,
    `seed ${run.seed}`,
    ...(run.trace === undefined ? [] : [`trace ${run.trace}`]),
  ].join(', ');
}

/** A failed advisory is a warning: under one heading with failures it would read like one. */
function outcomeParts(
  { requirements }: Report,
  [outcome, heading]: (typeof headings)[number],
  cause: Cause | undefined,
): Part[] {
  const found = requirements.filter((requirement) => requirement.outcome === outcome);
  if (outcome !== 'failed') return table(found, heading, cause);
  const of = (level: ReportedRequirement['level']) =>
    found.filter((requirement) => requirement.level === level);
  return [
    ...table(of('required'), heading, cause),
    ...table(of('advisory'), 'Warnings, never in the verdict', cause),
  ];
}

/** What follows from a cause is folded under one line. */
function table(
  found: readonly ReportedRequirement[],
  heading: string,
  cause: Cause | undefined,
): Part[] {
  const { told, folded } = foldedUnder(cause, found);
  const title = `${folded.length} that ${folded.length === 1 ? 'follows' : 'follow'} from the cause above`;
  return partOf(heading, `${heading} (${found.length})`, [
    rowsOf(told),
    { kind: 'details', title, blocks: folded.length === 0 ? [] : [rowsOf(folded)] },
  ]);
}

function rowsOf(found: readonly ReportedRequirement[]): Block {
  const rows = found.map((requirement) => ({
    cells: [
      [[code(requirement.id)]],
      ...[requirement.section, requirement.level, cut(saidOf(requirement), reasonRoom)].map(cell),
    ],
  }));
  return tableOf(['id', 'section', 'level', 'reason'], rows);
}
