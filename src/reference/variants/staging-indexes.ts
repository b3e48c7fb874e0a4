/** Lists that are filtered by an index which lags behind what others do. */
import type { Animal } from '../animal.ts';
import type { Change } from '../changes.ts';
import type { Variant } from '../subject.ts';
import { herd } from './freedoms.ts';
import { turned } from './staging-others.ts';

const rich = (count: number) => ({ server: () => ({ animals: herd(count) }) });

/** Animals of a list as an index of a while ago chose them, shown as they are now. */
const indexedLate =
  (ms: number): Change =>
  ({ find }) => {
    const turnOf = (at: number) => Math.floor(at / 400);
    const at = (animal: Animal, time: number) => turned(animal, turnOf(time));
    return {
      list: (store, { limit, status }, call) =>
        store
          .all()
          .filter((animal) => status === undefined || at(animal, call.at - ms).status === status)
          .slice(0, limit)
          .map((animal) => at(animal, call.at)),
      find: (store, call) => {
        const found = find(store, call);
        return found && at(found, call.at);
      },
    };
  };

/** Servers whose index lags. */
export const indexVariants: readonly Variant[] = [
  {
    id: 'staging.index-lags-behind-sales',
    title: 'is shared with others, who sell all the time, and filters by an index 60 ms behind',
    ...rich(90),
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
