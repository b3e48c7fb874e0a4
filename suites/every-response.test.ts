import { describe, expect, test } from 'vitest';
import { ask } from '../lab/trial.ts';
import type { Behaviour } from '../src/reference/behaviour.ts';
import type { Subject } from '../src/reference/variant.ts';
import type { Animal } from '../src/spec/animal.ts';
import type { RequirementId } from '../src/spec/catalogue.ts';

type Server = Pick<Subject, 'change' | 'settings'> & { readonly animals?: readonly Animal[] };

/** What a run of one requirement alone is answered, and how it ends. */
async function alone(id: RequirementId, { animals = [], ...differing }: Server = {}) {
  const subject = { id, title: 'the reference server', server: () => ({ animals }), ...differing };
  const { record, report } = await ask(subject, { seed: 1, only: [id] });
  return {
    answers: record.exchanges.map(({ operation, response }) => `${operation} ${response?.status}`),
    outcome: report.requirements.find((one) => one.id === id)?.outcome,
  };
}

const pets = ['createPet 201', 'listPets 200', 'getPet 200'];
const refusals = ['listPets 401', 'createPet 401', 'getPet 401'];
const errors = [...refusals, 'createPet 400', 'getPet 404'];

describe('a requirement that all answers decide, asked for alone', () => {
  test.each<[RequirementId, readonly string[]]>([
    ['pet.name', pets],
    ['error.fields', errors],
    ['error.status', errors],
    ['rate.reset-value', [...pets, ...errors]],
    ['auth.challenge', refusals],
    ['get.deprecation-headers', ['createPet 201', 'getPet 200']],
  ])('%s asks for an answer of each kind that shows it', async (id, kinds) => {
    const { answers, outcome } = await alone(id);
    expect(new Set(answers)).toEqual(new Set(['listPets 200', ...kinds]));
    expect(outcome).not.toBe('inconclusive');
  });

  test('sends no wrong key to a service that refuses the right one', async () => {
    const change = () => ({ authorized: () => false });
    expect((await alone('error.fields', { change })).answers).toEqual(['listPets 401']);
  });

  test('keeps to a budget', async () => {
    const { answers } = await alone('error.fields', { settings: { budget: 4 } });
    expect(answers).toHaveLength(4);
  });
});

test.each([undefined, '400', null])(
  'the status of an error is not judged if it is %j',
  async (status) => {
    const change = ({ error }: Behaviour) => ({
      error: (...refused: Parameters<Behaviour['error']>) => ({
        ...Object(error(...refused)),
        status,
      }),
    });
    expect((await alone('error.status', { change })).outcome).toBe('inconclusive');
  },
);
