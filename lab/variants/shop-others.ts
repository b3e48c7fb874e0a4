/** A store in use, with a user's own times: jobs, colleagues and customers change it during a run. */
import { petStatuses } from '../../src/catalogue/operations.ts';
import type { Animal } from '../../src/reference/animal.ts';
import type { Call } from '../../src/reference/call.ts';
import { type Change, remembering, together } from '../../src/reference/changes.ts';
import type { Store } from '../../src/reference/store.ts';
import { everyTurn, type Variant } from '../../src/reference/subject.ts';
import { chance } from '../chance.ts';
import { beforeUse, counting } from '../store-changes.ts';
import { herd, rich } from './freedoms.ts';
import { staging } from './limiters.ts';
import { fullAfter, unique } from './staging-creation.ts';
import { shared, turned } from './staging-others.ts';

/** What a job does to the store, before each call; `since`: milliseconds since the first call. */
type Job = (store: Store, since: number, call: Call) => void;

/** A job that runs before each call of the three operations. */
const job = (make: () => Job): Change =>
  remembering(() => {
    const work = make();
    let first: number | undefined;
    return beforeUse((store, call) => {
      first ??= call.at;
      work(store, call.at - first, call);
    });
  });

/** Does something once, some milliseconds after the first call. */
export const onceAfter = (ms: number, work: (store: Store) => void): Change =>
  job(() => {
    let done = false;
    return (store, since) => {
      if (done || since < ms) return;
      done = true;
      work(store);
    };
  });

const statusAt = (at: number) => petStatuses[at % 3] ?? 'sold';

const jobs: readonly Variant[] = [
  {
    id: 'others.seeded-in-the-midst',
    title: 'gets 500 more animals of another category from a seeding job, four seconds on',
    server: rich(30),
    change: onceAfter(4000, (store) => {
      for (let at = 0; at < 500; at += 1) {
        const id = 10_000n + BigInt(at);
        store.add({ id, name: `Seed ${at}`, categoryId: 8n, status: statusAt(at) });
      }
    }),
  },
  {
    id: 'others.seeded-bit-by-bit',
    title: 'gets an animal from an import every 50 ms, and lists the newest first',
    server: rich(12),
    change: together(
      ({ list }) => ({
        list: (store, selection, call) => {
          const all = store.all().toReversed();
          const matching = all.filter(
            ({ status }) => selection.status === undefined || status === selection.status,
          );
          return matching.slice(0, Math.min(selection.limit, list(store, selection, call).length));
        },
      }),
      job(() => {
        let made = 0;
        return (store, since) => {
          for (; made < since / 50; made += 1) {
            const id = 1_000_000n + BigInt(made);
            store.add({ id, name: `Import ${made}`, categoryId: 5n, status: statusAt(made) });
          }
        };
      }),
    ),
  },
  {
    id: 'others.all-sold-by-a-job',
    title: 'sells every available animal every two seconds, as a job does that tries the checkout',
    server: rich(90),
    change: job(() => {
      let last = 0;
      return (store, since) => {
        if (since - last < 2000) return;
        last = since;
        for (const one of store.all()) {
          if (one.status === 'available') store.add({ ...one, status: 'sold' });
        }
      };
    }),
  },
  {
    id: 'others.statuses-by-the-second',
    title: 'moves all animals to the next status every second, as a simulation does',
    server: rich(150),
    change: job(() => {
      let moved = 0;
      return (store, since) => {
        for (; moved < Math.floor(since / 1000); moved += 1) {
          for (const one of store.all()) store.add(turned(one, 1));
        }
      };
    }),
  },
  {
    id: 'others.reservations-lapse',
    title: 'makes a pending animal available again after three seconds',
    change: shared((animal, { own, age }) =>
      own > 0 && age > 3000 && animal.status === 'pending'
        ? { ...animal, status: 'available' }
        : animal,
    ),
  },
  {
    id: 'others.categories-merged',
    title: 'has its categories merged into one, six seconds on',
    server: () => ({ animals: herd(90, (at) => ({ categoryId: BigInt(1 + (at % 5)) })) }),
    change: onceAfter(6000, (store) => {
      for (const one of store.all()) store.add({ ...one, categoryId: 1n });
    }),
  },
  {
    id: 'others.categories-merged-in-a-full-store-full',
    title:
      'is full after 28 animals, and has its categories merged: what others edited has no twin to compare it with',
    settings: { plan: 'free', ...everyTurn },
    inVirtualTime: staging,
    server: () => ({ plan: 'free', animals: herd(40) }),
    change: together(
      onceAfter(600, (store) => {
        for (const one of store.all()) store.add({ ...one, categoryId: 1n });
      }),
      fullAfter(28, 507),
    ),
    undecided: ['get.same-animal'],
  },
  {
    id: 'others.names-tidied',
    title: 'has a colleague who puts the names of 60 old animals in order, one every 200 ms',
    server: rich(60),
    change: job(() => {
      let tidied = 0;
      return (store, since) => {
        for (; tidied < Math.min(60, since / 200); tidied += 1) {
          const one = store.get(BigInt(tidied + 1));
          if (one) store.add({ ...one, name: `${one.name} (${one.id})`, categoryId: 12n });
        }
      };
    }),
  },
];

/** Files one animal after another under some category of the store, including the run's own. */
const filing = (everyMs: number, categories: number): Change =>
  job(() => {
    const random = chance(categories);
    let filed = 0;
    return (store, since) => {
      for (; filed < since / everyMs; filed += 1) {
        const all = store.all();
        const one = all[Math.floor(random() * all.length)];
        const categoryId = BigInt(1 + Math.floor(random() * categories));
        if (one) store.add({ ...one, categoryId });
      }
    };
  });

const filed: readonly Variant[] = [
  {
    id: 'others.filed-all-the-time',
    title: 'has 12 animals, and colleagues who file any one under another category every 80 ms',
    server: rich(12),
    change: filing(80, 6),
  },
  {
    id: 'others.filed-all-the-time-and-empty',
    title: 'has colleagues who file any animal under another category every 80 ms',
    change: filing(80, 6),
  },
  {
    id: 'others.filed-now-and-then',
    title: 'has 25 animals, and colleagues who file any one under another category every 700 ms',
    server: rich(25),
    change: filing(700, 6),
  },
];

/** Takes animals away for good, according to a rule. */
const taking = (
  goes: (animal: Animal, facts: { readonly own: number; readonly age: number }) => boolean,
): Change => shared((animal, facts) => (goes(animal, facts) ? undefined : animal));

/** A change that knows how many milliseconds have passed since the first call. */
export const timed =
  (make: (since: () => number) => Change): Change =>
  (base) => {
    let [first, now] = [Number.NaN, 0];
    const clock: Change = ({ caller }) => ({
      caller: (call) => {
        if (Number.isNaN(first)) first = call.at;
        now = call.at;
        return caller(call);
      },
    });
    return together(
      make(() => now - first),
      clock,
    )(base);
  };

const customers: readonly Variant[] = [
  {
    id: 'others.adopted-first-come',
    title: 'has 200 animals, of which customers take the first listed away every 150 ms',
    server: rich(200),
    change: together(
      counting,
      timed((since) =>
        taking(({ id }, { own }) => own === 0 && id <= BigInt(Math.floor(since() / 150))),
      ),
    ),
  },
  {
    id: 'others.sold-archived',
    title: 'puts animals that were sold into an archive, three seconds after their creation',
    server: rich(50),
    change: ({ list, find, keep }) => {
      const sold = new Map<bigint, number>();
      const archived = ({ id }: Animal, call: Call) =>
        call.at - (sold.get(id) ?? Number.POSITIVE_INFINITY) > 3000;
      return {
        keep: (animal, call) => {
          if (animal.status === 'sold') sold.set(animal.id, call.at);
          return keep(animal, call);
        },
        list: (store, selection, call) =>
          list(store, { ...selection, limit: 1000 }, call)
            .filter((animal) => !archived(animal, call))
            .slice(0, selection.limit),
        find,
      };
    },
  },
  {
    id: 'others.no-namesakes-over-time',
    title: 'takes no name that an animal ever had, not even of one that was taken away: 409',
    server: rich(30),
    change: together(
      taking((_, { own }) => own === 2),
      unique(409),
    ),
  },
  {
    id: 'others.clears-up-newest',
    title: 'has a colleague who takes two animals of the run away, taking them for rubbish',
    server: rich(120),
    change: together(
      counting,
      taking((_, { own, age }) => (own === 1 || own === 4) && age > 2500),
    ),
  },
];

/** All of these with the latency of the internet. */
export const shopOtherVariants: readonly Variant[] = [...jobs, ...customers, ...filed].map(
  (variant) => ({
    ...variant,
    inVirtualTime: staging,
  }),
);
