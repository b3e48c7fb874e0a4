import { expect, test } from 'vitest';
import type { Animal } from '../reference/animal.ts';
import { petStatuses } from '../spec/operations.ts';
import { tryOut } from './trial.ts';

const sound = { id: 'sound', title: 'the reference server' };

test('a core run on an empty store sends at most 160 requests and creates at most 40 animals', async () => {
  const { verdict, requests, animalsCreated } = await tryOut(sound, { seed: 1 });
  expect(verdict).toBe('conformant');
  expect(requests).toBeLessThanOrEqual(160);
  expect(animalsCreated).toBeLessThanOrEqual(40);
});

test('a core run on a store with 100 animals of every status creates at most 15', async () => {
  const animals = petStatuses.flatMap((status, chapter) =>
    Array.from(
      { length: 100 },
      (_, at): Animal => ({
        id: BigInt(chapter * 100 + at + 1),
        name: 'Rex',
        categoryId: 3n,
        status,
      }),
    ),
  );
  const { verdict, requests, animalsCreated } = await tryOut(
    { ...sound, server: () => ({ animals }) },
    { seed: 1 },
  );
  expect(verdict).toBe('conformant');
  expect(animalsCreated).toBeLessThanOrEqual(15);
  expect(requests).toBeLessThanOrEqual(160);
});
