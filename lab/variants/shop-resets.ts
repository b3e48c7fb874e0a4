/** A staging store is reset, at night or by hand, and tables give the ids of lost rows again. */
import type { Animal } from '../../src/reference/animal.ts';
import type { Call } from '../../src/reference/call.ts';
import { type Change, pageOf, remembering, together } from '../../src/reference/changes.ts';
import type { Store } from '../../src/reference/store.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { rich } from './freedoms.ts';
import { staging } from './limiters.ts';
import { onceAfter } from './shop-others.ts';

/** Takes the newest animal away once, after some milliseconds; ids are one above the highest that is there. */
const takingNewest = (ms: number): Change =>
  remembering(() => {
    const gone = new Map<bigint, string>();
    const isGone = ({ id, name }: Animal) => gone.get(id) === name;
    const left = (store: Store) => store.all().filter((one) => !isGone(one));
    const highest = (store: Store) =>
      left(store).reduce((most, { id }) => (id > most ? id : most), 0n);
    return together(
      onceAfter(ms, (store) => {
        const newest = store.get(highest(store));
        if (newest) gone.set(newest.id, newest.name);
      }),
      ({ list, find }) => ({
        newId: (store) => highest(store) + 1n,
        list: (store, selection, call) => {
          list(store, selection, call);
          return pageOf(left(store), selection);
        },
        find: (store, call) => {
          const found = find(store, call);
          return found && !isGone(found) ? found : undefined;
        },
      }),
    );
  });

/**
 * Takes creations away before anybody has seen them: the n-th of a run; `next` gives an id beside those that are left.
 */
const takenAtOnce = (which: readonly number[], next: (ids: readonly bigint[]) => bigint): Change =>
  remembering(() => {
    const gone = new Set<Animal>();
    let made = 0;
    const left = (store: Store) => store.all().filter((one) => !gone.has(one));
    return ({ keep, find }) => ({
      newId: (store) => next(left(store).map(({ id }) => id)),
      keep: (animal, call) => {
        const kept = keep(animal, call);
        made += 1;
        if (kept && which.includes(made)) gone.add(kept);
        return kept;
      },
      list: (store, selection) => pageOf(left(store), selection),
      find: (store, call) => {
        const found = find(store, call);
        return found && !gone.has(found) ? found : undefined;
      },
    });
  });

const aboveHighest = (ids: readonly bigint[]) =>
  ids.reduce((most, id) => (id > most ? id : most), 0n) + 1n;

const lowestFree = (ids: readonly bigint[]) => {
  const taken = new Set(ids);
  let id = 1n;
  while (taken.has(id)) id += 1n;
  return id;
};

/** Resets the store to its animals at the start, once, and counts ids from there again. */
export const resetAfter = (ms: number, count: number, idsGoOn = false): Change =>
  remembering(() => {
    let from = 0n;
    let last = 0n;
    const isThere = ({ id }: Animal) => id <= BigInt(count) || id >= from;
    const overwritten = new Set<bigint>();
    return together(
      onceAfter(ms, () => {
        from = idsGoOn ? last + 1n : 10n ** 12n;
        last = idsGoOn ? last : BigInt(count);
      }),
      ({ list, find, newId }) => ({
        newId: (store, call) => {
          newId(store, call);
          last = last === 0n ? BigInt(count) + 1n : last + 1n;
          if (from !== 0n) overwritten.add(last);
          return last;
        },
        list: (store, selection, call) => {
          list(store, selection, call);
          return pageOf(
            store.all().filter((one) => isThere(one) || overwritten.has(one.id)),
            selection,
          );
        },
        find: (store, call) => {
          const found = find(store, call);
          return found && (isThere(found) || overwritten.has(found.id)) ? found : undefined;
        },
      }),
    );
  });

/** One animal of the start after another is adopted, until the store is reset and they are there again. */
const adoptedUntil = (ms: number, eachMs: number): Change =>
  remembering(() => ({ list, find }) => {
    let first: number | undefined;
    const isGone = ({ id }: Animal, { at }: Call) => {
      first ??= at;
      return at - first < ms && id <= BigInt(Math.floor((at - first) / eachMs));
    };
    return {
      list: (store, selection, call) =>
        list(store, { ...selection, limit: 1000 }, call)
          .filter((one) => !isGone(one, call))
          .slice(0, selection.limit),
      find: (store, call) => {
        const found = find(store, call);
        return found && !isGone(found, call) ? found : undefined;
      },
    };
  });

/** The same at intervals. */
const resetEach = (ms: number, count: number): Change =>
  remembering(() => ({ list, find, newId, caller }) => {
    const madeIn = new Map<bigint, number>();
    let [first, now, last] = [Number.NaN, 0, BigInt(count)];
    const isThere = ({ id }: Animal) => id <= BigInt(count) || madeIn.get(id) === now;
    return {
      caller: (call) => {
        if (Number.isNaN(first)) first = call.at;
        const time = Math.floor((call.at - first) / ms);
        if (time !== now) last = BigInt(count);
        now = time;
        return caller(call);
      },
      newId: (store, call) => {
        newId(store, call);
        last += 1n;
        madeIn.set(last, now);
        return last;
      },
      list: (store, selection, call) => {
        list(store, selection, call);
        return pageOf(store.all().filter(isThere), selection);
      },
      find: (store, call) => {
        const found = find(store, call);
        return found && isThere(found) ? found : undefined;
      },
    };
  });

const resets: readonly Variant[] = [
  {
    id: 'others.row-ids-given-again',
    title:
      'gives one above its highest id, and others took the newest animal away in the fourth second',
    server: rich(40),
    change: takingNewest(4000),
  },
  {
    id: 'others.first-taken-at-once-id-given-again',
    title:
      'gives one above its highest id, and others take the first animal of the run away at once',
    server: rich(40),
    change: takenAtOnce([1], aboveHighest),
  },
  {
    id: 'others.newest-taken-at-once-id-given-again',
    title:
      'gives one above its highest id, and others take the third animal of the run away at once',
    server: rich(40),
    change: takenAtOnce([3], aboveHighest),
  },
  {
    id: 'others.two-taken-at-once-ids-given-again',
    title: 'gives one above its highest id, and others take two animals of the run away at once',
    change: takenAtOnce([2, 5], aboveHighest),
  },
  {
    id: 'others.taken-while-others-come-id-given-again',
    title:
      'gives one above its highest id, and others take an animal away at once while others are created',
    change: takenAtOnce([12], aboveHighest),
  },
  {
    id: 'others.last-taken-at-once-id-given-again',
    title: 'gives one above its highest id, and others take the ninth animal away at once',
    server: rich(120),
    change: takenAtOnce([9], aboveHighest),
  },
  {
    id: 'others.lowest-id-given-again',
    title: 'gives the lowest free id, and others take two animals of the run away at once',
    change: takenAtOnce([2, 14], lowestFree),
  },
  {
    id: 'others.reset-in-the-midst',
    title: 'is reset to its 40 animals in the sixth second, and counts ids from there again',
    server: rich(40),
    change: resetAfter(6000, 40),
  },
  {
    id: 'others.reset-in-the-midst-ids-go-on',
    title: 'is reset to its 40 animals in the sixth second, and counts ids on',
    server: rich(40),
    change: resetAfter(6000, 40, true),
  },
  {
    id: 'others.reset-after-three-creations',
    title: 'is reset to its 40 animals within the first second, and counts ids from there again',
    server: rich(40),
    change: resetAfter(300, 40),
  },
  {
    id: 'others.reset-at-once',
    title: 'is reset to its 40 animals 0.9 seconds on, and counts ids from there again',
    server: rich(40),
    change: resetAfter(900, 40),
  },
  {
    id: 'others.reset-each-minute',
    title: 'is reset to its 40 animals every minute, as a demonstration is',
    server: () => ({ plan: 'free', ...rich(40)() }),
    settings: { plan: 'free' },
    change: resetEach(60_000, 40),
  },
  {
    id: 'others.reset-brings-back',
    title: 'has 60 animals, adopted one by one, and is reset to all of them in the eleventh second',
    server: rich(60),
    change: together(resetAfter(11_000, 60, true), adoptedUntil(11_000, 200)),
  },
  {
    id: 'others.reset-beyond-lists',
    title: 'is reset to its 130 animals in the third second, of which a list shows 100',
    server: rich(130),
    change: resetAfter(3000, 130, true),
  },
  {
    id: 'others.reset-beyond-lists-in-full',
    title:
      'is reset to its 130 animals in the ninth second of a full run, of which a list shows 100',
    server: rich(130),
    change: resetAfter(9000, 130, true),
    settings: { profile: 'full' },
  },
  {
    id: 'others.reset-at-once-in-full-ids-go-on',
    title: 'is reset to nothing in the first second of a full run, and counts ids on',
    server: () => ({ plan: 'free' }),
    change: resetAfter(700, 0, true),
    settings: { profile: 'full', plan: 'free' },
  },
  {
    id: 'others.reset-between-two-lists',
    title: 'is reset to nothing 0.8 seconds on, between two lists, and counts ids on',
    server: () => ({ plan: 'free' }),
    change: resetAfter(800, 0, true),
    settings: { plan: 'free' },
  },
  {
    id: 'others.reset-while-creating-in-full',
    title: 'is reset to nothing 0.4 seconds on, while a full run creates, and counts ids again',
    server: () => ({ plan: 'free' }),
    change: resetAfter(400, 0),
    settings: { profile: 'full', plan: 'free' },
  },
  {
    id: 'others.reset-at-once-beyond-lists-in-full',
    title:
      'is reset to its 120 animals in the first second of a full run, counts ids on, and lists 100',
    server: () => ({ plan: 'free', ...rich(120)() }),
    change: resetAfter(700, 120, true),
    settings: { profile: 'full', plan: 'free' },
  },
  {
    id: 'others.reset-late',
    title: 'is reset to nothing in the ninth second',
    change: resetAfter(9000, 0, true),
  },
  {
    id: 'others.reset-early',
    title: 'is reset to its 90 animals in the third second',
    server: rich(90),
    change: resetAfter(3000, 90, true),
  },
];

/** A store that is reset, or loses its newest animal, during a run. */
export const shopResetVariants: readonly Variant[] = resets.map((variant) => ({
  ...variant,
  inVirtualTime: staging,
}));
