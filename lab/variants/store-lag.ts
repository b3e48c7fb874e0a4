import type { Selection } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import { type Change, pageOf } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { herd } from './freedoms.ts';

/** Milliseconds by which reads lag behind creations. */
interface Lag {
  readonly list?: (selection: Selection, call: Call) => number;
  readonly get?: (call: Call) => number;
}

/** Shows created animals only after a while. */
const lagging =
  ({ list: listLag = () => 0, get: getLag = () => 0 }: Lag): Change =>
  ({ keep, find }) => {
    const born = new Map<bigint, number>();
    const age = (id: bigint, call: Call) => call.at - (born.get(id) ?? Number.NEGATIVE_INFINITY);
    return {
      keep: (animal, call) => {
        born.set(animal.id, call.at);
        return keep(animal, call);
      },
      list: (store, selection, call) => {
        const lag = listLag(selection, call);
        return pageOf(
          store.all().filter(({ id }) => age(id, call) >= lag),
          selection,
        );
      },
      find: (store, call) => {
        const found = find(store, call);
        return found && age(found.id, call) >= getLag(call) ? found : undefined;
      },
    };
  };

/** Makes lists at intervals (milliseconds) for each query, and serves older ones again meanwhile. */
const cachedLists =
  (ms: number): Change =>
  ({ list }) => {
    const cache = new Map<
      string,
      { readonly at: number; readonly page: ReturnType<typeof list> }
    >();
    return {
      list: (store, selection, call) => {
        const key = `${selection.status} ${selection.limit}`;
        const known = cache.get(key);
        if (known && call.at - known.at < ms) return known.page;
        const page = list(store, selection, call);
        cache.set(key, { at: call.at, page });
        return page;
      },
    };
  };

/** Reads that catch up with writes within the grace. */
export const lagVariants: readonly Variant[] = [
  {
    id: 'store.lists-lag',
    title: 'lists a new animal after 200 ms',
    change: lagging({ list: () => 200 }),
  },
  {
    id: 'store.gets-lag',
    title: 'finds a new animal by its id after 150 ms',
    change: lagging({ get: () => 150 }),
  },
  {
    id: 'store.reads-lag',
    title: 'shows a new animal after 250 ms, in lists and by its id',
    change: lagging({ list: () => 250, get: () => 250 }),
  },
  {
    id: 'store.filtered-lists-lag',
    title: 'lists a new animal by its status 300 ms later than among all',
    change: lagging({ list: ({ status }) => (status === undefined ? 0 : 300) }),
  },
  {
    id: 'store.whole-lists-lag',
    title: 'lists a new animal among all 300 ms later than by its status',
    change: lagging({ list: ({ status }) => (status === undefined ? 300 : 0) }),
  },
  {
    id: 'store.replicas-differ',
    title: 'reads in turn from two replicas, one of which is 250 ms behind',
    change: lagging({
      list: (_, { sequence }) => (sequence % 2) * 250,
      get: ({ sequence }) => (sequence % 2) * 250,
    }),
  },
  {
    id: 'store.lists-cached',
    title: 'serves the list of a query for 200 ms from a cache',
    change: cachedLists(200),
  },
  {
    id: 'store.rich-lists-cached',
    title: 'serves the list of a query for 200 ms from a cache, and has 90 animals',
    server: () => ({ animals: herd(90) }),
    change: cachedLists(200),
  },
];
