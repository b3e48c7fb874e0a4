import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../package/package.ts';
import { faults } from '../reference/faults.ts';
import { proofTable } from './proof-table.ts';

test('docs/proof.md counts the checks and faults that there are', () => {
  const page = readFileSync(join(packageRoot, 'docs/proof.md'), 'utf8');
  expect(page).toContain(`\n${proofTable(faults)}\n`);
});

test('a fault counts for each requirement that it breaks', () => {
  const table = proofTable([{ breaks: ['list.limit', 'get.found'] }]);
  expect(table).toMatch(/\| `list\.limit` \|.*\| 1 \|$/m);
  expect(table).toMatch(/\| `get\.found` \|.*\| 1 \|$/m);
  expect(table).toMatch(/\| `list\.unique-ids` \|.*\| 0 \|$/m);
});
