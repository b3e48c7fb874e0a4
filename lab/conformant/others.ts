import { beforeUse, type Change, together } from '../../src/reference/changes.ts';
import type { Store } from '../../src/reference/store.ts';
import type { Animal } from '../../src/spec/animal.ts';
import { petStatuses } from '../../src/spec/animal.ts';
import { altering, hiding } from '../changes.ts';
import { type Freedoms, forEach, named, type Rows } from './freedom.ts';

/** The animal with its status moved on by so many. */
const turned = (animal: Animal, by: number): Animal => ({
  ...animal,
  status: petStatuses[(petStatuses.indexOf(animal.status ?? 'sold') + by) % 3] ?? 'sold',
});

const statuses: Rows = {
  'own-sold-at-once': altering((one, _, birth) => (birth ? { ...one, status: 'sold' } : one)),
  'reserved-at-once': altering((one) =>
    one.status === 'available' ? { ...one, status: 'pending' } : one,
  ),
  // By no rule: what has a period may fall in step with requests that are sent in turn.
  'statuses-with-each-call': altering((one, { sequence }) =>
    turned(one, (sequence * 2654435761) >>> 7),
  ),
  'statuses-each-second': altering((one, { at }) => turned(one, Math.floor(at / 1000))),
  'sold-archived': hiding(
    ({ status }, { at }, birth) => status === 'sold' && at - (birth?.call.at ?? at) > 3000,
  ),
};

/** Others take creations away, of these numbers, a second after they were made. */
const taking = (...numbers: readonly number[]) =>
  hiding((_, { at }, birth) => {
    return birth !== undefined && numbers.includes(birth.nth) && at - birth.call.at > 1000;
  });
/** Others edit the creations of these numbers at once. */
const editing = (edit: Partial<Animal>, ...numbers: readonly number[]) =>
  altering((one, _, birth) => (birth && numbers.includes(birth.nth) ? { ...one, ...edit } : one));

const changes: Rows = {
  'first-taken': taking(1),
  'two-taken': taking(2, 4),
  'first-filed-elsewhere': editing({ categoryId: 8n }, 1),
  'two-edited': editing({ name: 'Bello', categoryId: 9n }, 2, 5),
  'old-filed-elsewhere': altering((one, { sequence }, birth) =>
    birth === undefined && sequence > 30 ? { ...one, categoryId: 4n } : one,
  ),
};

/** A job that runs once, some milliseconds after the first call. */
const onceAfter =
  (ms: number, work: (store: Store) => void): Change =>
  (base) => {
    let due: number | undefined;
    return beforeUse((store, { at }) => {
      due ??= at + ms;
      if (at < due) return;
      due = Number.POSITIVE_INFINITY;
      work(store);
    })(base);
  };

/** Edits all animals that are there, once. */
const migrated = (edit: (animal: Animal) => Partial<Animal>): Change =>
  onceAfter(600, (store) => {
    for (const one of store.all()) store.add({ ...one, ...edit(one) });
  });

const stranger = (id: bigint): Animal => ({
  id,
  name: `Stranger ${id}`,
  categoryId: 2n,
  status: petStatuses[Number(id % 3n)] ?? 'sold',
});

const jobs: Rows = {
  'names-cut': migrated(({ name }) => ({ name: [...name].slice(0, 24).join('') })),
  'all-anonymised': migrated(() => ({ name: 'Nobody', categoryId: 2n })),
  'seeded-in-the-midst': onceAfter(4000, (store) => {
    for (let at = 0n; at < 500n; at += 1n) store.add(stranger(10_000n + at));
  }),
  'added-with-each-call': beforeUse((store) =>
    store.add(stranger((store.all().at(-1)?.id ?? 0n) + 1n)),
  ),
};

/**
 * Puts the store back to what it held at the start, some milliseconds after the first call; ids begin anew, or go on.
 */
const resetAt =
  (ms: number, ids: 'again' | 'on'): Change =>
  (base) => {
    let due: number | undefined;
    const removed = new Set<Animal>();
    const own: Animal[] = [];
    const numbering: Change = ({ caller, keep }) => ({
      caller: (call) => {
        due ??= call.at + ms;
        if (call.at >= due) {
          due = Number.POSITIVE_INFINITY;
          for (const one of own) removed.add(one);
        }
        return caller(call);
      },
      newId: (store) => {
        const counted = store.all().filter((one) => ids === 'on' || !removed.has(one));
        return counted.reduce((most, { id }) => (id > most ? id : most), 0n) + 1n;
      },
      keep: (animal, call) => {
        const kept = keep(animal, call);
        if (kept) own.push(kept);
        return kept;
      },
    });
    return together(
      hiding((one) => removed.has(one)),
      numbering,
    )(base);
  };

const resetTimes = [2500, 9000];

const resets: Rows = {
  ...forEach('reset-ids-again-at', resetTimes, (ms) => resetAt(ms, 'again')),
  ...forEach('reset-ids-on-at', resetTimes, (ms) => resetAt(ms, 'on')),
};

export const otherFreedoms: Freedoms = named('others', {
  ...statuses,
  ...changes,
  ...jobs,
  ...resets,
});
