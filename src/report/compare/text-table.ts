import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { visible } from '../../text/visible.ts';
import type { Block, Line, TableGroup, Tone } from './view.ts';

/** Gives a text the look of a tone. */
export type Paint = (tone: Tone | 'bold', text: string) => string;

type Table = Extract<Block, { kind: 'table' }>;
interface TextCell {
  readonly text: string;
  readonly tone: Tone | 'bold';
}

const gap = 2;
const narrowest = 6;
/** Columns: `non-conformant` and the like stay whole, an id need not. */
const longestWord = 16;

/** A table as lines of at most `width` columns: cells are broken to fit, rows that differ are marked with ≠. */
export function tableLines({ head, groups }: Table, width: number, paint: Paint): string[] {
  // Marks have a column of their own, which sets rows in below their heading, too.
  const marks = groups.some(({ heading }) => heading !== null);
  const top = [...(marks ? [''] : []), ...head].map(
    (text): TextCell => ({ text: visible(text), tone: 'bold' }),
  );
  const bodies = groups.map((group) => ({ group, rows: rowsOf(group, marks) }));
  const widths = columnWidths([top, ...bodies.flatMap(({ rows }) => rows)], width);
  return [
    ...rowLines(top, widths, paint),
    ...bodies.flatMap(({ group, rows }) => [
      ...headingLines(group.heading, width, paint),
      ...rows.flatMap((row) => rowLines(row, widths, paint)),
    ]),
  ];
}

function rowsOf({ rows }: TableGroup, marks: boolean): TextCell[][] {
  return rows.map(({ cells, differs, odd = [] }) => [
    ...(marks ? [{ text: differs ? '≠' : ' ', tone: 'warning' as const }] : []),
    ...cells.map((lines, at) => ({
      text: `${odd.includes(at) ? '≠ ' : ''}${lines.map(textOf).join('\n')}`,
      tone: lines[0]?.[0]?.tone ?? 'plain',
    })),
  ]);
}

function textOf(line: Line): string {
  return line.map(({ text }) => visible(text)).join('');
}

function headingLines(heading: Line | null, width: number, paint: Paint): string[] {
  if (heading === null) return [];
  return wrapAnsi(textOf(heading), width, { hard: true })
    .split('\n')
    .map((line) => paint('bold', line));
}

/** As wide as the contents; if that is too much, the widest columns give way: first those whose words stay whole. */
function columnWidths(rows: readonly (readonly TextCell[])[], width: number): number[] {
  const wanted = (rows[0] ?? []).map((_, at) =>
    Math.max(
      ...rows.flatMap((row) => (row[at]?.text ?? '').split('\n').map((line) => stringWidth(line))),
    ),
  );
  // The first row holds the titles, which may be broken.
  const words = wanted.map((_, at) =>
    Math.min(
      longestWord,
      Math.max(
        0,
        ...rows
          .slice(1)
          .flatMap((row) => (row[at]?.text ?? '').split(/\s/).map((one) => stringWidth(one))),
      ),
    ),
  );
  const room = width - gap * (wanted.length - 1);
  const widths = wanted.map((one) => Math.min(one, room));
  for (;;) {
    const total = widths.reduce((sum, one) => sum + one, 0);
    const yielding = widths.filter((one, at) => one > (words[at] ?? 0));
    const widest = Math.max(...(yielding.length > 0 ? yielding : widths));
    if (total <= room || widest <= narrowest) return widths;
    const place = widths.findIndex(
      (one, at) => one === widest && (yielding.length === 0 || one > (words[at] ?? 0)),
    );
    widths[place] = widest - 1;
  }
}

function rowLines(cells: readonly TextCell[], widths: readonly number[], paint: Paint): string[] {
  const columns = cells.map(({ text }, at) =>
    wrapAnsi(text, widths[at] ?? narrowest, { hard: true }).split('\n'),
  );
  const height = Math.max(...columns.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map((lines, at) => {
        const text = lines[line] ?? '';
        const fill = ' '.repeat(Math.max(0, (widths[at] ?? 0) - stringWidth(text)));
        return paint(cells[at]?.tone ?? 'plain', text) + fill;
      })
      .join(' '.repeat(gap))
      .trimEnd(),
  );
}
