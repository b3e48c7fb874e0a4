import { expect, test } from 'vitest';
import { costText, expectedCost } from './cost.ts';

test('a full run without a plan says that it spends a whole limit, whatever that is', () => {
  const whole = 'and one whole limit of the key, whatever it is';
  const full = { profile: 'full' } as const;
  expect(costText(expectedCost(full), full)).toContain(whole);
  for (const settings of [
    { profile: 'full', plan: 'pro' } as const,
    { profile: 'core' } as const,
  ]) {
    expect(costText(expectedCost(settings), settings)).not.toContain(whole);
  }
});
