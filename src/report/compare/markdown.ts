import { visible } from '../../text/visible.ts';
import { code, escaped } from '../markdown.ts';
import type { Block, Line, Part, Phrase, Tone, View } from './view.ts';

/** The view for a pull request (GitHub-flavoured Markdown). Nothing of a report means anything to Markdown. */
export function viewMarkdown({ verdict, title, summary, parts }: View): string {
  const blocks = [
    `# Compared: ${escaped(title)}: ${escaped(verdict)}`,
    escaped(summary),
    ...parts.flatMap(partBlocks),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function partBlocks({ title, blocks }: Part): string[] {
  return [`## ${escaped(title)}`, ...blocks.map(blockText)];
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'lines':
      return block.lines.map((line) => `- ${lineText(line)}`).join('\n');
    case 'items':
      return block.items
        .map(({ title, lines }) =>
          [`- ${lineText(title)}`, ...lines.map((line) => `  - ${lineText(line)}`)].join('\n'),
        )
        .join('\n');
    case 'table':
      return tableText(block);
  }
}

function tableText({ head, groups }: Extract<Block, { kind: 'table' }>): string {
  const rows = groups.flatMap((group) => [
    ...(group.heading === null ? [] : [[lineText(group.heading), ...head.slice(1).map(() => '')]]),
    ...group.rows.map(({ cells, differs }) =>
      cells.map((lines, at) => {
        const text = lines.map(lineText).join('<br>');
        return at === 0 && differs ? `≠ ${text}` : text;
      }),
    ),
  ]);
  const lines = [head.map(escaped), head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function lineText(line: Line): string {
  return line.map(phraseText).join('');
}

const strong: ReadonlySet<Tone> = new Set(['failed', 'warning', 'undecided']);

function phraseText({ text, tone = 'plain', code: isCode, prose }: Phrase): string {
  if (isCode) return code(visible(text));
  if (prose) return proseText(text);
  return strong.has(tone) && text.trim() !== '' ? `**${escaped(text)}**` : escaped(text);
}

/** Code between backticks stays code; a backtick without its like is shown. */
function proseText(text: string): string {
  const parts = visible(text).split('`');
  return parts
    .map((part, at) => {
      if (at % 2 === 0) return escaped(part);
      return at === parts.length - 1 || part === '' ? escaped(`\`${part}`) : code(part);
    })
    .join('');
}
