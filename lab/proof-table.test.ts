import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../src/package/package.ts';
import { faults } from './faults.ts';
import { proofPage, proofTable } from './proof-table.ts';

test('docs/proof.md counts the checks and faults that there are', () => {
  const page = readFileSync(join(packageRoot, 'docs/proof.md'), 'utf8');
  expect(page).toContain(`\n${proofTable(faults)}\n`);
});

test('docs/proof-by-requirement.md names them', () => {
  const page = readFileSync(join(packageRoot, 'docs/proof-by-requirement.md'), 'utf8');
  expect(page).toBe(proofPage(faults));
  expect(page).toMatch(
    /## list\.limit\n[^#]*- limit=1, together with other lists\n[^#]*`list\.limit-one-too-many`/,
  );
});

test('a fault counts for each requirement that it breaks', () => {
  const table = proofTable([
    { id: 'a', breaks: ['list.limit', 'get.found'] },
    { id: 'b', breaks: ['get.stays'] },
  ]);
  expect(table).toMatch(/\| `list\.limit` \|.*\| 1 \|$/m);
  expect(table).toMatch(/\| `get\.found` \|.*\| 1 \|$/m);
  expect(table).toMatch(/\| `list\.unique-ids` \|.*\| 0 \|$/m);
});
