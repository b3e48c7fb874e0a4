import type { Exchange } from '../http/exchange.ts';
import type { Outcome } from '../judge/outcome.ts';
import { cut } from '../text/visible.ts';
import { cardOf, saidOf } from './card.ts';
import { foldedUnder, followWords } from './cause.ts';
import {
  baselinePart,
  type RunDocument,
  rejudgedWords,
  rerunGroup,
  runDocument,
  wordOf,
} from './document.ts';
import { expectedWords } from './expected.ts';
import type { FailureGroup } from './groups.ts';
import { verdictKinds } from './kinds.ts';
import type { Report, ReportedRequirement } from './report.ts';
import { partMarkdown, viewMarkdown } from './view/markdown.ts';
import {
  type Block,
  cell,
  code,
  type Line,
  lines,
  type Part,
  partOf,
  plain,
  prose,
  tableOf,
  text,
  toned,
} from './view/view.ts';

/** Bytes: job summaries and comments refuse much longer texts. Tables take what the failures leave of 60 kB. */
const failuresRoom = 40_000;
const reasonRoom = 160;

const outcomes: readonly (readonly [outcome: Outcome, heading: string])[] = [
  ['failed', 'Failed'],
  ['inconclusive', 'Inconclusive'],
  ['passed', 'Passed'],
  ['not-applicable', 'Not applicable'],
  ['skipped', 'Skipped'],
];

/** The report for a pull request or a job summary: counts, failures by cause, requirements by outcome. */
export function markdown(report: Report, exchanges: readonly Exchange[]): string {
  const { verdict, summary } = report;
  const run = runDocument(report, exchanges);
  const words = rejudgedWords(report);
  const facts = run.facts.filter(({ term }) => !unsaid.has(term)).map((fact) => fact.words);
  return viewMarkdown({
    verdict,
    tone: verdictKinds[verdict],
    title: 'Conformance',
    lead: leadOf(run),
    summary,
    parts: [
      ...partOf('counts', '', [
        text([plain(`${run.totals}.`)]),
        text([plain(facts.join(', '))]),
        text(words === undefined ? [] : [plain(`${words}.`)]),
      ]),
      ...groupParts([...run.failures, ...run.warnings], report, exchanges),
      ...partOf('known', `Known failures (${run.known.length})`, [
        lines(
          run.known.map(({ requirement, entry }) => [
            code(requirement.id),
            plain(` ${expectedWords(entry)}: ${entry.reason}`),
          ]),
        ),
      ]),
      ...baselinePart(report),
      ...outcomes.flatMap((shown) => outcomeParts(report, shown, run)),
    ],
  });
}

/** Facts that a summary can do without. */
const unsaid: ReadonlySet<string> = new Set(['Contact', 'Requests', 'Judged again']);

/** The cause of the rest, what to do about it, and how much follows from it; the tables fold that. */
function leadOf({ cause }: RunDocument): Line {
  if (cause === undefined) return [];
  const rest = ` What to do: ${cause.remedy}. ${followWords(cause)}.`;
  return [toned('failed', `${cause.seen}.`), plain(rest)];
}

/** The causes in full while there is room; the others only by the names of what they break. */
function groupParts(
  groups: readonly FailureGroup[],
  report: Report,
  exchanges: readonly Exchange[],
): Part[] {
  const parts: Part[] = [];
  let length = 0;
  for (const [at, group] of groups.entries()) {
    const part = groupPart(group, report, exchanges);
    length += Buffer.byteLength(partMarkdown(part));
    if (length > failuresRoom) {
      const left = groups.slice(at).flatMap(({ requirements }) => requirements);
      const ids = left.flatMap(({ id }, place) =>
        place > 0 ? [plain(', '), code(id)] : [code(id)],
      );
      const told = prose(`${left.length} more, all told in \`conformance.html\`: `);
      return [...parts, ...partOf('more', '', [text([told, ...ids, plain('.')])])];
    }
    parts.push(part);
  }
  return parts;
}

function groupPart(group: FailureGroup, report: Report, exchanges: readonly Exchange[]): Part {
  const { requirements, check, usualCause, kind } = group;
  const [first, ...others] = requirements;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const card = check && cardOf(check, exchanges);
  const [line = '', ...evidence] = card?.evidence ?? [];
  return {
    id: first?.id ?? '',
    title: `${kind === 'failed' ? 'Failed' : 'Warning'}: \`${first?.id}\`${more}`,
    blocks: [
      ...(usualCause === undefined ? [] : [text([prose(`Usual cause: ${usualCause}`)])]),
      ...(card === undefined ? [] : [codeBlock(card.message)]),
      ...(line === ''
        ? []
        : [
            {
              kind: 'details',
              title: cut(line, reasonRoom),
              blocks: [codeBlock(evidence.map((one) => one.trim()))],
            } as const,
          ]),
      lines(
        requirements.map((one) => [
          toned(kind, wordOf(one)),
          plain(' '),
          code(one.id),
          plain(` (section ${one.section}): `),
          prose(one.statement),
        ]),
      ),
      text([plain('Run again:')]),
      codeBlock([rerunGroup(report, group)]),
    ],
  };
}

const codeBlock = (all: readonly string[]): Block => ({ kind: 'code', lines: all });

/** A failed advisory is a warning: under one heading with failures it would read like one. */
function outcomeParts(
  { requirements }: Report,
  [outcome, heading]: (typeof outcomes)[number],
  run: RunDocument,
): Part[] {
  const found = requirements.filter((requirement) => requirement.outcome === outcome);
  if (outcome !== 'failed') return tablePart(found, heading, run);
  const of = (level: ReportedRequirement['level']) => found.filter((one) => one.level === level);
  return [
    ...tablePart(of('required'), heading, run),
    ...tablePart(of('advisory'), 'Warnings, never in the verdict', run),
  ];
}

/** What follows from a cause is folded under one line. */
function tablePart(
  found: readonly ReportedRequirement[],
  heading: string,
  { cause }: RunDocument,
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
