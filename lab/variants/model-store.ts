/** Conformant servers whose answers differ from one another for a good reason. */

import { petStatuses } from '../../src/catalogue/operations.ts';
import type { Animal } from '../../src/reference/animal.ts';
import {
  type Change,
  keeping,
  pageOf,
  remembering,
  selecting,
  together,
} from '../../src/reference/changes.ts';
import type { Store } from '../../src/reference/store.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { herd, shuffled } from './freedoms.ts';

/** Changes the animals that others may change, before each request that reads: the n-th of a run. */
const othersChange = (change: (store: Store, reads: number) => void): Change =>
  remembering(() => {
    let reads = 0;
    return ({ list, find }) => ({
      list: (store, selection, call) => {
        reads += 1;
        change(store, reads);
        return list(store, selection, call);
      },
      find: (store, call) => {
        reads += 1;
        change(store, reads);
        return find(store, call);
      },
    });
  });

const each = (change: (animal: Animal, reads: number) => Animal): Change =>
  othersChange((store, reads) => {
    for (const animal of store.all()) store.add(change(animal, reads));
  });

/** Animals from the first creation of the run on are its own. */
const inFourCategories = () => ({
  animals: herd(90, (at) => ({ categoryId: BigInt(1 + (at % 4)) })),
});

/** Takes an animal of the run away before certain reads, by their number. */
const takingAway = (when: Readonly<Record<number, bigint>>): Change =>
  remembering(() => {
    let reads = 0;
    const gone = new Set<bigint>();
    const later = () => {
      reads += 1;
      const taken = when[reads];
      if (taken !== undefined) gone.add(taken);
    };
    return ({ find }) => ({
      list: (store, selection) => {
        later();
        return pageOf(
          store.all().filter(({ id }) => !gone.has(id)),
          selection,
        );
      },
      find: (store, call) => {
        later();
        const found = find(store, call);
        return found && !gone.has(found.id) ? found : undefined;
      },
    });
  });

/** Answers a part of the reads from the store as it was some milliseconds ago. */
const replicas = (behindMs: number, which: (sequence: number) => boolean): Change =>
  remembering(() => {
    const history = new Map<bigint, { readonly at: number; readonly animal: Animal }[]>();
    const asOf = (animal: Animal, at: number): Animal | undefined => {
      const known = history.get(animal.id) ?? [];
      return known.findLast((one) => one.at <= at)?.animal;
    };
    return ({ keep, list, find }) => ({
      keep: (animal, call) => {
        history.set(animal.id, [{ at: call.at, animal }]);
        return keep(animal, call);
      },
      list: (store, selection, call) => {
        if (!which(call.sequence)) return list(store, selection, call);
        return pageOf(
          store.all().flatMap((animal) => asOf(animal, call.at - behindMs) ?? []),
          selection,
        );
      },
      find: (store, call) => {
        const found = find(store, call);
        if (found === undefined || !which(call.sequence)) return found;
        return asOf(found, call.at - behindMs);
      },
    });
  });

const sameAnimal: readonly Variant[] = [
  {
    id: 'model.others-recategorise-all-the-time',
    title: 'has 90 animals, and others put each into another category before each request',
    server: inFourCategories,
    change: each((animal, reads) =>
      animal.id <= 90n ? { ...animal, categoryId: BigInt(reads) } : animal,
    ),
  },
  {
    id: 'model.others-recategorise-to-and-fro',
    title: 'has 90 animals that others move between two categories, two requests long',
    server: inFourCategories,
    change: each((animal, reads) =>
      animal.id <= 90n
        ? { ...animal, categoryId: BigInt(1 + (Math.floor(reads / 2) % 2)) }
        : animal,
    ),
  },
  {
    id: 'model.others-rename-once',
    title: 'has 90 animals, all of which others rename in the middle of a run',
    server: inFourCategories,
    change: each((animal, reads) =>
      animal.id <= 90n && reads === 20 ? { ...animal, name: `Renamed ${animal.id}` } : animal,
    ),
  },
  {
    id: 'model.statuses-move-every-two-requests',
    title: 'has 90 animals that are sold and given back every two requests',
    server: inFourCategories,
    change: each((animal, reads) =>
      animal.id <= 90n
        ? { ...animal, status: Math.floor(reads / 2) % 2 === 0 ? 'available' : 'sold' }
        : animal,
    ),
  },
  {
    id: 'model.statuses-move-every-three-requests',
    title: 'moves each of 90 animals to the next status every three requests',
    server: inFourCategories,
    settings: { profile: 'read-only' },
    change: each((animal, reads) => ({
      ...animal,
      status: petStatuses[(Number(animal.id) + Math.floor(reads / 3)) % 3] ?? 'sold',
    })),
  },
];

const refusals: readonly Variant[] = [
  {
    id: 'model.refusals-use-up-ids',
    title: 'takes an id for each request, so that refused creations leave holes',
    change: () => ({ newId: (_, call) => BigInt(call.sequence) }),
  },
  {
    id: 'model.others-take-the-next-id',
    title: 'has 120 animals, and others add one, of another name, with each read',
    server: () => ({ animals: herd(120) }),
    change: othersChange((store) => {
      const id = BigInt(store.size) + 1n;
      store.add({ id, name: `Stranger ${id}`, categoryId: 2n, status: 'sold' });
    }),
  },
];

const staying: readonly Variant[] = [
  {
    id: 'model.others-take-one-of-ours',
    title: 'loses the first animal of the run to others, after 40 reads',
    change: takingAway({ 40: 1n }),
  },
  {
    id: 'model.others-take-two-of-ours',
    title: 'loses two animals of the run to others, after they were read',
    change: takingAway({ 28: 1n, 45: 2n }),
  },
  {
    id: 'model.one-replica-far-behind',
    title: 'asks a replica that is 350 ms behind for every third read',
    change: replicas(350, (sequence) => sequence % 3 === 0),
  },
  {
    id: 'model.one-of-five-replicas-far-behind',
    title: 'asks a replica that is 400 ms behind for every fifth read',
    change: replicas(400, (sequence) => sequence % 5 === 0),
  },
];

/** The next n animals in some order, with a maximum of its own whatever the limit. */
const cappedBy =
  (most: number, order: (animals: readonly Animal[], call: number) => Animal[]): Change =>
  () => ({
    list: (store, selection, call) =>
      pageOf(order(store.all(), call.sequence), {
        ...selection,
        limit: Math.min(most, selection.limit),
      }),
  });

const byStatus = (animals: readonly Animal[]) =>
  animals.toSorted(
    (a, b) => petStatuses.indexOf(a.status ?? 'sold') - petStatuses.indexOf(b.status ?? 'sold'),
  );

const pages: readonly Variant[] = [
  {
    id: 'model.pages-of-28-by-status',
    title: 'lists at most 28 animals, those available first',
    change: cappedBy(28, byStatus),
  },
  {
    id: 'model.pages-of-25-at-random',
    title: 'lists at most 25 animals, in another order each time',
    change: cappedBy(25, shuffled),
  },
  {
    id: 'model.pages-of-30-newest-first',
    title: 'lists at most 30 animals, the newest first',
    change: cappedBy(30, (animals) => animals.toReversed()),
  },
  {
    id: 'model.default-page-of-12',
    title: 'lists 12 animals unless a limit is given',
    change: selecting((selection, { query }) =>
      query.has('limit') ? selection : { ...selection, limit: 12 },
    ),
  },
  {
    id: 'model.pages-at-random-of-300',
    title: 'has 300 animals, and lists a random choice of them that others sell meanwhile',
    server: () => ({ animals: herd(300) }),
    change: together(
      each((animal, reads) =>
        animal.id === BigInt(reads) ? { ...animal, status: 'sold' } : animal,
      ),
      () => ({
        list: (store, selection, call) => pageOf(shuffled(store.all(), call.sequence), selection),
      }),
    ),
  },
];

const accepted: readonly Variant[] = [
  {
    id: 'model.control-characters-dropped',
    title: 'leaves characters that cannot be seen out of names',
    change: keeping((animal) => ({
      ...animal,
      name: animal.name.replace(/\p{Cc}/gu, '') || 'Rex',
    })),
  },
  {
    id: 'model.blank-names-replaced',
    title: 'calls an animal Unnamed whose name is empty or blank',
    change: keeping((animal) => ({ ...animal, name: animal.name.trim() || 'Unnamed' })),
  },
];

/** What the model might take for a contradiction. */
export const modelVariants: readonly Variant[] = [
  ...sameAnimal,
  ...refusals,
  ...staying,
  ...pages,
  ...accepted,
];
