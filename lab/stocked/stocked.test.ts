/** What a stocked store shows of faults of which lists tell on an empty one, and whom that must not accuse. */
import { expect, test } from 'vitest';
import type { Animal } from '../../src/reference/animal.ts';
import { type Change, remembering } from '../../src/reference/changes.ts';
import type { Subject } from '../../src/reference/subject.ts';
import { faults } from '../faults.ts';
import { tryOut } from '../trial.ts';
import { asShown } from './run-stocked.ts';
import { onStock, stockOrders } from './stock.ts';

test.each([
  // Written in one form, on a store that needs few animals.
  'forms.one-line-read',
  'forms.order-of-members',
  'wire.space-before-body-refused',
  // Kept beside what was asked for, or in the place of it.
  'engine.each-twice',
  'engine.pending-twice',
  'engine.namesake-swallowed',
  'engine.made-by-looking',
  'store.kept-as-available',
  'store.kept-before-the-status-is-checked',
  // Seen in a second or third look.
  'remembered.animals-by-address',
  'store.list-after-read-puts-it-on-top',
  'store.list-last-name-of-next-page',
  'store.negative-category-read-as-unsigned',
  'store.read-twice-then-gone',
  'store.second-read-without-category',
])('%s is found, whichever animals lists begin with', async (id) => {
  const fault = faults.find((one) => one.id === id);
  if (!fault) throw new Error(`the lab has no ${id}`);
  for (const order of stockOrders) {
    const { breaks } = asShown(fault, order);
    const { failed, defects } = await tryOut(onStock(fault, order), { seed: 1 });
    expect(Object.keys(failed), order).toEqual(expect.arrayContaining([...breaks]));
    expect(defects).toEqual([]);
  }
});

/** Adds an animal of others before each creation; `like` makes it of the latest one of the run. */
const othersAdd = (like: (latest: Animal | undefined, id: bigint) => Animal): Change =>
  remembering(() => {
    let latest: Animal | undefined;
    return ({ keep, newId }) => ({
      newId: (store, call) => {
        store.add(like(latest, newId(store, call)));
        return newId(store, call);
      },
      keep: (animal, call) => {
        latest = animal;
        return keep(animal, call);
      },
    });
  });

const conformant: readonly Subject[] = [
  {
    id: 'others-between',
    title: 'is given animals by others between those of the run',
    change: othersAdd((_, id) => ({ id, name: `Stranger ${id}`, categoryId: 2n })),
  },
  {
    id: 'one-copied',
    title: 'is shared with others, who copy one animal of the run',
    change: remembering(() => {
      let copied: string | undefined;
      return othersAdd((latest, id) => {
        const isFree = latest !== undefined && copied === undefined;
        copied ??= latest?.name;
        return isFree ? { ...latest, id } : { id, name: `Stranger ${id}`, categoryId: 2n };
      });
    }),
  },
  {
    id: 'odd-kept-back',
    title: 'keeps an animal of a category below zero back for a person to look at',
    change: ({ find }) => ({
      find: (store, call) => {
        const found = find(store, call);
        return found && found.categoryId < 0n ? undefined : found;
      },
    }),
  },
  {
    id: 'taken-away-after-two-looks',
    title: 'is shared with others, who take an animal of the start away once it was read twice',
    change: remembering(() => {
      const reads = new Map<bigint, number>();
      const isGone = ({ id }: Animal) => id <= 300n && (reads.get(id) ?? 0) > 1;
      return ({ find, list }) => ({
        find: (store, call) => {
          const found = find(store, call);
          if (!found || isGone(found)) return undefined;
          reads.set(found.id, (reads.get(found.id) ?? 0) + 1);
          return found;
        },
        list: (store, selection, call) => {
          const all = list(store, { ...selection, limit: 1000 }, call);
          return all.filter((one) => !isGone(one)).slice(0, selection.limit);
        },
      });
    }),
  },
];

test.each(conformant)('a service is not accused that $title', async (subject) => {
  for (const order of stockOrders) {
    for (const seed of [1, 2, 3]) {
      const { failed, verdict } = await tryOut(onStock(subject, order), { seed });
      expect({ failed, verdict }, `${order} ${seed}`).toEqual({
        failed: {},
        verdict: 'conformant',
      });
    }
  }
});
