/** The figures of mutants in docs/proof.md, between marks; the lab's page shows the same. */
import { publishAt, publishedAt } from '../published.ts';

/** Whose mutants. */
export type Part = 'servers' | 'the suite';

const placeOf = (part: Part) => ({
  page: 'docs/proof.md',
  name: `mutants of ${part}`,
  by: 'npm run lab',
});

/** Writes the figures into docs/proof.md. Throws if the marks are missing. */
export function publishFigures(part: Part, figures: string): void {
  publishAt(placeOf(part), figures);
}

/** The figures as they are in docs/proof.md. Throws if the marks are missing. */
export function publishedFigures(part: Part): string {
  return publishedAt(placeOf(part));
}

/** The published figures as a part of the lab's page. */
export function mutantsMarkdown(): string {
  const parts = [publishedFigures('servers'), publishedFigures('the suite')];
  return ['## Mutants that nobody chose', '', ...parts.flatMap((one) => [one, ''])].join('\n');
}
