import { expect, test } from 'vitest';
import { judged } from './testing/judged.ts';

test('silence to an empty object, which is asked once for both members, is the answer for both', async () => {
  const settings = { profile: 'core' } as const;
  const { check, exchanges } = await judged(
    'create.missing-category-id',
    {
      settings,
      change: () => ({
        finish: (reply, { body }) => (body === '{}' ? { ...reply, heldMs: 60_000 } : reply),
      }),
    },
    ['create.missing-name'],
  );
  expect(check('an empty object').outcome).toBe('failed');
  // Twice in the ordinary way, then three times alone.
  expect(exchanges.filter(({ request }) => request.body === '{}')).toHaveLength(5);
});
