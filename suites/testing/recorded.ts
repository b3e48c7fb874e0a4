/** What a run records of one gap, on the reference server that differs in one thing. */
import { expect } from 'vitest';
import { ask } from '../../lab/trial.ts';
import { type Behaviour, Refusal } from '../../src/reference/behaviour.ts';
import type { Subject } from '../../src/reference/variant.ts';
import type { Animal } from '../../src/spec/animal.ts';
import { petStatuses } from '../../src/spec/animal.ts';
import type { GapId, RequirementId } from '../../src/spec/catalogue.ts';

export interface Server extends Pick<Subject, 'settings'> {
  readonly animals?: readonly Animal[];
  readonly change?: (base: Behaviour) => Partial<Behaviour>;
}

/** What a run records of a gap if it asks for nothing else, in the profile full, and what it sent. */
export async function recorded(
  id: GapId,
  { animals = [], change = () => ({}), settings = { profile: 'full' } }: Server = {},
  besides: readonly RequirementId[] = [],
) {
  const subject = { id, title: 'a server', server: () => ({ animals }), change, settings };
  const { record } = await ask(subject, { seed: 1, only: [id, ...besides] });
  expect(record.defects).toEqual([]);
  const [result] = record.checks.get(id) ?? [];
  return {
    said: record.observations.find((one) => one.id === id)?.answer,
    outcome: result?.outcome,
    exchanges: record.exchanges,
    evidence: record.exchanges.filter(({ index }) => result?.exchanges.includes(index)),
  };
}

/** A server that refuses some creations, by their bodies. */
export const refusing = (why: (body: string) => boolean) => (base: Behaviour) => ({
  newAnimal: (call: Parameters<Behaviour['newAnimal']>[0]) =>
    why(call.body) ? new Refusal(400, 'refused', 'No.') : base.newAnimal(call),
});

/** Animals with these ids, listed in this order. */
export const animals = (...ids: readonly number[]): Animal[] =>
  ids.map((id) => ({ id: BigInt(id), name: `Rex ${id}`, categoryId: 1n }));

/** So many animals of all statuses, counted from 1001, which are listed before those of a run. */
export const stock = (many: number) =>
  animals(...Array.from({ length: many }, (_, at) => at + 1001)).map((animal, at) => {
    const status = petStatuses[at % petStatuses.length];
    return { ...animal, ...(status ? { status } : {}) };
  });

export const readOnly = { profile: 'read-only' } as const;
