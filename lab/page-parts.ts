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
export function publishAt({ page, name, by }: Place, part: string): void {
  const path = join(packageRoot, page);
  const text = readFileSync(path, 'utf8');
  const [from, to] = [`<!-- ${name}, written by ${by} -->`, `<!-- end of ${name} -->`];
  const [before, rest] = [text.indexOf(from), text.indexOf(to)];
  if (before < 0 || rest < before) throw new Error(`${page} lacks the marks ${from} … ${to}`);
  writeFileSync(path, `${text.slice(0, before)}${from}\n${part}\n${text.slice(rest)}`);
}

/** A table of Markdown; `aligned` is the line below its head. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  aligned: readonly string[] = head.map(() => '---'),
): string[] {
  return [head, aligned, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
