/** The parts of README and docs/ that commands write, each between two marks. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/package/package.ts';

/** A part of a page, and the command that writes it; its marks name both. */
export interface Place {
  /** From the root of the package. */
  readonly page: string;
  readonly name: string;
  readonly by: string;
}

/** Writes a part of its page. Throws if the page lacks its marks. */
export function publishAt(place: Place, part: string): void {
  const path = join(packageRoot, place.page);
  writeFileSync(path, withPart(readFileSync(path, 'utf8'), place, part));
}

/** A part as it is in its page. Throws if the page lacks its marks. */
export function publishedAt(place: Place): string {
  const page = readFileSync(join(packageRoot, place.page), 'utf8');
  const { start, end } = boundsOf(page, place);
  return page.slice(start, end).trim();
}

/** The text of a page with another part between the marks. Throws if it lacks them. */
export function withPart(page: string, place: Place, part: string): string {
  const { start, end } = boundsOf(page, place);
  return `${page.slice(0, start)}\n${part}\n${page.slice(end)}`;
}

function boundsOf(text: string, { page, name, by }: Place): { start: number; end: number } {
  const [from, to] = [`<!-- ${name}, written by ${by} -->`, `<!-- end of ${name} -->`];
  const at = text.indexOf(from);
  const end = text.indexOf(to);
  if (at < 0 || end < at) throw new Error(`${page} lacks the marks ${from} … ${to}`);
  return { start: at + from.length, end };
}
/** A table of Markdown; `aligned` is the line below its head. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  aligned: readonly string[] = head.map(() => '---'),
): string[] {
  return [head, aligned, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
