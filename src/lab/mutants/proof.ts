/** The figures of mutants in docs/proof.md, between marks; the lab's page shows the same. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package/package.ts';

/** Whose mutants. */
export type Part = 'servers' | 'the suite';

const page = join(packageRoot, 'docs/proof.md');

const marksOf = (part: Part) => ({
  from: `<!-- mutants of ${part}, written by npm run lab -->`,
  to: `<!-- end of mutants of ${part} -->`,
});

/** Writes the figures into docs/proof.md. Throws if the marks are missing. */
export function publishFigures(part: Part, figures: string): void {
  const text = readFileSync(page, 'utf8');
  const { start, end } = placeOf(text, part);
  writeFileSync(page, `${text.slice(0, start)}\n${figures}\n${text.slice(end)}`);
}

/** The figures as they stand in docs/proof.md. Throws if the marks are missing. */
export function publishedFigures(part: Part): string {
  const text = readFileSync(page, 'utf8');
  const { start, end } = placeOf(text, part);
  return text.slice(start, end).trim();
}

/** The published figures as a part of the lab's page. */
export function mutantsMarkdown(): string {
  const parts = [publishedFigures('servers'), publishedFigures('the suite')];
  return ['## Mutants that nobody chose', '', ...parts.flatMap((one) => [one, ''])].join('\n');
}

function placeOf(text: string, part: Part): { start: number; end: number } {
  const { from, to } = marksOf(part);
  const at = text.indexOf(from);
  const end = text.indexOf(to);
  if (at < 0 || end < at) throw new Error(`docs/proof.md lacks the marks ${from} … ${to}`);
  return { start: at + from.length, end };
}
