import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../package/package.ts';
import { rulings } from './catalogue-text.ts';
import { everyRequirement } from './list.ts';

test('docs/rulings.md ends with what `list --markdown` prints', () => {
  const page = readFileSync(join(packageRoot, 'docs/rulings.md'), 'utf8');
  const [, printed] = page.split('<!-- list --markdown -->\n');
  expect(printed).toBe(rulings(everyRequirement));
});

test('each requirement is told once', () => {
  const text = rulings(everyRequirement);
  for (const { id } of everyRequirement) expect(text.split(`**\`${id}\`**`)).toHaveLength(2);
});
