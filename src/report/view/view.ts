/** What is shown, independent of its form: text, Markdown and HTML are rendered from it. */

/** The meaning of a thing, which its words also say. */
export type Tone = 'failed' | 'inconclusive' | 'warning' | 'passed' | 'left-out' | 'plain';

/** The strings of a phrase may come from anybody: each renderer makes them harmless. */
export interface Phrase {
  readonly text: string;
  readonly tone?: Tone;
  /** An id, a file or a value. */
  readonly code?: true;
  /** A sentence of a catalogue, with code between backticks. */
  readonly prose?: true;
  /** A relative link in a folder of pages; it consists of words of the suite. */
  readonly href?: string;
}

export type Line = readonly Phrase[];

export interface TableRow {
  /** A line each; the first cell names the row. */
  readonly cells: readonly (readonly Line[])[];
  /** Whether its cells differ from each other. */
  readonly differs?: boolean;
  /** Places in `cells` of those that differ from most others. */
  readonly odd?: readonly number[];
}

/** Rows that go together under a heading. */
export interface TableGroup {
  readonly heading: Line | null;
  readonly rows: readonly TableRow[];
}

export type Block =
  | { readonly kind: 'text'; readonly line: Line }
  /** Literal lines: a message, a command. */
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  /** Folded if a surface can fold. */
  | { readonly kind: 'details'; readonly title: string; readonly blocks: readonly Block[] }
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
  /** A picture in the address of an image; HTML alone shows it. */
  readonly picture?: { readonly href: string; readonly says: string };
  /** What is to be read before all else. */
  readonly lead?: Line;
  readonly summary: string;
  readonly parts: readonly Part[];
}

const linked = (href: string | undefined) => (href === undefined ? {} : { href });

/** Text without meaning of its own. */
export const plain = (text: string, href?: string): Phrase => ({ text, ...linked(href) });
/** An id, a file or a value. */
export const code = (text: string, href?: string): Phrase => ({
  text,
  code: true,
  ...linked(href),
});
/** A sentence of a catalogue, with code between backticks. */
export const prose = (text: string): Phrase => ({ text, prose: true });
/** A word whose meaning a colour may repeat. */
export const toned = (tone: Tone, text: string): Phrase => ({ text, tone });

/** A cell of a table that holds one text. */
export const cell = (text: string): readonly Line[] => [[plain(text)]];

type Of<Kind> = Extract<Block, { readonly kind: Kind }>;

/** A block of one line. */
export const text = (line: Line): Block => ({ kind: 'text', line });
/** A block of lines. */
export const lines = (all: readonly Line[]): Block => ({ kind: 'lines', lines: all });
/** A block of items. */
export const items = (tone: Tone, all: Of<'items'>['items']): Block => ({
  kind: 'items',
  tone,
  items: all,
});
/** A table whose rows are in groups. */
export const table = (head: readonly string[], groups: readonly TableGroup[]): Block => ({
  kind: 'table',
  head,
  groups,
});
/** A table of rows; nothing is shown of it if there are none. */
export const tableOf = (head: readonly string[], rows: readonly TableRow[]): Block =>
  table(head, rows.length === 0 ? [] : [{ heading: null, rows }]);

/** A part, unless it has nothing to show. */
export function partOf(id: string, title: string, blocks: readonly Block[]): Part[] {
  const filled = blocks.filter((block) => sizeOf(block) > 0);
  return filled.length === 0 ? [] : [{ id, title, blocks: filled }];
}

function sizeOf(block: Block): number {
  switch (block.kind) {
    case 'text':
      return block.line.length;
    case 'details':
      return block.blocks.length;
    case 'lines':
    case 'code':
      return block.lines.length;
    case 'items':
      return block.items.length;
    case 'table':
      return block.groups.length;
  }
}
