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
/** Columns: words up to this length, such as `non-conformant`, stay whole; an id need not. */
const longestWord = 16;
/** The one title of a column of numbers that is longer than its contents, and where it may be broken. */
const parted: ReadonlyMap<string, string> = new Map([['inconclusive', 'incon-\nclusive']]);
/** The width of the first column, with names and ids, if titles would be broken otherwise. */
const brokenName = 10;

/** A table as lines of at most `width` columns: cells are broken to fit, rows that differ are marked with ≠. */
export function tableLines({ head, groups }: Table, width: number, paint: Paint): string[] {
  // Marks have a column of their own, which sets rows in below their heading, too.
  const marks = groups.some(({ heading }) => heading !== null);
  const top = [...(marks ? [''] : []), ...head].map(
    (text): TextCell => ({ text: visible(text), tone: 'bold' }),
  );
  const bodies = groups.map((group) => ({ group, rows: rowsOf(group, marks) }));
  const widths = columnWidths([top, ...bodies.flatMap(({ rows }) => rows)], width, marks ? 1 : 0);
  const titles = top.map((cell, at) =>
    stringWidth(cell.text) <= (widths[at] ?? 0) ? cell : asParted(cell),
  );
  return [
    ...rowLines(titles, widths, paint),
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

function asParted(title: TextCell): TextCell {
  return { ...title, text: parted.get(title.text) ?? title.text };
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

/**
 * Columns as wide as their contents. If that is too wide, the widest ones shrink in this order: titles of several
 * words, cells of several words, titles that may be broken, names in the column `first`, titles of one word.
 */
function columnWidths(
  rows: readonly (readonly TextCell[])[],
  width: number,
  first: number,
): number[] {
  const [titles = [], ...bodies] = rows;
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map((one) => stringWidth(one)));
  const texts = (of: readonly (readonly TextCell[])[], at: number, between: RegExp) =>
    of.flatMap((row) => (row[at]?.text ?? '').split(between));
  const words = (of: readonly (readonly TextCell[])[]) =>
    titles.map((_, at) => Math.min(longestWord, widest(texts(of, at, /\s/))));
  const whole = titles.map((_, at) =>
    Math.min(
      longestWord,
      Math.max(widest(texts(bodies, at, /\n/)), widest(texts([titles], at, /\s/))),
    ),
  );
  const room = width - gap * (titles.length - 1);
  const wanted = titles.map((_, at) => Math.min(room, widest(texts(rows, at, /\n/))));
  const inParts = words([titles.map(asParted), ...bodies]);
  const named = inParts.map((one, at) => (at === first ? Math.min(one, brokenName) : one));
  const least = titles.map(() => narrowest);
  return [whole, words(rows), inParts, named, words(bodies), least].reduce(
    (widths, low) => shrunk(widths, low, room),
    wanted,
  );
}

/** The widest columns shrink until all fit into the room, none below its least width. */
function shrunk(wanted: readonly number[], least: readonly number[], room: number): number[] {
  const widths = [...wanted];
  for (let over = widths.reduce((sum, one) => sum + one, 0) - room; over > 0; over -= 1) {
    const yielding = widths.map((one, at) => (one > Math.max(narrowest, least[at] ?? 0) ? one : 0));
    const place = yielding.indexOf(Math.max(...yielding));
    if ((yielding[place] ?? 0) === 0) return widths;
    widths[place] = (widths[place] ?? 0) - 1;
  }
  return widths;
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
