import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../package/package.ts';
import { everyRow } from './list.ts';
import { rulings } from './rulings.ts';

test('docs/rulings.md ends with what `list --markdown` prints', () => {
  const page = readFileSync(join(packageRoot, 'docs/rulings.md'), 'utf8');
  const [, printed] = page.split('<!-- list --markdown -->\n');
  expect(printed).toBe(rulings(everyRow));
});

test('each row is told once', () => {
  const text = rulings(everyRow);
  for (const { id } of everyRow) expect(text.split(`**\`${id}\`**`)).toHaveLength(2);
});
