import { petStatuses } from '../../src/catalogue/operations.ts';
import type { Animal } from '../../src/reference/animal.ts';
import type { Call } from '../../src/reference/call.ts';
import { type Change, pageOf } from '../../src/reference/changes.ts';
import type { Store } from '../../src/reference/store.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { herd } from './freedoms.ts';

/** Lets others add an animal before each list and each creation. */
const othersAdd: Change = ({ list, newId }) => {
  const add = (store: Store, call: Call) => {
    const status = petStatuses[call.sequence % petStatuses.length] ?? 'sold';
    store.add({ id: BigInt(store.size) + 1n, name: 'Stranger', categoryId: 2n, status });
  };
  return {
    list: (store, selection, call) => {
      add(store, call);
      return list(store, selection, call);
    },
    newId: (store, call) => {
      add(store, call);
      return newId(store, call);
    },
  };
};

/** What others make of an animal of theirs, at the n-th list of a run; undefined if it is gone. */
type Fate = (animal: Animal, lists: number) => Animal | undefined;

/** Lets others change and take away the animals that the store started with. */
const othersManage =
  (fate: Fate): Change =>
  ({ keep, find }) => {
    const ours = new Set<bigint>();
    let lists = 0;
    const now = (animal: Animal) => (ours.has(animal.id) ? animal : fate(animal, lists));
    return {
      keep: (animal, call) => {
        ours.add(animal.id);
        return keep(animal, call);
      },
      list: (store, selection) => {
        lists += 1;
        return pageOf(
          store.all().flatMap((animal) => now(animal) ?? []),
          selection,
        );
      },
      find: (store, call) => {
        const found = find(store, call);
        return found && now(found);
      },
    };
  };

const turned = (animal: Animal, by: number): Animal => ({
  ...animal,
  status: petStatuses[(petStatuses.indexOf(animal.status ?? 'sold') + by) % 3] ?? 'sold',
});

/** A store with a single pending animal, its first. */
const withOnePending = () => ({
  animals: herd(60, (at) => ({
    status: at === 0 ? 'pending' : at % 10 === 1 ? 'sold' : 'available',
  })),
});

/** Other clients of the same store, at the same time. */
export const neighbourVariants: readonly Variant[] = [
  {
    id: 'store.others-add',
    title: 'is given an animal by others before each list and each creation',
    change: othersAdd,
  },
  {
    id: 'store.others-add-newest-first',
    title: 'is given animals by others all the time, and lists the newest first',
    change: (base) => {
      const list: typeof base.list = (store, selection) => pageOf(store.all().reverse(), selection);
      return { list, ...othersAdd({ ...base, list }) };
    },
  },
  {
    id: 'store.others-take-away',
    title: 'loses, with every second list, the oldest of 40 animals that others own',
    server: () => ({ animals: herd(40) }),
    change: othersManage((animal, lists) => (animal.id <= BigInt(lists) / 2n ? undefined : animal)),
  },
  {
    id: 'store.others-take-away-read-only',
    title: 'is looked at without writing while others take away one of 120 with each list',
    settings: { profile: 'read-only' },
    server: () => ({ animals: herd(120) }),
    change: othersManage((animal, lists) => (animal.id <= BigInt(lists) ? undefined : animal)),
  },
  {
    id: 'store.others-change-statuses',
    title: 'has 90 animals whose statuses others change with every list',
    settings: { profile: 'read-only' },
    server: () => ({ animals: herd(90) }),
    change: othersManage((animal, lists) => turned(animal, lists)),
  },
  {
    id: 'store.others-sell-the-last',
    title:
      'is looked at without writing while the only pending animal is sold, so its list is rightly empty',
    settings: { profile: 'read-only' },
    server: withOnePending,
    change: othersManage((animal, lists) =>
      animal.status === 'pending' && lists > 4 ? turned(animal, 1) : animal,
    ),
  },
  {
    id: 'store.others-take-the-last',
    title:
      'is looked at without writing while the only pending animal is taken away, so its list is rightly empty',
    settings: { profile: 'read-only' },
    server: withOnePending,
    change: othersManage((animal, lists) =>
      animal.status === 'pending' && lists > 4 ? undefined : animal,
    ),
  },
];
