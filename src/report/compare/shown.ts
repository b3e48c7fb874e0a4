/** A matrix as it is to be shown, and what its views have in common. */
import { code, type Line, plain, prose, toned } from '../view/view.ts';
import type { Matrix } from './comparison.ts';

/** How many implementations a surface can show side by side; beyond that they are listed. */
export interface Space {
  readonly outcomes: number;
  readonly answers: number;
  /** Characters of a reason within a cell; 0 for none. */
  readonly reasons: number;
}

/** Links of names in a folder of pages; a single page has none. */
export interface SiteLinks {
  readonly requirement?: (id: string) => string;
  /** By place in the matrix. */
  readonly implementation?: (at: number) => string;
}

/** A matrix, and how it is shown. */
export interface Shown {
  readonly matrix: Matrix;
  readonly space: Space;
  readonly links: SiteLinks;
}

/** What heads a requirement or a gap: its id, its section and its words. */
export function titled(
  { id, section }: { readonly id: string; readonly section: string },
  words: string,
  links: SiteLinks = {},
): Line {
  return [code(id, links.requirement?.(id)), plain(` (section ${section}): `), prose(words)];
}

/** Notes, a line each. */
export function noteLines(notes: readonly string[]): Line[] {
  return notes.map((note) => [toned('inconclusive', 'note'), plain(`: ${note}`)]);
}

/** Which of at least three values differ from most others; null does not count. */
export function oddOnes(values: readonly (string | null)[]): number[] {
  const amounts = new Map<string, number>();
  for (const value of values) if (value !== null) amounts.set(value, (amounts.get(value) ?? 0) + 1);
  const all = values.filter((value) => value !== null).length;
  const most = Math.max(0, ...amounts.values());
  if (all < 3 || most * 2 <= all) return [];
  return values.flatMap((value, at) => (value === null || amounts.get(value) === most ? [] : [at]));
}
