import type { RequiredId } from '../../catalogue/catalogue.ts';

/**
 * What a fault breaks besides the requirements it is meant for: a run whose seed asks the question finds that, too. It
 * is not a false positive, and need not be found.
 */
export const byTheWay: Readonly<Record<string, readonly RequiredId[]>> = {
  // A creation with the key in other headers names its character set by turns.
  'auth.charset-opens-creations': ['auth.bearer-only'],
  // The id 0, which no animal has, is answered with the animal 1.
  'get.neighbour': ['get.not-found'],
  // The key in other headers is in turn the one who asks without a query, and without Authorization.
  'remembered.list-without-a-query': ['auth.bearer-only'],
  // The answer to a filtered list is given to a caller who asks for all.
  'list.filter-missing-in-cache-key': ['list.shows-animals'],
  // One of the two processes does not know the animal.
  'store.two-processes-in-turn': ['get.found'],
};
