/** What is shown, independent of its form: text, Markdown and HTML are rendered from it. */
import type { Exchange } from '../http/exchange.ts';
import type { CheckResult } from '../judge/outcome.ts';
import type { Kind, ReportedRequirement } from './report.ts';

/** The meaning of a thing, which its words also say. */
export type Tone = Kind | 'plain';

/** The strings of a phrase may come from anybody: each renderer makes them harmless. */
export interface Phrase {
  readonly text: string;
  readonly tone?: Tone;
  /** An id, a file or a value. */
  readonly code?: true;
  /** A sentence of a catalogue, with code between backticks. */
  readonly prose?: true;
}

export type Line = readonly Phrase[];

/** A title with lines that go with it. */
export interface Item {
  readonly title: Line;
  readonly lines: readonly Line[];
}

/** A requirement as it stands in a list. */
export interface Entry {
  readonly requirement: ReportedRequirement;
  /** What was found, unless it stands above already. */
  readonly found: string;
  /** The check whose message and exchange stand above already. */
  readonly shown?: CheckResult | undefined;
}

export type Block =
  | { readonly kind: 'text'; readonly line: Line }
  /** Literal lines, such as a command. */
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  /** What a check says: what was expected, and what came. */
  | { readonly kind: 'message'; readonly message: string }
  /** An exchange of a check; `message` may quote the body of its response. */
  | {
      readonly kind: 'exchange';
      readonly exchange: Exchange;
      readonly message: string;
      readonly check?: string;
    }
  | { readonly kind: 'requirements'; readonly entries: readonly Entry[] }
  /** Folded if a surface can fold. */
  | { readonly kind: 'details'; readonly title: string; readonly blocks: readonly Block[] }
  | { readonly kind: 'lines'; readonly lines: readonly Line[] }
  | { readonly kind: 'items'; readonly tone: Tone; readonly items: readonly Item[] }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      /** The first cell of a row names it. */
      readonly rows: readonly Line[];
    };

export interface Part {
  readonly id: string;
  /** A sentence, with code between backticks. */
  readonly title: string;
  readonly tone: Tone;
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

/** Text without meaning of its own. */
export const plain = (text: string): Phrase => ({ text });
/** An id, a file or a value. */
export const code = (text: string): Phrase => ({ text, code: true });
/** A sentence of a catalogue, with code between backticks. */
export const prose = (text: string): Phrase => ({ text, prose: true });
/** A word whose meaning a colour may repeat. */
export const toned = (tone: Tone, text: string): Phrase => ({ text, tone });

/** Ids with commas between them. */
export const idsIn = (ids: readonly string[]): Line =>
  ids.flatMap((id, at) => (at > 0 ? [plain(', '), code(id)] : [code(id)]));

/** A block of one line. */
export const text = (line: Line): Block => ({ kind: 'text', line });
/** A block of lines. */
export const lines = (all: readonly Line[]): Block => ({ kind: 'lines', lines: all });
/** A block of items. */
export const items = (tone: Tone, all: readonly Item[]): Block => ({
  kind: 'items',
  tone,
  items: all,
});

/** A part, unless its blocks have nothing to show. */
export function partOf(
  id: string,
  title: string,
  blocks: readonly Block[],
  tone: Tone = 'plain',
): Part[] {
  const filled = blocks.filter((block) => !isEmpty(block));
  return filled.length === 0 ? [] : [{ id, title, tone, blocks: filled }];
}

function isEmpty(block: Block): boolean {
  if (block.kind === 'lines') return block.lines.length === 0;
  if (block.kind === 'items') return block.items.length === 0;
  if (block.kind === 'requirements') return block.entries.length === 0;
  return block.kind === 'table' && block.rows.length === 0;
}

/** How a text is to look. */
export interface Look {
  /** Whether ANSI colours are wanted. */
  readonly color: boolean;
}
