/** Lists that are filtered by an index which lags behind what others do. */
import type { Animal } from '../../src/reference/animal.ts';
import type { Call } from '../../src/reference/call.ts';
import { type Change, remembering } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { rich } from './freedoms.ts';
import { staging as overTheNet } from './limiters.ts';
import { turned } from './staging-others.ts';

/** Animals of a list as an older index chose them, shown as they are now or were then. */
const indexedLate =
  (ms: number, turnMs = 400, shown: 'now' | 'then' = 'now'): Change =>
  ({ find }) => {
    const turnOf = (at: number) => Math.floor(at / turnMs);
    const at = (animal: Animal, time: number) => turned(animal, turnOf(time));
    return {
      list: (store, { limit, status }, call) =>
        store
          .all()
          .filter((animal) => status === undefined || at(animal, call.at - ms).status === status)
          .slice(0, limit)
          .map((animal) => at(animal, shown === 'now' ? call.at : call.at - ms)),
      find: (store, call) => {
        const found = find(store, call);
        return found && at(found, call.at);
      },
    };
  };

/** One of several indexes, each some time behind the sales of an animal, which is taken back at once. */
const takenBack =
  (everyMs: number, forMs: number, behindMs: (call: Call) => number): Change =>
  ({ find }) => {
    const at = (animal: Animal, time: number) =>
      (time + Number(animal.id) * 370) % everyMs < forMs ? turned(animal, 1) : animal;
    return {
      list: (store, { limit, status }, call) =>
        store
          .all()
          .filter(
            (one) => status === undefined || at(one, call.at - behindMs(call)).status === status,
          )
          .slice(0, limit)
          .map((one) => at(one, call.at)),
      find: (store, call) => {
        const found = find(store, call);
        return found && at(found, call.at);
      },
    };
  };

/** New animals stand under another status in an index, until it has read them. */
const newInIndex = (ms: number): Change =>
  remembering(() => {
    const since = new Map<bigint, number>();
    return ({ keep }) => ({
      keep: (animal, call) => {
        since.set(animal.id, call.at);
        return keep(animal, call);
      },
      list: (store, { limit, status }, call) => {
        const isRead = ({ id }: Animal) => call.at - (since.get(id) ?? 0) >= ms;
        const indexed = (animal: Animal) => (isRead(animal) ? animal : turned(animal, 1));
        return store
          .all()
          .filter((one) => status === undefined || indexed(one).status === status)
          .slice(0, limit);
      },
    });
  });

/** Nodes by turns, each with a cache of its own for lists. */
const cachedByNode = (nodes: number, ms: number): Change =>
  remembering(() => {
    const kept = new Map<string, { readonly at: number; readonly page: readonly Animal[] }>();
    return ({ list }) => ({
      list: (store, selection, call) => {
        const key = `${call.sequence % nodes} ${call.query}`;
        const known = kept.get(key);
        if (known !== undefined && call.at - known.at < ms) return known.page;
        const page = list(store, selection, call);
        kept.set(key, { at: call.at, page });
        return page;
      },
    });
  });

/** Servers whose index lags. */
export const indexVariants: readonly Variant[] = [
  {
    id: 'staging.index-reads-new-animals-late',
    title:
      'has an index that knows the status of a new animal after four seconds, and another one before',
    inVirtualTime: overTheNet,
    change: newInIndex(4000),
  },
  {
    id: 'staging.lists-cached-by-each-of-three-nodes',
    title: 'has three nodes by turns, each of which keeps its lists for four seconds',
    inVirtualTime: overTheNet,
    change: cachedByNode(3, 4000),
  },
  {
    id: 'staging.sales-taken-back-one-index-behind',
    title:
      'sells each animal for a second in twelve, and one of two indexes is four seconds behind',
    server: rich(60),
    inVirtualTime: overTheNet,
    change: takenBack(12_000, 1000, ({ sequence }) => (sequence % 2) * 4000),
  },
  {
    id: 'staging.sales-taken-back-each-minute',
    title:
      'sells each animal for 300 ms in a minute, and one of three indexes is three seconds behind',
    server: rich(60),
    inVirtualTime: overTheNet,
    change: takenBack(60_000, 300, ({ sequence }) => (sequence % 3 === 0 ? 3000 : 0)),
  },
  {
    id: 'staging.lists-late-and-statuses-move',
    title: 'lists 4.5 s late, while others move all animals to the next status every four seconds',
    inVirtualTime: overTheNet,
    change: indexedLate(4500, 4000, 'then'),
  },
  {
    id: 'staging.index-late-and-statuses-move',
    title:
      'filters by an index two seconds behind, and others move all animals on every 1.3 seconds',
    server: rich(60),
    inVirtualTime: overTheNet,
    change: indexedLate(2000, 1300),
  },
  {
    id: 'staging.index-lags-behind-sales',
    title: 'is shared with others, who sell all the time, and filters by an index 60 ms behind',
    server: rich(90),
    change: indexedLate(60),
  },
  {
    id: 'staging.index-lags-behind-one-sale',
    title: 'is shared with others, who sell once, and filters by an index 250 ms behind',
    change: (base) => {
      let soldAt = Number.POSITIVE_INFINITY;
      const now = (animal: Animal, at: number): Animal =>
        at > soldAt && animal.status === 'available' ? { ...animal, status: 'sold' } : animal;
      return {
        list: (store, { limit, status }, call) => {
          if (status !== undefined && store.size > 20) soldAt = Math.min(soldAt, call.at - 1);
          return store
            .all()
            .filter((one) => status === undefined || now(one, call.at - 250).status === status)
            .slice(0, limit)
            .map((one) => now(one, call.at));
        },
        find: (store, call) => {
          const found = base.find(store, call);
          return found && now(found, call.at);
        },
      };
    },
  },
];
