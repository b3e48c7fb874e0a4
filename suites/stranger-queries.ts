import type { Query } from '../src/engine/asking/api.ts';

/** The question that asks every operation without a key, instead of one by turns. */
export const everyOperation = 'every operation without a key';

/** Queries for a list without a valid key; the answer to each is 401. */
const queries: readonly Query[] = [
  {},
  // Like the key's own lists before and after: what a cache keeps for one caller is not for others.
  { limit: 100 },
  { status: 'available' },
  'status=pending&limit=2',
  // Five, as there are three operations: of a number that three divides, some would never be asked.
  { status: 'sold' },
];

/**
 * The queries that take turns. If every operation is asked without a key, a list without a query is asked separately,
 * after the key's own.
 */
export const queriesIn = (everyOperation: boolean): readonly Query[] =>
  everyOperation ? [...queries.slice(1, 4), { limit: 1, status: 'sold' }] : queries;

/** What a public page would ask for. */
export const asPagesAsk: Query = { limit: 2, status: 'available' };
