import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { labFile } from '../package/credentials.ts';
import { packageRoot } from '../package/package.ts';
import { faults as allFaults } from '../reference/faults.ts';
import { figuresText } from './lab-text.ts';
import type { LabMatrix } from './matrix.ts';
import { proofPage, proofTable } from './proof-table.ts';
import { publishAt } from './published.ts';

/** Marks of the same words are in README and in the page of proof. */
const part = { name: 'lab figures', by: 'npm run lab' };

/** Writes the figures of a green and whole lab into the README, the pages of proof in docs/ and `docs/lab.json`, for every report. */
export function publish(matrix: LabMatrix): void {
  publishAt({ page: 'README.md', ...part }, figuresText(matrix));
  publishAt({ page: 'docs/proof.md', ...part }, proofTable(allFaults));
  writeFileSync(join(packageRoot, 'docs/proof-by-requirement.md'), proofPage(allFaults));
  const { faults, variants } = matrix;
  const numbers = {
    faultsFound: faults.found,
    faults: faults.of,
    variantsWronged: variants.falsePositives,
    variants: variants.of,
  };
  writeFileSync(labFile, `${JSON.stringify(numbers, null, 2)}\n`);
}
