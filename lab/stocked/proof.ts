/** The figures of stocked stores in docs/proof.md, between marks for each order. */
import { publishAt } from '../published.ts';
import type { StockedFigures } from './run-stocked.ts';

/** Writes the figures of a green run into docs/proof.md. */
export function publishStocked(figures: StockedFigures): void {
  const place = { page: 'docs/proof.md', by: 'npm run lab -- --stocked' };
  publishAt({ ...place, name: `${figures.order} first` }, stockedMarkdown(figures));
}

/** The figures as a paragraph, and a list of what is not seen there. */
function stockedMarkdown(figures: StockedFigures): string {
  const { order, seeds, faults, unseen, variants, excluded } = figures;
  const reasons = (all: ReadonlyMap<string, number>) =>
    [...all].map(([why, count]) => `- ${count}: ${why}`);
  const hidden = [...unseen.values()].reduce((sum, count) => sum + count, 0);
  return [
    `The ${order} first, at ${seeds === 1 ? 'one seed' : `${seeds} seeds`}: **finds ${faults.found} of ${faults.of} faults** ` +
      `(${faults.inFull} of them in full), with **${variants.wronged} false positives on ${variants.of} conformant servers**. ` +
      `${hidden} more faults cannot be seen there:`,
    '',
    ...reasons(unseen),
    '',
    'And these conformant servers are none on such a store:',
    '',
    ...reasons(excluded),
  ].join('\n');
}
