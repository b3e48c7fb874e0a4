import { expect, test } from 'vitest';
import type { Behaviour } from '../src/reference/behaviour.ts';
import { recorded } from './testing/recorded.ts';

const besides = ['gap.pet-id-format', 'error.fields'] as const;

test('the codes of errors are recorded by status, each with the first answer that has it', async () => {
  const { said, evidence } = await recorded('gap.error-codes', {}, besides);
  expect(said).toBe('400: invalid_request; 401: unauthorized; 404: not_found');
  expect(evidence.map(({ response }) => response?.status)).toEqual([404, 401, 400]);
});

test('several codes of one status are recorded together', async () => {
  const change = ({ error }: Behaviour): Partial<Behaviour> => ({
    error: (refusal, call) =>
      error({ ...refusal, code: refusal.code + (call.operation ?? '') }, call),
  });
  const { said } = await recorded('gap.error-codes', { change }, besides);
  expect(said).toContain('401: unauthorizedlistPets, unauthorizedcreatePet, unauthorizedgetPet');
});

test('a code that is no text, or stands in an animal, is not recorded', async () => {
  const change = ({ error }: Behaviour): Partial<Behaviour> => ({
    error: (...refused) => ({ ...Object(error(...refused)), code: 17 }),
    show: (animal) => ({ ...animal, code: 'R2-D2' }),
  });
  const { said, outcome } = await recorded('gap.error-codes', { change }, [
    ...besides,
    'get.found',
  ]);
  expect([said, outcome]).toEqual([undefined, 'inconclusive']);
});

test('a question without an answer has no code', async () => {
  const change = ({ finish }: Behaviour): Partial<Behaviour> => ({
    finish: (reply, call) => ({
      ...finish(reply, call),
      ...(call.petId === 'abc' ? { heldMs: 60_000 } : {}),
    }),
  });
  const { said, exchanges } = await recorded('gap.error-codes', { change }, besides);
  expect(exchanges.some(({ response }) => response === undefined)).toBe(true);
  expect(said).toBe('400: invalid_request; 401: unauthorized; 404: not_found');
});
