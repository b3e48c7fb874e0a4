import type { RequiredId } from '../../catalogue/catalogue.ts';

/**
 * What a fault breaks beside the requirements that it is there for, so that a run whose seed asks the question finds
 * that, too: it is no false positive, and need not be found.
 */
export const byTheWay: Readonly<Record<string, readonly RequiredId[]>> = {
  // Both counts fall by turns, which a run that asks in another order may take for one that is shared late.
  'exhaustion.count-by-worker': ['rate.remaining-true'],
  // The id 0, which nobody has, is answered with the animal 1.
  'get.neighbour': ['get.not-found'],
  // What a filtered list showed is shown to who asks for all.
  'list.filter-missing-in-cache-key': ['list.shows-animals'],
  // One of the two processes has never heard of the animal.
  'store.two-processes-in-turn': ['get.found'],
};
