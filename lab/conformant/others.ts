/** Others use the same store: they edit, sell, add and take away animals, and reset it. */

import { readInt64 } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  beforeUse,
  type Change,
  membersOf,
  pageOf,
  together,
} from '../../src/reference/changes.ts';
import type { Store } from '../../src/reference/store.ts';
import type { Animal } from '../../src/spec/animal.ts';
import { petStatuses } from '../../src/spec/animal.ts';
import { digits } from '../member-changes.ts';
import { counting } from '../store-changes.ts';
import { allListed, type Freedoms, forEach, holding, minute, named, type Rows } from './freedom.ts';

/** What others know of an animal when they find it. */
interface Facts {
  /** Its number among the creations of this service, from 1; 0 for an animal that was there before. */
  readonly own: number;
  /** Milliseconds since its creation; infinite for an animal that was there before. */
  readonly age: number;
  /** How often a list or a read has shown it. */
  readonly shown: number;
  /** How many calls the service has received. */
  readonly calls: number;
  /** Milliseconds since the first creation, list or read. */
  readonly since: number;
}

/** What others make of an animal; undefined if they take it away. */
type Fate = (animal: Animal, facts: Facts) => Animal | undefined;

/** Shows every animal as others left it. What is taken away stays away. */
const sharedWith =
  (fate: Fate): Change =>
  ({ keep, list, find }) => {
    const own = new Map<bigint, { readonly number: number; readonly at: number }>();
    const shown = new Map<bigint, number>();
    const gone = new Set<bigint>();
    let first: number | undefined;
    const now = (animal: Animal, { at, sequence }: Call): Animal[] => {
      first ??= at;
      if (gone.has(animal.id)) return [];
      const made = own.get(animal.id) ?? { number: 0, at: Number.NEGATIVE_INFINITY };
      const left = fate(animal, {
        own: made.number,
        age: at - made.at,
        shown: shown.get(animal.id) ?? 0,
        calls: sequence,
        since: at - first,
      });
      if (left === undefined) gone.add(animal.id);
      return left === undefined ? [] : [left];
    };
    const see = (animals: readonly Animal[]) => {
      for (const { id } of animals) shown.set(id, (shown.get(id) ?? 0) + 1);
      return animals;
    };
    return {
      keep: (animal, call) => {
        first ??= call.at;
        own.set(animal.id, { number: own.size + 1, at: call.at });
        gone.delete(animal.id);
        return keep(animal, call);
      },
      list: (store, selection, call) => {
        const all = allListed(list, store, call).flatMap((animal) => now(animal, call));
        return see(pageOf(all, selection));
      },
      find: (store, call) => {
        const found = find(store, call);
        return see(found === undefined ? [] : now(found, call))[0];
      },
    };
  };

/** What others make of the animals of the run, or of those that were there before. */
const ofOwn = (change: Fate) =>
  sharedWith((animal, facts) => (facts.own > 0 ? change(animal, facts) : animal));
const ofOld = (change: Fate) =>
  sharedWith((animal, facts) => (facts.own === 0 ? change(animal, facts) : animal));

/** Others take away the animals of the run, or the old ones, that meet the condition. */
const takingOwn = (which: (facts: Facts, animal: Animal) => boolean) =>
  ofOwn((animal, facts) => (which(facts, animal) ? undefined : animal));
const takingOld = (which: (facts: Facts, animal: Animal) => boolean) =>
  ofOld((animal, facts) => (which(facts, animal) ? undefined : animal));
/** Others edit the animals of the run that meet the condition. */
const editing = (which: (facts: Facts) => boolean, edit: Partial<Animal>) =>
  ofOwn((animal, facts) => (which(facts) ? { ...animal, ...edit } : animal));

/** The animal with its status moved on by so many. */
export const turned = (animal: Animal, by: number): Animal => ({
  ...animal,
  status: petStatuses[(petStatuses.indexOf(animal.status ?? 'sold') + by) % 3] ?? 'sold',
});

const statuses: Rows = {
  'own-sold-at-once': ofOwn((animal) => ({ ...animal, status: 'sold' })),
  'reserved-at-once': [
    'others reserve each available animal as soon as it is there',
    sharedWith((one) => (one.status === 'available' ? { ...one, status: 'pending' } : one)),
  ],
  'statuses-with-each-call': sharedWith((animal, { calls }) => turned(animal, calls)),
  'statuses-each-second': [
    'others move each animal to the next status every second',
    sharedWith((animal, { since }) => turned(animal, Math.floor(since / 1000))),
  ],
  'sold-archived': takingOwn(({ age }, { status }) => status === 'sold' && age > 3000),
};

const takings: Rows = {
  'first-taken': takingOwn(({ own, shown }) => own === 1 && shown > 0),
  'two-taken': takingOwn(({ own, shown }) => (own === 2 || own === 4) && shown > 1),
  'every-sixth-taken': takingOwn(({ own, shown }) => own % 6 === 0 && shown > 0),
  'oldest-taken-with-each-call': takingOld(({ calls }, { id }) => id <= BigInt(calls)),
};

const edits: Rows = {
  'first-filed-elsewhere': editing(({ own }) => own === 1, { categoryId: 8n }),
  'second-renamed': editing(({ own }) => own === 2, { name: 'Bello' }),
  'two-edited': editing(({ own }) => own === 2 || own === 5, { name: 'Bello', categoryId: 9n }),
  'old-filed-elsewhere': [
    'others file all old animals under another category',
    ofOld((animal, { calls }) => (calls > 30 ? { ...animal, categoryId: 4n } : animal)),
  ],
};

/** What a job does to the store, before each call. */
type Job = (store: Store, since: number, call: Call) => void;

const job =
  (make: () => Job): Change =>
  (base) => {
    const work = make();
    let first: number | undefined;
    return beforeUse((store, call) => {
      first ??= call.at;
      work(store, call.at - first, call);
    })(base);
  };

/** Does something once, some milliseconds after the first call. */
const onceAfter = (ms: number, work: (store: Store) => void): Change =>
  job(() => {
    let done = false;
    return (store, since) => {
      if (done || since < ms) return;
      done = true;
      work(store);
    };
  });

/** Edits all animals that are there, once. */
const migrated = (ms: number, edit: (animal: Animal) => Partial<Animal>): Change =>
  onceAfter(ms, (store) => {
    for (const one of store.all()) store.add({ ...one, ...edit(one) });
  });

const stranger = (id: bigint): Animal => ({
  id,
  name: `Stranger ${id}`,
  categoryId: 2n,
  status: petStatuses[Number(id % 3n)] ?? 'sold',
});

const jobs: Rows = {
  'names-to-capitals-early': migrated(600, ({ name }) => ({ name: name.toUpperCase() })),
  'names-cut': migrated(600, ({ name }) => ({ name: [...name].slice(0, 24).join('') })),
  'categories-merged': migrated(600, () => ({ categoryId: 1n })),
  'all-anonymised': migrated(600, () => ({ name: 'Nobody', categoryId: 2n })),
  'seeded-in-the-midst': [
    'a job adds 500 animals four seconds on',
    onceAfter(4000, (store) => {
      for (let at = 0n; at < 500n; at += 1n) store.add(stranger(10_000n + at));
    }),
  ],
  'added-with-each-call': [
    'others add an animal before each call',
    beforeUse((store) => store.add(stranger((store.all().at(-1)?.id ?? 0n) + 1n))),
  ],
  'own-copied-once': [
    'others add an animal of the same name as one of the run',
    together(counting, ({ keep, list, newId }) => {
      let own = 0;
      const copies: Animal[] = [];
      return {
        keep: (animal, call) => {
          own += 1;
          if (own === 2) copies.push(animal);
          return keep(animal, call);
        },
        list: (store, selection, call) => {
          for (const animal of copies.splice(0)) store.add({ ...animal, id: newId(store, call) });
          return list(store, selection, call);
        },
      };
    }),
  ],
};

/** Hides the animals that a rule takes away. */
const without =
  (isGone: (animal: Animal, call: Call) => boolean): Change =>
  ({ list, find }) => ({
    list: (store, selection, call) =>
      pageOf(
        allListed(list, store, call).filter((one) => !isGone(one, call)),
        selection,
      ),
    find: (store, call) => {
      const found = find(store, call);
      return found && !isGone(found, call) ? found : undefined;
    },
  });

/**
 * Puts the store back to what it held before the first creation, when the clock or a creation says so. Ids are counted
 * from there again, or go on.
 */
const resetting = (
  isDue: (since: number, resets: number, call: Call) => boolean,
  ids: 'again' | 'on',
): Change => {
  return (base) => {
    const removed = new Set<Animal>();
    let own: Animal[] = [];
    let [first, resets, highest] = [Number.NaN, 0, 0n];
    const maybeReset = (call: Call) => {
      if (Number.isNaN(first)) first = call.at;
      if (!isDue(call.at - first, resets, call)) return;
      resets += 1;
      for (const one of own) removed.add(one);
      own = [];
    };
    const there = (store: Store) => store.all().filter((one) => !removed.has(one));
    const hiding = without((one) => removed.has(one))(base);
    return {
      ...hiding,
      caller: (call) => {
        maybeReset(call);
        return base.caller(call);
      },
      newId: (store, call) => {
        // An id that a creation sends is free if its animal has gone (section 2 leaves that open).
        const sent = readInt64(digits(membersOf(call.body)?.id));
        const held = sent === undefined ? undefined : store.get(sent);
        if (held && removed.has(held)) return held.id;
        const last = there(store).reduce((most, { id }) => (id > most ? id : most), 0n);
        highest = ids === 'on' && highest > last ? highest + 1n : last + 1n;
        return highest;
      },
      keep: (animal, call) => {
        const kept = base.keep(animal, call);
        if (kept) own.push(kept);
        return kept;
      },
    };
  };
};

const resetAt = (ms: number, ids: 'again' | 'on') =>
  resetting((since, resets) => resets === 0 && since >= ms, ids);

/** Gives an id by those that are left, and takes some creations away before anybody has seen them. */
const takenAtOnce =
  (which: readonly number[], next: (ids: ReadonlySet<bigint>) => bigint): Change =>
  (base) => {
    const removed = new Set<Animal>();
    let made = 0;
    return {
      ...without((one) => removed.has(one))(base),
      newId: (store) =>
        next(new Set(store.all().flatMap((one) => (removed.has(one) ? [] : [one.id])))),
      keep: (animal, call) => {
        const kept = base.keep(animal, call);
        made += 1;
        if (kept && which.includes(made)) removed.add(kept);
        return kept;
      },
    };
  };
const aboveHighest = (ids: ReadonlySet<bigint>) =>
  [...ids].reduce((most, id) => (id > most ? id : most), 0n) + 1n;

/** Milliseconds after the first call. */
const resetTimes = [400, 2500, 9000];

const resets: Rows = {
  ...forEach('reset-ids-again-at', resetTimes, (ms) => resetAt(ms, 'again')),
  ...forEach('reset-ids-on-at', resetTimes, (ms) => resetAt(ms, 'on')),
  'reset-each-minute': [
    'is reset every minute, as a demonstration is',
    resetting((since, resets) => Math.floor(since / minute) > resets, 'again'),
    { settings: { plan: 'free' }, server: () => ({ plan: 'free' }) },
  ],
  'first-id-given-again': takenAtOnce([1], aboveHighest),
};

/** Others file the newest old animal anew, and it gets the same id: it is away for a part of each period. */
const filedAnew = (periodMs: number, thereMs: number): Change => {
  return (base) => {
    let first: number | undefined;
    return without(({ id }, { at }) => {
      first ??= at;
      return id === 40n && (at - first) % periodMs >= thereMs;
    })(base);
  };
};

const readOnly: Rows = {
  'filed-anew-each-three-seconds': [
    'others file an animal anew every three seconds, under the same id, while it is only read',
    filedAnew(3000, 1800),
    { ...holding(40), settings: { profile: 'read-only' } },
  ],
};

export const otherFreedoms: Freedoms = named('others', {
  ...statuses,
  ...takings,
  ...edits,
  ...jobs,
  ...resets,
  ...readOnly,
});
