/** The stores that a server may start with, and the subject on one of them. */

import { type Change, together } from '../src/reference/changes.ts';
import { Store } from '../src/reference/store.ts';
import type { Subject } from '../src/reference/variant.ts';
import type { Animal } from '../src/spec/animal.ts';
import { atStart, kennel } from './store-changes.ts';

/** `own`: what the entry brings, an empty one for most. The others: 300 animals of seven categories, listed from that end. */
export const storeNames = ['own', 'oldest', 'newest'] as const;

export type StoreName = (typeof storeNames)[number];

/** Whether a subject starts with animals that it is about, so that another store would make it another subject. */
export const bringsAStore = ({ server }: Subject): boolean =>
  server?.(() => 0).animals !== undefined;

/** The subject on the store. */
export function onStore<T extends Subject>(subject: T, name: StoreName): T {
  if (name === 'own') return subject;
  const { server, change } = subject;
  const stocked = {
    ...subject,
    server: (now: () => number) => ({ ...server?.(now), animals: kennel(atStart) }),
  };
  if (name === 'oldest') return stocked;
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
