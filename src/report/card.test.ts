import { expect, test } from 'vitest';
import { findRequirement } from '../catalogue/catalogue.ts';
import { answer } from '../judge/testing/answer.ts';
import { usualCauseOf } from './card.ts';

const failed = (status: number) => {
  const checks = [
    { title: 'limit=1', outcome: 'failed', message: 'wrong', exchanges: [0] },
  ] as const;
  return usualCauseOf({ id: 'list.limit', outcome: 'failed', checks }, [answer({ status })]);
};

test('the usual cause is that of the catalogue, unless the service failed by itself', () => {
  expect(failed(200)).toBe(findRequirement('list.limit')?.cause);
  expect(failed(500)).toMatch(/within the service \(500\).*log/);
});
