import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../package/package.ts';
import { faults as allFaults } from '../reference/faults.ts';
import { figuresText } from './lab-text.ts';
import type { LabMatrix } from './matrix.ts';
import { proofPage, proofTable } from './proof-table.ts';

const marks = {
  from: '<!-- lab figures, written by npm run lab -->',
  to: '<!-- end of lab figures -->',
};

/** Writes the figures of a green and whole lab into the README, the pages of proof in docs/ and `figures.ts`, for every report. */
export function publish(matrix: LabMatrix): void {
  const readme = join(packageRoot, 'README.md');
  writeFileSync(readme, withFigures(readFileSync(readme, 'utf8'), figuresText(matrix)));
  const proof = join(packageRoot, 'docs/proof.md');
  writeFileSync(proof, withFigures(readFileSync(proof, 'utf8'), proofTable(allFaults)));
  writeFileSync(join(packageRoot, 'docs/proof-by-requirement.md'), proofPage(allFaults));
  const { faults, variants } = matrix;
  const numbers = {
    faultsFound: faults.found,
    faults: faults.of,
    variantsWronged: variants.falsePositives,
    variants: variants.of,
  };
  const lines = Object.entries(numbers).map(([name, value]) => `  ${name}: ${value},`);
  writeFileSync(
    join(packageRoot, 'src/package/figures.ts'),
    [
      "/** The lab's figures, written by `npm run lab -- --publish` and by nothing else. */",
      'export const labFigures = {',
      ...lines,
      '} as const;',
      '',
    ].join('\n'),
  );
}

/** The text with the figures between the marks. Throws where the marks are missing. */
export function withFigures(text: string, figures: string, { from, to } = marks): string {
  const start = text.indexOf(from);
  const end = text.indexOf(to);
  if (start < 0 || end < start) throw new Error(`the page lacks the marks ${from} … ${to}`);
  return `${text.slice(0, start + from.length)}\n${figures}\n${text.slice(end)}`;
}
