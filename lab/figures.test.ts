import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { labFigures } from '../src/package/figures.ts';
import { packageRoot } from '../src/package/package.ts';
import { faults } from './faults.ts';
import { hostilePeers } from './hostile/peers.ts';
import { variants } from './variants.ts';

test('the published figures are those of every fault and variant there is', () => {
  expect(labFigures).toEqual({
    faultsFound: faults.length,
    faults: faults.length,
    variantsWronged: 0,
    variants: variants.length,
  });
  const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8');
  expect(readme).toContain(`finds ${faults.length} of ${faults.length} seeded faults`);
  expect(readme).toContain(`0 false positives on ${variants.length} conformant servers`);
});

test('ids are unique in the lab', () => {
  const ids = [...faults, ...variants, ...hostilePeers].map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});
