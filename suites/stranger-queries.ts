import type { Query } from '../src/engine/asking/api.ts';

/** The question by which every operation is asked without a key, and not one by turns. */
export const everyOperation = 'every operation without a key';

/** Queries of a list without a valid key: whichever it is, the answer is 401. */
const queries: readonly Query[] = [
  {},
  // As the key's own lists before and after: what a cache keeps of one caller is for no other.
  { limit: 100 },
  { status: 'available' },
  'status=pending&limit=2',
];

/** The queries that take turns. Where every operation is asked without a key, a list without a query is asked apart. */
export const queriesIn = (everyOperation: boolean): readonly Query[] =>
  everyOperation ? [...queries.slice(1), { limit: 1, status: 'sold' }] : queries;

/** What a page for everybody would ask for. */
export const asPagesAsk: Query = { limit: 2, status: 'available' };
