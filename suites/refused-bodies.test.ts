import { expect, test } from 'vitest';
import { Refusal } from '../src/reference/behaviour.ts';
import { judged } from './testing/judged.ts';

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
