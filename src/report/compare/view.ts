/** What a comparison shows, free of any surface: text, Markdown and HTML are rendered from it. */

/** How a thing is meant; the words say the same. */
export type Tone = 'failed' | 'undecided' | 'warning' | 'passed' | 'left-out' | 'plain';

/** Strings of a phrase may come from anyone: each renderer makes them harmless. */
export interface Phrase {
  readonly text: string;
  readonly tone?: Tone;
  /** An id, a file or a value. */
  readonly code?: true;
  /** A sentence of a catalogue, with code between backticks. */
  readonly prose?: true;
}

export type Line = readonly Phrase[];

export interface TableRow {
  /** A line each; the first cell names the row. */
  readonly cells: readonly (readonly Line[])[];
  /** Whether its cells differ from each other. */
  readonly differs?: boolean;
}

/** Rows that go together under a heading. */
export interface TableGroup {
  readonly heading: Line | null;
  readonly rows: readonly TableRow[];
}

export type Block =
  | { readonly kind: 'lines'; readonly lines: readonly Line[] }
  | {
      readonly kind: 'items';
      readonly tone: Tone;
      readonly items: readonly { readonly title: Line; readonly lines: readonly Line[] }[];
    }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly groups: readonly TableGroup[];
    };

export interface Part {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface View {
  /** One or two words: `broke`, `nothing broke`. */
  readonly verdict: string;
  readonly tone: Tone;
  readonly title: string;
  readonly summary: string;
  readonly parts: readonly Part[];
}

/** How many implementations a surface can show side by side; beyond that they are listed. */
export interface Space {
  readonly outcomes: number;
  readonly answers: number;
}

/** Text without meaning of its own. */
export const plain = (text: string): Phrase => ({ text });
/** An id, a file or a value. */
export const code = (text: string): Phrase => ({ text, code: true });
/** A sentence of a catalogue, with code between backticks. */
export const prose = (text: string): Phrase => ({ text, prose: true });
/** A word whose meaning a colour may repeat. */
export const toned = (tone: Tone, text: string): Phrase => ({ text, tone });

/** A part, unless it has nothing to show. */
export function partOf(id: string, title: string, blocks: readonly Block[]): Part[] {
  const filled = blocks.filter((block) => sizeOf(block) > 0);
  return filled.length === 0 ? [] : [{ id, title, blocks: filled }];
}

function sizeOf(block: Block): number {
  switch (block.kind) {
    case 'lines':
      return block.lines.length;
    case 'items':
      return block.items.length;
    case 'table':
      return block.groups.length;
  }
}
