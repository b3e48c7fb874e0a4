import { expect, test } from 'vitest';
import { HeadAllowance } from './head-allowance.ts';

test('heads above 16 KiB are read until they have 4 MiB together, and ordinary ones always', () => {
  const heads = new HeadAllowance();
  const long = 64 * 1024;
  const read = Array.from({ length: 100 }, () => heads.fits(long)).filter(Boolean);
  expect(read).toHaveLength(64);
  expect(heads.fits(16 * 1024)).toBe(true);
  expect(heads.fits(16 * 1024 + 1)).toBe(false);
});
