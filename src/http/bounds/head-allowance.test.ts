import { expect, test } from 'vitest';
import { entriesOf } from '../../report/har.ts';
import { exchange, response } from '../../report/testing/sample.ts';
import { jsonText } from '../../text/visible.ts';
import { bytesOfHead, HeadAllowance } from './head-allowance.ts';

test('heads above 1 KiB are read until they take 6 MiB together, and ordinary ones always', () => {
  const heads = new HeadAllowance();
  const long = 64 * 1024;
  const read = Array.from({ length: 200 }, () => heads.fits(long)).filter(Boolean);
  expect(read).toHaveLength(96);
  expect(heads.fits(1024)).toBe(true);
  expect(heads.fits(1025)).toBe(false);
});

test.each([
  ['next line', '\u0085'.repeat(220)],
  ['quotes', '"\\'.repeat(110)],
  ['Latin letters', 'é'.repeat(220)],
])('a head of %s counts as what it takes in the archive', (_, value) => {
  const fields = Array.from({ length: 60 }, (_each, at) => [`X-Long-${at}`, value] as const);
  const headers = [...fields, ['Content-Type', `a/b; c=${value}`] as const];
  const written = (of: typeof headers) =>
    [...entriesOf([exchange(0, { response: response({ headers: of }) })])].map((entry) =>
      Buffer.byteLength(jsonText(entry).replace(/^/gm, '      ')),
    )[0] ?? 0;
  const counted = bytesOfHead('', headers);
  expect(counted).toBeGreaterThan(written(headers) - written([]) - 40);
  expect(counted).toBeLessThan(written(headers) - written([]) + 100);
});
