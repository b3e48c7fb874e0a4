/** Staging is shared: what others do to animals between two requests, including those of the run. */

import { petStatuses } from '../../src/catalogue/operations.ts';
import type { Animal } from '../../src/reference/animal.ts';
import type { Call } from '../../src/reference/call.ts';
import { type Change, pageOf } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { rich } from './freedoms.ts';

/** What others know of an animal when they find it. */
export interface Facts {
  /** Its number among the creations of this service, from 1; 0 for an animal that was there before. */
  readonly own: number;
  /** Milliseconds since its creation; infinite for an animal that was there before. */
  readonly age: number;
  /** How often a list or a read has shown it. */
  readonly shown: number;
  /** How many calls the service has received. */
  readonly calls: number;
  /** How many lists it has answered. */
  readonly lists: number;
}

/** What others make of an animal; undefined if they take it away. */
type Fate = (animal: Animal, facts: Facts) => Animal | undefined;

/** Shows every animal as others left it. What is taken away stays away. */
export const shared =
  (fate: Fate): Change =>
  ({ keep, find }) => {
    const own = new Map<bigint, { readonly number: number; readonly at: number }>();
    const shown = new Map<bigint, number>();
    const gone = new Set<bigint>();
    let lists = 0;
    const now = (animal: Animal, call: Call): Animal[] => {
      if (gone.has(animal.id)) return [];
      const { number, at } = own.get(animal.id) ?? { number: 0, at: Number.NEGATIVE_INFINITY };
      const seen = shown.get(animal.id) ?? 0;
      const facts = { own: number, age: call.at - at, shown: seen, calls: call.sequence, lists };
      const left = fate(animal, facts);
      if (left === undefined) gone.add(animal.id);
      return left === undefined ? [] : [left];
    };
    const see = (animals: readonly Animal[]) => {
      for (const { id } of animals) shown.set(id, (shown.get(id) ?? 0) + 1);
      return animals;
    };
    return {
      keep: (animal, call) => {
        own.set(animal.id, { number: own.size + 1, at: call.at });
        gone.delete(animal.id);
        return keep(animal, call);
      },
      list: (store, selection, call) => {
        lists += 1;
        return see(
          pageOf(
            store.all().flatMap((animal) => now(animal, call)),
            selection,
          ),
        );
      },
      find: (store, call) => {
        const found = find(store, call);
        return see(found === undefined ? [] : now(found, call))[0];
      },
    };
  };

export const turned = (animal: Animal, by: number): Animal => ({
  ...animal,
  status: petStatuses[(petStatuses.indexOf(animal.status ?? 'sold') + by) % 3] ?? 'sold',
});

export const ofOwn =
  (change: (animal: Animal, facts: Facts) => Animal | undefined): Fate =>
  (animal, facts) =>
    facts.own > 0 ? change(animal, facts) : animal;

const readOnly = { settings: { profile: 'read-only' } } as const;

const statuses: readonly Variant[] = [
  {
    id: 'staging.own-sold-at-once',
    title: 'is shared with others, who buy every animal of the run as soon as it is there',
    change: shared(ofOwn((animal) => ({ ...animal, status: 'sold' }))),
  },
  {
    id: 'staging.own-reserved-at-once',
    title: 'is shared with others, who reserve every available animal as soon as it is there',
    change: shared((animal) =>
      animal.status === 'available' ? { ...animal, status: 'pending' } : animal,
    ),
  },
  {
    id: 'staging.own-reserved-after-a-while',
    title: 'is shared with others, who reserve every animal of the run 60 ms after its creation',
    change: shared(
      ofOwn((animal, { age }) => (age < 60 ? animal : { ...animal, status: 'pending' })),
    ),
  },
  {
    id: 'staging.own-given-back',
    title: 'is shared with others, who give every sold animal back at once',
    change: shared((animal) =>
      animal.status === 'sold' ? { ...animal, status: 'available' } : animal,
    ),
  },
  {
    id: 'staging.statuses-move-with-each-list',
    title: 'is shared with others, who move every animal to another status after each list',
    change: shared((animal, { lists }) => turned(animal, lists)),
  },
  {
    id: 'staging.statuses-move-with-each-call',
    title: 'is shared with others, who move every animal to another status after each call',
    change: shared((animal, { calls }) => turned(animal, calls)),
  },
  {
    id: 'staging.statuses-move-in-a-rich-store',
    title: 'has 90 animals, which others move to another status after each call',
    server: rich(90),
    change: shared((animal, { calls }) => turned(animal, calls)),
  },
  {
    id: 'staging.statuses-move-read-only',
    title: 'is looked at without writing while others move 90 animals with each call',
    server: rich(90),
    ...readOnly,
    change: shared((animal, { calls }) => turned(animal, calls)),
  },
  {
    id: 'staging.status-lost-in-review',
    title: 'takes the status off an animal until a person has reviewed it, which nobody does',
    change: shared(
      ofOwn(({ status, ...animal }, { own }) =>
        own % 7 === 3 || status === undefined ? animal : { ...animal, status },
      ),
    ),
  },
  {
    id: 'staging.reviewed-first',
    title: 'makes every new animal pending until it is reviewed after 100 ms',
    change: shared(
      ofOwn((animal, { age }) => (age > 100 ? animal : { ...animal, status: 'pending' })),
    ),
  },
  {
    id: 'staging.all-sold-in-time',
    title: 'has 60 animals, of which others buy two with each call until all are sold',
    server: rich(60),
    change: shared((animal, { own, calls }) =>
      own === 0 && animal.id <= BigInt(calls * 2) ? { ...animal, status: 'sold' } : animal,
    ),
  },
];

const takings: readonly Variant[] = [
  {
    id: 'staging.own-first-taken-away',
    title: 'is shared with others, who take the first animal of the run away once it was listed',
    change: shared(
      ofOwn((animal, { own, shown }) => (own === 1 && shown > 0 ? undefined : animal)),
    ),
  },
  {
    id: 'staging.own-one-taken-away-at-once',
    title: 'is shared with others, who take one animal of the run away before anybody has seen it',
    change: shared(ofOwn((animal, { own }) => (own === 3 ? undefined : animal))),
  },
  {
    id: 'staging.own-two-taken-away',
    title: 'is shared with others, who take two animals of the run away once they were listed',
    change: shared(
      ofOwn((animal, { own, shown }) =>
        (own === 2 || own === 4) && shown > 1 ? undefined : animal,
      ),
    ),
  },
  {
    id: 'staging.own-every-sixth-taken-away',
    title: 'is shared with others, who take every sixth animal of the run away once it was shown',
    change: shared(
      ofOwn((animal, { own, shown }) => (own % 6 === 0 && shown > 0 ? undefined : animal)),
    ),
  },
  {
    id: 'staging.read-animals-taken-away',
    title: 'has 60 animals, of which others take each away that a list has shown nine times',
    server: rich(60),
    change: shared((animal, { own, shown }) => (own === 0 && shown > 8 ? undefined : animal)),
  },
  {
    id: 'staging.oldest-taken-away-with-each-call',
    title: 'has 200 animals, of which others take away the oldest with each call',
    server: rich(200),
    change: shared((animal, { own, calls }) =>
      own === 0 && animal.id <= BigInt(calls) ? undefined : animal,
    ),
  },
  {
    id: 'staging.oldest-taken-away-read-only',
    title: 'is looked at without writing while others take away the oldest of 300 with each call',
    server: rich(300),
    ...readOnly,
    change: shared((animal, { calls }) => (animal.id <= BigInt(calls) ? undefined : animal)),
  },
  {
    id: 'staging.last-taken-away-read-only',
    title: 'is looked at without writing while others take away the newest of 90 with each call',
    server: rich(90),
    ...readOnly,
    change: shared((animal, { calls }) =>
      animal.id > BigInt(90 - Math.floor(calls / 2)) ? undefined : animal,
    ),
  },
  {
    id: 'staging.ids-given-again',
    title: 'has 40 animals, which others take away one by one, and gives their ids again',
    server: rich(40),
    change: (base) => {
      const change = shared((animal, { own, calls }) =>
        own === 0 && animal.id <= BigInt(calls) ? undefined : animal,
      )(base);
      let next = 0n;
      return {
        ...change,
        // Only ids whose animals were taken away long ago.
        newId: (store, call) => {
          if (next + 3n < BigInt(call.sequence) && next < 40n) next += 1n;
          else return base.newId(store, call);
          return next;
        },
      };
    },
  },
];

const edits: readonly Variant[] = [
  {
    id: 'staging.own-first-moved-to-another-category',
    title: 'is shared with others, who move the first animal of the run to another category',
    change: shared(
      ofOwn((animal, { own }) => (own === 1 ? { ...animal, categoryId: 8n } : animal)),
    ),
  },
  {
    id: 'staging.own-second-renamed',
    title: 'is shared with others, who give the second animal of the run another name',
    change: shared(ofOwn((animal, { own }) => (own === 2 ? { ...animal, name: 'Bello' } : animal))),
  },
  {
    id: 'staging.own-two-edited',
    title: 'is shared with others, who edit the second and the fifth animal of the run',
    change: shared(
      ofOwn((animal, { own }) =>
        own === 2 || own === 5 ? { ...animal, name: 'Bello', categoryId: 9n } : animal,
      ),
    ),
  },
  {
    id: 'staging.old-moved-to-another-category',
    title: 'has 60 animals, of which others move one to another category with each call',
    server: rich(60),
    change: shared((animal, { calls }) =>
      animal.id <= BigInt(Math.min(calls, 60)) ? { ...animal, categoryId: 4n } : animal,
    ),
  },
  {
    id: 'staging.old-renamed-read-only',
    title: 'is looked at without writing while others rename one of 90 animals with each call',
    server: rich(90),
    ...readOnly,
    change: shared((animal, { calls }) =>
      animal.id <= BigInt(calls) ? { ...animal, name: `${animal.name} the Second` } : animal,
    ),
  },
];

/** Others at work in the same store. */
export const othersVariants: readonly Variant[] = [...statuses, ...takings, ...edits];
