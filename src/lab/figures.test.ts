import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { labFigures } from '../package/credentials.ts';
import { packageRoot } from '../package/package.ts';
import { byTheWay } from '../reference/faults/by-the-way.ts';
import { inTurns } from '../reference/faults/in-turns.ts';
import { faults } from '../reference/faults.ts';
import { variants } from '../reference/variants.ts';
import { hostilePeers } from './hostile/peers.ts';

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

test('every fault that is said to take turns, or to break more by the way, is one of the lab', () => {
  const known = new Set(faults.map(({ id }) => id));
  const named = [...inTurns, ...Object.keys(byTheWay)];
  expect(named.filter((id) => !known.has(id))).toEqual([]);
});
