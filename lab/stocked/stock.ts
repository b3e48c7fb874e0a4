/** A subject of the lab on a store that is full already. */
import type { Animal } from '../../src/reference/animal.ts';
import { type Change, together } from '../../src/reference/changes.ts';
import { Store } from '../../src/reference/store.ts';
import type { Subject } from '../../src/reference/subject.ts';
import { atStart, kennel } from '../store-changes.ts';

/** How lists of a stocked store begin. */
export const stockOrders = ['oldest', 'newest'] as const;

export type StockOrder = (typeof stockOrders)[number];

/** Whether a subject starts with animals that it is about. */
export const bringsAStore = ({ server }: Subject): boolean =>
  server?.(() => 0).animals !== undefined;

/** The subject on 300 animals of seven categories, the oldest first in its lists, or the newest. */
export function onStock<T extends Subject>(subject: T, order: StockOrder): T {
  const { server, change } = subject;
  const stocked = {
    ...subject,
    server: (now: () => number) => ({ ...server?.(now), animals: kennel(atStart) }),
  };
  if (order === 'oldest') return stocked;
  return { ...stocked, change: change ? together(change, newestFirst) : newestFirst };
}

/** Whatever makes a list of all animals finds the newest at the top. */
const newestFirst: Change = ({ list }) => ({
  list: (store, selection, call) => list(new NewestFirst(store), selection, call),
});

/** A store seen from its end. */
class NewestFirst extends Store {
  readonly #store: Store;

  constructor(store: Store) {
    super([]);
    this.#store = store;
  }

  override add(animal: Animal): void {
    this.#store.add(animal);
  }

  override get(id: bigint): Animal | undefined {
    return this.#store.get(id);
  }

  override all(): Animal[] {
    return this.#store.all().reverse();
  }

  override get size(): number {
    return this.#store.size;
  }
}
