import { expect, test } from 'vitest';
import { ask } from '../lab/trial.ts';

test('the first refusal is asked for while the store is surveyed, before anything is created', async () => {
  const subject = { id: 'server', title: 'a server', server: () => ({ animals: [] }) };
  const { record } = await ask(subject, { seed: 1, only: ['create.missing-name', 'list.limit'] });
  const [look, survey, refusal] = record.exchanges;
  expect(
    [look, survey, refusal].map((one) => `${one?.operation} ${one?.response?.status}`),
  ).toEqual(['listPets 200', 'listPets 200', 'createPet 400']);
  expect(refusal?.startedAt).toBeLessThan(survey?.finishedAt ?? 0);
});
