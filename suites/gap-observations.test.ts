import { describe, expect, test } from 'vitest';
import type { GapId } from '../src/spec/catalogue.ts';
import { animals, readOnly, recorded, refusing, type Server } from './testing/recorded.ts';

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
    [
      'gap.list-order',
      'ascending by id',
      {
        animals: animals(3, 5, 9, 11),
        change: () => ({ show: ({ id, ...rest }) => (id === 5n ? rest : { id, ...rest }) }),
        settings: readOnly,
      },
    ],
    [
      'gap.list-order',
      'neither ascending nor descending by id',
      { change: () => ({ list: () => animals(3, 5, 5) }), settings: readOnly },
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
    ['gap.category-unknown', '201: -8061030670679671 to 9223372036854775807', {}],
    [
      'gap.category-unknown',
      '400 refused: -8061030670679671 to 9223372036854775807; 201: 0',
      { change: refusing((body) => /categoryId":-?\d{10}/.test(body)) },
    ],
    ['gap.category-negative', '201', {}],
    ['gap.category-negative', '400 refused', { change: refusing((body) => body.includes('-1')) }],
    ['gap.integer-notation', '1.0: 400 invalid_request; 1e0: 400 invalid_request', {}],
    ['gap.unknown-path', '404 not_found', {}],
    ['gap.store-orders', '404 not_found', {}],
  ])('%s: %s', async (id, said, server) => {
    expect((await recorded(id, server)).said).toBe(said);
  });
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
