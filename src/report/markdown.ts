import type { Exchange } from '../http/exchange.ts';
import { cut, visible, visibleLines, withoutCommands } from '../text/visible.ts';
import { type FailureGroup, foldedUnder, followWords } from './causes.ts';
import {
  baselinePart,
  type RunDocument,
  rejudgedWords,
  rerunGroup,
  runDocument,
  wordOf,
} from './document.ts';
import { cardOf } from './evidence.ts';
import {
  type Kind,
  kindWords,
  ofKind,
  type Report,
  type ReportedRequirement,
  verdictKinds,
} from './report.ts';
import {
  type Block,
  code,
  idsIn,
  type Line,
  lines,
  type Part,
  type Phrase,
  partOf,
  plain,
  prose,
  type Tone,
  text,
  toned,
  type View,
} from './view.ts';

/** The view for a pull request (GitHub-flavoured Markdown). Nothing of a report means anything to Markdown. */
export function viewMarkdown({ verdict, title, lead = [], summary, parts }: View): string {
  const blocks = [
    `# ${escaped(title)}: ${escaped(verdict)}`,
    ...(lead.length === 0 ? [] : [ownLine(lead)]),
    ownLine([plain(summary)]),
    ...parts.map(partMarkdown),
  ];
  return withoutCommands(`${blocks.join('\n\n')}\n`);
}

/** One part with its heading, if it has one. */
function partMarkdown({ title, blocks }: Part): string {
  return [...(title === '' ? [] : [`## ${proseText(title)}`]), ...blocks.map(blockText)].join(
    '\n\n',
  );
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'text':
      return ownLine(block.line);
    case 'code':
      return fenced(block.lines.flatMap(visibleLines));
    case 'details': {
      const inner = block.blocks.map(blockText).join('\n\n');
      return `<details><summary>${escaped(block.title)}</summary>\n\n${inner}\n\n</details>`;
    }
    case 'lines':
      return block.lines.map((line) => `- ${ownLine(line)}`).join('\n');
    case 'items':
      return block.items
        .map(({ title, lines }) =>
          [`- ${ownLine(title)}`, ...lines.map((line) => `  - ${ownLine(line)}`)].join('\n'),
        )
        .join('\n');
    case 'table':
      return tableText(block);
  }
}

function tableText({ head, rows }: Extract<Block, { kind: 'table' }>): string {
  const shown = rows.map((row) => row.map(phraseText));
  const lines = [head.map(escaped), head.map(() => '---'), ...shown];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function lineText(line: Line): string {
  return line.map(phraseText).join('');
}

/** A line that begins a block: what would make it a list, or code, is text. */
function ownLine(line: Line): string {
  const text = lineText(line).trim();
  return text.replace(/^[-+=]|(?<=^\d+)[.)]/, (mark) => `&#${mark.codePointAt(0)};`);
}

const strong: ReadonlySet<Tone> = new Set(['failed', 'warning', 'inconclusive']);

function phraseText({ text, tone = 'plain', code: isCode, prose }: Phrase): string {
  if (isCode) return codeText(visible(text));
  if (prose) return proseText(text);
  return strong.has(tone) && text.trim() !== '' ? `**${escaped(text.trim())}**` : escaped(text);
}

/** Code between backticks stays code; a backtick without its like is shown. */
function proseText(text: string): string {
  const parts = visible(text).split('`');
  return parts
    .map((part, at) => {
      if (at % 2 === 0) return escaped(part);
      return at === parts.length - 1 || part === '' ? escaped(`\`${part}`) : codeText(part);
    })
    .join('');
}

/**
 * Text without any meaning to Markdown or HTML. GitHub looks for mentions and references in the rendered text,
 * where an escaped `@` is one again: a space of no width is what ends them.
 */
function escaped(text: string): string {
  return visible(text).replace(
    /[&<>\\`*_{}[\]|~$@#]|:(?=\/\/|[\w+-]+:)|(?<=www)\.|(?<=\bGH)-/gi,
    (mark) => `&#${mark.codePointAt(0)};${/[@#-]/.test(mark) ? '&#8203;' : ''}`,
  );
}

/** An id of the catalogue: it holds nothing that ends a code span. */
function codeText(id: string): string {
  return `\`${id.replaceAll(/[`|\n]/g, '')}\``;
}

/** A code block whose fence is longer than any run of backticks within. */
function fenced(lines: readonly string[]): string {
  const text = lines.join('\n');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

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
    lead: leadOf(run, report),
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
function leadOf({ cause }: RunDocument, { run: { misdirected } }: Report): Line {
  if (cause === undefined || misdirected) return [];
  const rest = ` What to do: ${cause.remedy}. ${followWords(cause)}.`;
  return [toned('failed', `${cause.seen}.`), plain(rest)];
}

/** Requirements by name, folded under how many they are. */
function named(words: string, requirements: readonly ReportedRequirement[]): Block {
  const title = `${requirements.length} ${words}`;
  const ids = requirements.map(({ id }) => id);
  return { kind: 'details', title, blocks: ids.length === 0 ? [] : [text(idsIn(ids))] };
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
      const told = prose(`${left.length} more, see \`conformance.html\`: `);
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
