import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { visible } from '../text/visible.ts';
import {
  type Block,
  type Line,
  type Look,
  type Part,
  painter,
  plain,
  type Tone,
  type View,
} from './view.ts';

const styles = {
  failed: 'red',
  inconclusive: 'yellow',
  warning: 'yellow',
  passed: 'green',
  'left-out': 'dim',
  bold: 'bold',
} as const;

/** Gives a text the look of a tone. */
type PaintTone = (tone: Tone | 'bold', text: string) => string;

/** The view for a terminal, its verdict as the last line. No control character of a report reaches it. */
export function viewText({ verdict, tone, summary, parts }: View, look: Look): string {
  const inStyle = painter(look);
  const paint: PaintTone = (as, text) => (as === 'plain' ? text : inStyle(styles[as], text));
  const shown = visible(summary);
  const last = shown.startsWith(verdict)
    ? paint(tone, verdict) + shown.slice(verdict.length)
    : shown;
  const blocks = [...parts.map((part) => partLines(part, look.width, paint).join('\n')), last];
  return `${blocks.join('\n\n')}\n`;
}

function partLines({ title, blocks }: Part, width: number, paint: PaintTone): string[] {
  return [
    paint('bold', title.toUpperCase()),
    ...blocks.flatMap((block, at) => [...(at > 0 ? [''] : []), ...blockLines(block, width, paint)]),
  ];
}

function blockLines(block: Block, width: number, paint: PaintTone): string[] {
  switch (block.kind) {
    case 'text':
      return wrapped(block.line, 2, width, paint);
    case 'code':
      return block.lines.map((line) => `    ${visible(line)}`.trimEnd());
    case 'details':
      return [
        ...wrapped([plain(block.title)], 2, width, paint),
        ...block.blocks.flatMap((inner) => blockLines(inner, width, paint)),
      ];
    case 'lines':
      return block.lines.flatMap((line) => wrapped(line, 2, width, paint));
    case 'items':
      return block.items.flatMap(({ title, lines }) => [
        ...wrapped(title, 2, width, paint),
        ...lines.flatMap((line) => wrapped([plain('- '), ...line], 4, width, paint)),
      ]);
    case 'table':
      return tableLines(block, paint);
  }
}

/** Columns as wide as their contents. */
function tableLines({ head, rows }: Extract<Block, { kind: 'table' }>, paint: PaintTone): string[] {
  const titles = head.map((text) => ({ text: visible(text), tone: 'bold' as const }));
  const cells = rows.map((row) =>
    row.map(({ text, tone = 'plain' as const }) => ({ text: visible(text), tone })),
  );
  const all = [titles, ...cells];
  const widths = head.map((_, at) =>
    Math.max(...all.map((row) => stringWidth(row[at]?.text ?? ''))),
  );
  return all.map((row) => {
    const columns = row.map(({ text, tone }, at) => {
      const fill = ' '.repeat((widths[at] ?? 0) - stringWidth(text));
      return paint(tone, text) + fill;
    });
    return `  ${columns.join('  ')}`.trimEnd();
  });
}

/** Lines that fit the width, those after the first two columns further in. */
function wrapped(line: Line, indent: number, width: number, paint: PaintTone): string[] {
  const text = line.map(({ text, tone = 'plain' }) => paint(tone, visible(text))).join('');
  return wrapAnsi(text, Math.max(20, width - indent - 2), { hard: true })
    .split('\n')
    .map((part, at) => `${' '.repeat(at === 0 ? indent : indent + 2)}${part}`);
}
