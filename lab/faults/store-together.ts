import type { Call } from '../../src/reference/call.ts';
import { type Change, faultsOf } from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { lingering } from '../store-changes.ts';

const readsOf = (change: (own: Call, first: Call) => Call | undefined): Change =>
  lingering('getPet', ({ find }, first) => ({
    find: (store, call) => {
      const running = first();
      if (running === undefined || running === call) return find(store, call);
      const other = change(call, running);
      return other && find(store, other);
    },
  }));

/** Simultaneous reads. */
export const storeTogetherFaults: readonly Fault[] = faultsOf('get.found', {
  'store.reads-share-the-id': [
    'answers reads that are asked for at the same time with the animal of the first',
    readsOf((_, first) => first),
  ],
}).map((fault): Fault => ({ ...fault, breaksByTheWay: ['get.not-found'] }));
