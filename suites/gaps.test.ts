import { describe, expect, test } from 'vitest';
import type { GapId, RequirementId } from '../src/catalogue/catalogue.ts';
import { ask } from '../src/lab/trial.ts';
import type { Animal } from '../src/reference/animal.ts';
import { type Behaviour, Refusal } from '../src/reference/behaviour.ts';
import type { Subject } from '../src/reference/subject.ts';

interface Server extends Pick<Subject, 'settings'> {
  readonly animals?: readonly Animal[];
  readonly change?: (base: Behaviour) => Partial<Behaviour>;
}

/** What a run records of a gap if it asks for nothing else, in the profile full, and what it sent. */
async function recorded(
  id: GapId,
  { animals = [], change = () => ({}), settings = { profile: 'full' } }: Server = {},
  besides: readonly RequirementId[] = [],
) {
  const subject = { id, title: 'a server', server: () => ({ animals }), change, settings };
  const { record } = await ask(subject, { seed: 1, only: [id, ...besides] });
  expect(record.defects).toEqual([]);
  return {
    said: record.observations.find((one) => one.id === id)?.answer,
    outcome: record.checks.get(id)?.[0]?.outcome,
    exchanges: record.exchanges,
  };
}

const refusing = (why: (body: string) => boolean) => (base: Behaviour) => ({
  newAnimal: (call: Parameters<Behaviour['newAnimal']>[0]) =>
    why(call.body) ? new Refusal(400, 'refused', 'No.') : base.newAnimal(call),
});

/** Animals with these ids, listed in this order. */
const animals = (...ids: readonly number[]): Animal[] =>
  ids.map((id) => ({ id: BigInt(id), name: `Rex ${id}`, categoryId: 1n }));

const readOnly = { profile: 'read-only' } as const;

describe('what is recorded of a gap', () => {
  test.each<[GapId, string, Server]>([
    ['gap.status-default', 'no status', {}],
    [
      'gap.status-default',
      'sold',
      { change: () => ({ show: (one) => ({ status: 'sold', ...one }) }) },
    ],
    [
      'gap.status-default',
      'no status of the enumeration',
      { change: () => ({ show: (one) => ({ status: 'lost', ...one }) }) },
    ],
    ['gap.status-filter-unknown', '400 invalid_request', {}],
    ['gap.list-order', 'ascending by id', { animals: animals(3, 5, 9), settings: readOnly }],
    ['gap.list-order', 'descending by id', { animals: animals(9, 5, 3), settings: readOnly }],
    [
      'gap.list-order',
      'neither ascending nor descending by id',
      { animals: animals(3, 9, 5), settings: readOnly },
    ],
    ['gap.extra-properties', '201, left out', {}],
    [
      'gap.extra-properties',
      '201, kept',
      { change: () => ({ show: (one) => ({ ...one, conformance: true }) }) },
    ],
    [
      'gap.extra-properties',
      '400 refused',
      { change: refusing((body) => body.includes('conformance')) },
    ],
    ['gap.client-id', '201, ignored', {}],
    [
      'gap.client-id',
      '201, taken',
      {
        change: ({ newId }) => ({
          newId: (store, call) => {
            const [, id] = /"id":(\d+)/.exec(call.body) ?? [];
            return id === undefined ? newId(store, call) : BigInt(id);
          },
        }),
      },
    ],
    ['gap.client-id', '400 refused', { change: refusing((body) => body.includes('"id"')) }],
    ['gap.category-unknown', '201', {}],
    [
      'gap.category-unknown',
      '400 refused',
      { change: refusing((body) => !/categoryId":1\b/.test(body)) },
    ],
    ['gap.category-negative', '201', {}],
    ['gap.category-negative', '400 refused', { change: refusing((body) => body.includes('-1')) }],
    ['gap.integer-notation', '1.0: 400 invalid_request; 1e0: 400 invalid_request', {}],
    ['gap.unknown-path', '404 not_found', {}],
    ['gap.store-orders', '404 not_found', {}],
  ])('%s: %s', async (id, said, server) => {
    expect((await recorded(id, server)).said).toBe(said);
  });

  test('limits out of range', async () => {
    const { said } = await recorded('gap.limit-out-of-range');
    const limits = ['0', '101', 'abc', '', '1.5', '-1'];
    expect(said).toBe(limits.map((limit) => `limit=${limit}: 400 invalid_request`).join('; '));
  });

  test('names of unusual length or make', async () => {
    const { said } = await recorded('gap.name-limits', {
      change: () => ({ show: (one) => ({ ...one, name: one.name.slice(0, 8) }) }),
    });
    expect(said).toBe(
      'empty: 400 invalid_request; white space: 201; control characters: 201, kept as 8 characters; 10,000 characters: 400 invalid_request; 256 characters: 400 invalid_request',
    );
  });

  test('bodies that are not declared as JSON', async () => {
    const { said, exchanges } = await recorded('gap.content-type');
    expect(said).toBe('none: 201; text/plain: 415 unsupported_media_type; in chunks: 201');
    const chunked = exchanges.at(-1)?.request.headers.map(([name]) => name.toLowerCase());
    expect(chunked).toContain('transfer-encoding');
  });

  test('ids that are no int64, or below zero', async () => {
    const ids = ['abc', '1.5', '9223372036854775808'];
    const told = (all: readonly string[]) => all.map((id) => `${id}: 404 not_found`).join('; ');
    expect((await recorded('gap.pet-id-format')).said).toBe(told([...ids, '-1']));
  });

  test('the codes of errors, by status', async () => {
    const { said } = await recorded('gap.error-codes', {}, ['gap.pet-id-format', 'error.fields']);
    expect(said).toBe('400: invalid_request; 401: unauthorized; 404: not_found');
  });
});

test.each<[GapId, Server]>([
  ['gap.status-default', { change: refusing(() => true) }],
  ['gap.list-order', { animals: animals(1, 2), settings: readOnly }],
  ['gap.category-unknown', { change: refusing(() => true), settings: { profile: 'quick' } }],
  ['gap.error-codes', {}],
])('%s is left open if nothing shows it', async (id, server) => {
  const { said, outcome } = await recorded(id, server);
  expect([said, outcome]).toEqual([undefined, 'inconclusive']);
});

test.each<[GapId, number]>([
  ['gap.limit-out-of-range', 6],
  ['gap.status-filter-unknown', 1],
  ['gap.name-limits', 5],
  ['gap.extra-properties', 1],
  ['gap.integer-notation', 2],
  ['gap.content-type', 3],
  ['gap.pet-id-format', 4],
  ['gap.unknown-path', 1],
])('%s is asked for by %i requests whose answers judge nothing', async (id, requests) => {
  const { exchanges } = await recorded(id);
  expect(exchanges.filter(({ purpose }) => purpose === 'gap')).toHaveLength(requests);
});
