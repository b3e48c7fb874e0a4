/** Lists that are filtered by an index which lags behind what others do. */
import type { Animal } from '../animal.ts';
import type { Change } from '../changes.ts';
import type { Variant } from '../subject.ts';
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

/** Servers whose index lags. */
export const indexVariants: readonly Variant[] = [
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
