import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package/package.ts';
import { leadIn, links, naming } from './links.ts';

/** A sentence, a heading or a row of a table. */
interface Sentence {
  /** Its name within a page: `s4.1-3`, the third of section 4.1. */
  readonly id: string;
  /** The cells of a row; everything else is one text. Code stands between backticks. */
  readonly cells: readonly string[];
  /** Ids of the catalogue that decide it or record an answer to it. */
  readonly ids: readonly string[];
  /** Why there is nothing to decide; empty if there is. */
  readonly reason: string;
}

/** A part of the text; the sentences of a list are in its items. */
type Passage =
  | { readonly kind: 'heading'; readonly level: number; readonly sentences: readonly Sentence[] }
  | { readonly kind: 'paragraph'; readonly sentences: readonly Sentence[] }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      readonly items: readonly (readonly Sentence[])[];
    }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly Sentence[];
    };

let read: readonly Passage[] | undefined;

/** The specification as its owner wrote it, each sentence with what decides it. */
export function specification(): readonly Passage[] {
  read ??= passagesOf(readFileSync(join(packageRoot, 'docs/specification.md'), 'utf8'));
  return read;
}

/** Every sentence of some passages. */
export function sentencesOf(passages: readonly Passage[]): Sentence[] {
  return passages.flatMap((passage) => {
    if (passage.kind === 'list') return passage.items.flat();
    return passage.kind === 'table' ? passage.rows : passage.sentences;
  });
}

/** The little of Markdown that the specification uses: headings, paragraphs, lists and tables. */
function passagesOf(markdown: string): Passage[] {
  const next = sentenceMaker();
  return markdown
    .trim()
    .split(/\n(?=#+ )|\n\n+|(?<=:)\n(?=\d\. )/)
    .map((block): Passage => passageOf(block.trim().split('\n'), next));
}

/** Makes the next sentence; `unlinked`: what there is to say of it if it has no link of its own. */
type Next = (cells: readonly string[], unlinked?: string) => Sentence;

function passageOf(lines: readonly string[], next: Next): Passage {
  const [first = ''] = lines;
  const [, marks, title] = /^(#+) (.*)$/.exec(first) ?? [];
  if (marks !== undefined && title !== undefined) {
    return { kind: 'heading', level: marks.length, sentences: [next([title], naming)] };
  }
  if (first.startsWith('|')) {
    const [head = [], , ...rows] = lines.map(cellsOf);
    return { kind: 'table', head, rows: rows.map((row) => next(row)) };
  }
  const whole = (text: string) => text.split(/(?<=\.) (?=[A-Z])/).map((one) => next([one]));
  const [, number] = /^(?:-|(\d)\.) /.exec(first) ?? [];
  if (/^(?:-|\d\.) /.test(first)) {
    const items = lines.map((line) => whole(line.replace(/^(?:-|\d\.) /, '')));
    return { kind: 'list', ordered: number !== undefined, items };
  }
  return { kind: 'paragraph', sentences: whole(lines.join(' ')) };
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** Numbers the sentences of each section and gives each its link, in order; throws if they do not match. */
function sentenceMaker(): Next {
  let section = '';
  let at = 0;
  let place = 0;
  return (cells, unlinked) => {
    const text = cells.join(' | ');
    const [, number] = /^(\d(?:\.\d)?)\.? (?=[A-Z])/.exec(text) ?? [];
    if (number !== undefined) [section, place] = [number, 0];
    const bare = number === undefined ? text : text.replace(/^\S+ /, '');
    const [where, begins = '', linked = []] = links[at] ?? [];
    const isLinked = where === section && bare.startsWith(begins);
    const said = isLinked ? linked : (unlinked ?? (bare.endsWith(':') ? leadIn : undefined));
    if (said === undefined) {
      throw new Error(`link ${at} is not that of section ${section}: ${text}`);
    }
    if (isLinked) at += 1;
    place += 1;
    const [ids, reason] = typeof said === 'string' ? [[], said] : [said, ''];
    return { id: `s${section || '0'}-${place}`, cells, ids, reason };
  };
}
