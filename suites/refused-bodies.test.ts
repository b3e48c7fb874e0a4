import { expect, test } from 'vitest';
import { Refusal } from '../src/reference/behaviour.ts';
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

test('a body without members is written in another form, which a service must read as well', async () => {
  const { check } = await judged('create.missing-name', {
    settings: { profile: 'full' },
    change: ({ newAnimal }) => ({
      newAnimal: (call) =>
        call.headers['content-type']?.includes('charset')
          ? new Refusal(500, 'unknown', 'No.')
          : newAnimal(call),
    }),
  });
  expect(check('without name').outcome).toBe('passed');
  expect(check('without name and status').outcome).toBe('failed');
});
