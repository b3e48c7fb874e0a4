import { styleText } from 'node:util';

/** How a text is to look. */
export interface Look {
  /** Whether ANSI colours are wanted. */
  readonly color: boolean;
  /** Columns of the terminal. */
  readonly width: number;
}

/** What a terminal is asked for. */
export type Style = 'red' | 'green' | 'yellow' | 'bold' | 'dim';

/** Gives a text a style, if colours are wanted. */
export type Paint = (style: Style, text: string) => string;

/** Paints if the caller wants colours; the stream is not asked. */
export function painter({ color }: Pick<Look, 'color'>): Paint {
  return (style, text) => (color ? styleText(style, text, { validateStream: false }) : text);
}
