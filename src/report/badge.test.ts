import { expect, test } from 'vitest';
import { badge } from './badge.ts';
import { reportOf } from './testing/sample.ts';

const report = reportOf();
const partial = { ...report, run: { ...report.run, partial: true } };

test.each([
  [report, 'conformant (core), not certified', '#1f7a3d'],
  [{ ...report, verdict: 'non-conformant' as const }, 'non-conformant (core)', '#b3261e'],
  [{ ...report, verdict: 'incomplete' as const }, 'incomplete (core)', '#6a2f8f'],
  [partial, 'conformant (core, in part)', '#1d5fa8'],
])(
  'the badge says verdict and profile in their colour, in part never green: %#',
  (of, words, color) => {
    expect(badge(of)).toContain(`<title>pet store conformance: ${words}`);
    expect(badge(of)).toContain(`fill="${color}"`);
  },
);

test('the title of the badge says whether the run is certified', () => {
  const requirements = report.requirements.map((one) => ({ ...one, outcome: 'passed' as const }));
  const implementation = {
    name: 'Shop',
    version: '1',
    contact: 'a@b.example',
    baseUrl: 'http://x/v1',
  };
  const full = { ...report, profile: 'full' as const, requirements, implementation };
  expect(badge(full)).toContain('conformant (full), with a certificate</title>');
});
