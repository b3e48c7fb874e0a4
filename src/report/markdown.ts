import type { Exchange } from '../http/exchange.ts';
import { cut } from '../text/visible.ts';
import { cardOf } from './card.ts';
import { foldedUnder, followWords } from './cause.ts';
import {
  baselinePart,
  type RunDocument,
  rejudgedWords,
  rerunGroup,
  runDocument,
  wordOf,
} from './document.ts';
import type { FailureGroup } from './groups.ts';
import { type Kind, kindWords, ofKind, verdictKinds } from './kinds.ts';
import type { Report, ReportedRequirement } from './report.ts';
import { partMarkdown, viewMarkdown } from './view/markdown.ts';
import {
  type Block,
  code,
  type Line,
  lines,
  type Part,
  partOf,
  plain,
  prose,
  text,
  toned,
} from './view/view.ts';

/** Bytes: job summaries and comments refuse texts of more than 60 kB, of which lists of ids take the rest. */
const failuresRoom = 40_000;
const reasonRoom = 160;

/** The report for a pull request or a job summary: totals, failures by cause, what is open, the rest by name. */
export function markdown(report: Report, exchanges: readonly Exchange[]): string {
  const { verdict, summary } = report;
  const run = runDocument(report, exchanges);
  const rejudged = rejudgedWords(report);
  const facts = run.facts
    .filter(({ term }) => !unsaid.has(term))
    .map(({ term, words }) =>
      /Profile|Trace/.test(term) ? `${term.toLowerCase()} ${words}` : words,
    );
  const open = run.open.map(({ ids, reason }) => [
    ...idsIn(ids),
    plain(`: ${cut(reason, reasonRoom)}`),
  ]);
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
        text(rejudged === undefined ? [] : [plain(`${rejudged}.`)]),
      ]),
      ...groupParts([...run.failures, ...run.warnings], report, exchanges),
      ...baselinePart(report),
      ...partOf('inconclusive', 'Inconclusive', [lines(open)]),
      ...partOf('others', 'The other requirements', [
        named('follow from the cause above', foldedUnder(run.cause, report.requirements).folded),
        ...(['passed', 'left-out'] satisfies Kind[]).map((kind) =>
          named(kindWords[kind].word, ofKind(report, kind)),
        ),
      ]),
    ],
  });
}

/** Facts that a summary can do without. */
const unsaid: ReadonlySet<string> = new Set(['Contact', 'Requests', 'Judged again']);

/** The cause of the rest, what to do about it, and how much follows from it. */
function leadOf({ cause }: RunDocument): Line {
  if (cause === undefined) return [];
  const rest = ` What to do: ${cause.remedy}. ${followWords(cause)}.`;
  return [toned('failed', `${cause.seen}.`), plain(rest)];
}

/** Requirements by name, folded under how many they are. */
function named(words: string, requirements: readonly ReportedRequirement[]): Block {
  const title = `${requirements.length} ${words}`;
  const ids = requirements.map(({ id }) => id);
  return { kind: 'details', title, blocks: ids.length === 0 ? [] : [text(idsIn(ids))] };
}

function idsIn(ids: readonly string[]): Line {
  return ids.flatMap((id, at) => (at > 0 ? [plain(', '), code(id)] : [code(id)]));
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
      const left = groups.slice(at).flatMap(({ requirements }) => requirements.map(({ id }) => id));
      const told = prose(`${left.length} more, all told in \`conformance.html\`: `);
      return [...parts, ...partOf('more', '', [text([told, ...idsIn(left), plain('.')])])];
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
  const shown = codeBlock(evidence.map((one) => one.trim()));
  return {
    id: first?.id ?? '',
    title: `${kind === 'failed' ? 'Failed' : 'Warning'}: \`${first?.id}\`${more}`,
    blocks: [
      ...(usualCause === undefined ? [] : [text([prose(`Usual cause: ${usualCause}`)])]),
      ...(card === undefined ? [] : [codeBlock(card.message)]),
      ...(line === ''
        ? []
        : [{ kind: 'details', title: cut(line, reasonRoom), blocks: [shown] } as const]),
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
