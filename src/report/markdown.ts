import type { Exchange } from '../http/exchange.ts';
import { visible, visibleLines, withoutCommands } from '../text/visible.ts';
import { baselineSummary, decidingVerdict } from './baseline.ts';
import { rejudgedWords, runDocument, runParts } from './document.ts';
import { type Report, verdictKinds } from './report.ts';
import { repeatCommand } from './rerun.ts';
import { inBrief } from './text.ts';
import {
  type Block,
  type Line,
  lines,
  type Part,
  type Phrase,
  partOf,
  plain,
  type Tone,
  type View,
} from './view.ts';

/** The view for a pull request (GitHub-flavoured Markdown). Nothing of a report means anything to Markdown. */
export function viewMarkdown({ verdict, title, summary, parts }: View): string {
  const blocks = [
    `# ${escaped(title)}: ${escaped(verdict)}`,
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

function blockText(told: Block): string {
  const block = inBrief(told);
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

/** A line that begins a block: what would make it a list, or code, is text. */
function ownLine(line: Line): string {
  const text = line.map(phraseText).join('').trim();
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

/** What a baseline makes of a run, where it changes the exit status. */
const baselineWords: Readonly<Record<Report['verdict'], string>> = {
  conformant: 'the baseline covers every failure',
  'non-conformant': 'the baseline has a stale or expired entry',
  incomplete: 'incomplete with the baseline',
};

/** The report for a pull request or a job summary: totals, failures by cause, what is open, the rest by name. */
export function markdown(report: Report, exchanges: readonly Exchange[]): string {
  const { verdict, summary } = report;
  const run = runDocument(report, exchanges);
  const rejudged = rejudgedWords(report);
  const deciding = decidingVerdict(report);
  const facts = run.facts
    .filter(({ term }) => !/^(?:Contact|Requests|Judged again)$/.test(term))
    .map(({ term, words }) =>
      /Implementation|Profile|Trace/.test(term) ? `${term.toLowerCase()} ${words}` : words,
    );
  const counts = [...run.totals.map((words) => `${words}.`), facts.join(', '), rejudged ?? ''];
  return viewMarkdown({
    // The exit status of the step follows the baseline.
    verdict: deciding === verdict ? verdict : `${verdict}; ${baselineWords[deciding]}`,
    tone: verdictKinds[deciding],
    title: 'Conformance',
    summary: [summary, baselineSummary(report)].filter((words) => words !== '').join('; '),
    parts: [
      ...partOf('counts', '', [
        lines(counts.filter((words) => words !== '').map((one) => [plain(one)])),
      ]),
      ...runParts(run, report, exchanges),
      ...partOf('again', 'Run again', [{ kind: 'code', lines: [repeatCommand(report)] }]),
    ],
  });
}
