import { styleText } from 'node:util';
import { visible, withoutCommands } from '../text/visible.ts';
import { evidenceOf, exchangeLine, shortMessage } from './failures.ts';
import { kindOf } from './report.ts';
import {
  type Block,
  code,
  type Entry,
  type Line,
  type Look,
  type Part,
  plain,
  prose,
  type Tone,
  toned,
  type View,
} from './view.ts';

type BriefBlock = Exclude<Block, { readonly kind: 'message' | 'exchange' | 'requirements' }>;

/** A block where there is no room for all of a message, an exchange or a requirement. */
export function inBrief(block: Block): BriefBlock {
  switch (block.kind) {
    case 'message':
      return { kind: 'code', lines: shortMessage(block.message) };
    case 'exchange': {
      const evidence = evidenceOf(block.exchange, block.message);
      const check = block.check === undefined ? '' : ` (${visible(block.check)})`;
      const title = exchangeLine(block.exchange) + check;
      return { kind: 'details', title, blocks: [{ kind: 'code', lines: evidence }] };
    }
    case 'requirements':
      return { kind: 'lines', lines: block.entries.map(entryLine) };
    default:
      return block;
  }
}

/** A requirement, what it states, and what was found if that is said nowhere else, in a line. */
function entryLine({ requirement, found }: Entry): Line {
  const { id, section, statement } = requirement;
  const kind = kindOf(requirement);
  const label = toned(kind, kind === 'failed' ? 'FAILED' : 'warning');
  const line = [label, plain(' '), code(id), plain(` (section ${section}): `), prose(statement)];
  return found === '' ? line : [...line, plain(` Found: ${found}`)];
}

const styles = {
  failed: 'red',
  inconclusive: 'yellow',
  warning: 'yellow',
  passed: 'green',
  'left-out': 'dim',
  plain: 'bold',
} as const;

/** Gives a text the colour of a tone, if colours are wanted; what has none stays as it is, unless it is a heading. */
type Paint = (tone: Tone, text: string, isHeading?: boolean) => string;

/** Paints as the caller wants; the stream is not asked. */
export function painter({ color }: Look): Paint {
  return (tone, text, isHeading = false) =>
    color && (tone !== 'plain' || isHeading)
      ? styleText(styles[tone], text, { validateStream: false })
      : text;
}

/** A comparison for a terminal, its verdict as the last line. */
export function viewText({ verdict, tone, summary, parts }: View, look: Look): string {
  return `${partsText(parts, look)}\n${verdictText(verdict, tone, summary, look)}\n`;
}

/** The summary with its verdict in colour. */
export function verdictText(verdict: string, tone: Tone, summary: string, look: Look): string {
  const shown = visible(summary);
  const isFirst = shown.startsWith(verdict);
  const word = isFirst ? painter(look)(tone, verdict) : '';
  return withoutCommands(word + shown.slice(isFirst ? verdict.length : 0));
}

/**
 * The parts for a terminal, an empty line after each. No control character of a report reaches it, and no command the
 * build server.
 */
export function partsText(parts: readonly Part[], look: Look): string {
  const paint = painter(look);
  const text = parts.map(({ title, tone, blocks }) => {
    const lines = blocks.flatMap((block) => blockLines(block, paint)).map((line) => `  ${line}`);
    return `${[paint(tone, visible(title), true), ...lines].join('\n')}\n`;
  });
  return withoutCommands(text.join('\n'));
}

function blockLines(told: Block, paint: Paint): string[] {
  const lineText = (line: Line) =>
    line.map(({ text, tone = 'plain' }) => paint(tone, visible(text))).join('');
  const block = inBrief(told);
  switch (block.kind) {
    case 'text':
      return [lineText(block.line)];
    case 'code':
      return block.lines.map((line) => `  ${visible(line)}`.trimEnd());
    case 'details':
      return [visible(block.title), ...block.blocks.flatMap((inner) => blockLines(inner, paint))];
    case 'lines':
      return block.lines.map(lineText);
    case 'items':
      return block.items.flatMap(({ title, lines }) => [
        lineText(title),
        ...lines.map((line) => `  - ${lineText(line)}`),
      ]);
    case 'table':
      return tableLines(block, paint);
  }
}

/** Columns as wide as their contents: ids, numbers and marks. */
function tableLines({ head, rows }: Extract<Block, { kind: 'table' }>, paint: Paint): string[] {
  const all = [head.map((text) => ({ text, tone: 'plain' as const })), ...rows];
  const cells = all.map((row) => row.map(({ text }) => visible(text)));
  const widths = head.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return all.map((row, line) =>
    row
      .map(({ tone = 'plain' }, at) => {
        const text = cells[line]?.[at] ?? '';
        const fill = ' '.repeat((widths[at] ?? 0) - text.length);
        return paint(tone, text, line === 0) + fill;
      })
      .join('  ')
      .trimEnd(),
  );
}
