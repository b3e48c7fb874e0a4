import { describe, expect, test } from 'vitest';
import type { RequirementId } from '../src/catalogue/catalogue.ts';
import { type Change, judged } from './testing/judged.ts';

/** Answers what nests a thousand times so. */
const nestedGets =
  (status: number): Change =>
  ({ finish }) => ({
    finish(reply, call) {
      const isNested = call.body.includes('['.repeat(1000));
      const body = { code: 'refused', message: 'No.', status };
      return finish(isNested ? { ...reply, status, body } : reply, call);
    },
  });

describe.each<[RequirementId, string, string]>([
  ['create.invalid-name', 'name', '{"name":[['],
  ['create.invalid-category-id', 'categoryId', '"categoryId":[['],
  ['create.invalid-status', 'status', '"status":[['],
  ['create.invalid-body', 'the body', '[['],
])('%s: %s that nests a thousand times', (id, member, sent) => {
  test.each<[string, number]>([
    ['passed', 400],
    ['failed', 500],
    ['not-applicable', 413],
  ])('%s if it is answered %i', async (outcome, status) => {
    const server = { settings: { profile: 'full' }, change: nestedGets(status) } as const;
    const { check } = await judged(id, server);
    const { outcome: ended, exchanges } = check(`${member} is nested a thousand times`);
    expect(ended).toBe(outcome);
    const [asked] = exchanges.map(({ request }) => request.body ?? '');
    if (outcome !== 'not-applicable') expect(asked).toContain(sent);
  });
});
