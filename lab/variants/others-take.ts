/** Others take away animals, some of them of the run, and no more than a run allows them. */
import type { Animal } from '../../src/reference/animal.ts';
import { type Change, pageOf, remembering, together } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { counting } from '../store-changes.ts';
import { rich } from './freedoms.ts';
import { staging } from './limiters.ts';
import { timed } from './shop-others.ts';
import { shared } from './staging-others.ts';

/** What others take away, and when, in milliseconds. */
interface Taken {
  /** The first three animals of the run that are such; `afterMs` since each was created. */
  readonly own: {
    readonly isSuch: (animal: Animal, place: number) => boolean;
    readonly afterMs: number;
  };
  /** Ids of animals of the start, from the third second on. */
  readonly old: readonly bigint[];
}

const taking = ({ own: mine, old }: Taken): Change =>
  remembering(() => {
    const chosen = new Set<bigint>();
    const isMine = (animal: Animal, place: number) => {
      if (mine.isSuch(animal, place) && chosen.size < 3) chosen.add(animal.id);
      return chosen.has(animal.id);
    };
    return together(
      counting,
      timed((since) =>
        shared((animal, { own, age }) => {
          const isTaken =
            own === 0
              ? old.includes(animal.id) && since() > 3000
              : isMine(animal, own) && age > mine.afterMs;
          return isTaken ? undefined : animal;
        }),
      ),
    );
  });

const newestFirst: Change = ({ list }) => ({
  list: (store, selection, call) => {
    const all = list(store, { limit: Number.MAX_SAFE_INTEGER }, call);
    return pageOf(all.toReversed(), selection);
  },
});

/** Animals with unusual names are read at first, and again at the end of a full run. */
const readTwice: Taken['own'] = {
  isSuch: ({ name, categoryId }) => /[^a-z]/i.test(name) && categoryId === 3n,
  afterMs: 11_000,
};

const beforeAnybodyLooks: Taken['own'] = {
  isSuch: (_, place) => [5, 15, 25].includes(place),
  afterMs: 0,
};

const atTheTop = [20n, 50n, 80n];

/** On a page of a hundred that begins with the forty of the run. */
const furtherDown = [90n, 100n, 110n];

/**
 * Others take two animals of the run away before anybody has seen them, and one that was read; an animal that is
 * created 24 seconds later is given the id of the second.
 */
const takenAndGivenAgain: Change = remembering(() => {
  const taken = new Set<Animal>();
  let made = 0;
  let last: bigint | undefined;
  let free: { readonly id: bigint; readonly at: number } | undefined;
  const readOne: Change = shared((animal, { own, age }) =>
    own === 4 && age > 11_000 ? undefined : animal,
  );
  return together(readOne, ({ keep, find, list }) => ({
    newId: (store, call) => {
      if (free !== undefined && call.at - free.at > 24_000) {
        const { id } = free;
        free = undefined;
        return id;
      }
      last = (last ?? BigInt(store.size)) + 1n;
      return last;
    },
    keep: (animal, call) => {
      const kept = keep(animal, call);
      made += 1;
      if (kept && (made === 5 || made === 14)) taken.add(kept);
      if (made === 14) free = { id: animal.id, at: call.at };
      return kept;
    },
    list: (store, selection, call) => {
      const all = list(store, { limit: Number.MAX_SAFE_INTEGER }, call);
      return pageOf(
        all.filter((one) => !taken.has(one)),
        selection,
      );
    },
    find: (store, call) => {
      const found = find(store, call);
      return found && !taken.has(found) ? found : undefined;
    },
  }));
});

const variants: readonly Variant[] = [
  {
    id: 'others.three-taken-away-in-full',
    title:
      'has 120 animals, of which others take three away, and three of the forty of a full run once they were read',
    change: taking({ own: readTwice, old: atTheTop }),
  },
  {
    id: 'others.three-taken-away-newest-first-in-full',
    title:
      'lists the newest of its 120 animals first; others take three away, and three of a full run once they were read',
    change: together(taking({ own: readTwice, old: furtherDown }), newestFirst),
  },
  {
    id: 'others.three-taken-at-once-in-full',
    title:
      'has 120 animals, of which others take three away, and three of a full run before anybody has seen them',
    change: taking({ own: beforeAnybodyLooks, old: atTheTop }),
  },
  {
    id: 'others.three-taken-at-once-newest-first-in-full',
    title:
      'lists the newest of its 120 animals first; others take three away, and three of a full run at once',
    change: together(taking({ own: beforeAnybodyLooks, old: furtherDown }), newestFirst),
  },
  {
    id: 'others.two-taken-at-once-id-given-again-late-in-full',
    title:
      'loses two animals of a full run to others at once, and one that was read; gives the id of one again much later',
    change: takenAndGivenAgain,
  },
];

/** All of these in full, on a store of which a list shows the oldest, with the latency of the internet. */
export const othersTakeVariants: readonly Variant[] = variants.map((variant) => ({
  ...variant,
  settings: { profile: 'full' },
  server: rich(120),
  inVirtualTime: staging,
}));
