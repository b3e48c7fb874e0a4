/** Lists and reads that are later than the grace: new animals are reviewed first, or caches say how old they are. */
import type { Call, Reply } from '../../src/reference/call.ts';
import { type Change, listing, together } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { rich } from './freedoms.ts';
import { staging } from './limiters.ts';
import { timed } from './shop-others.ts';
import { cached } from './shop-reads.ts';
import { resetAfter } from './shop-resets.ts';
import { moderated } from './staging-lists.ts';
import { shared, turned } from './staging-others.ts';

/** Lists new animals some milliseconds after their creation. */
const listedAfter = (ms: number): Change => moderated((_, age) => age >= ms);

/** Lists that show new animals later, if they show none at all until then. */
const late: readonly Variant[] = [
  {
    id: 'reads.reviewed-for-seven-seconds-and-empty',
    title: 'is empty, and lists no animal before a colleague has seen it, seven seconds on',
    change: listedAfter(7000),
  },
  {
    id: 'reads.reviewed-for-half-a-minute-and-empty',
    title: 'is empty, and lists no animal before a colleague has seen it, half a minute on',
    change: listedAfter(30_000),
  },
  {
    id: 'reads.reviewed-for-most-of-a-minute-and-empty-free',
    title: 'is empty, on the free plan, and lists animals 55 seconds after their creation',
    server: () => ({ plan: 'free' }),
    settings: { plan: 'free' },
    change: listedAfter(55_000),
  },
  {
    id: 'reads.reset-while-reviewed-and-empty',
    title: 'lists new animals nine seconds late, and is reset to nothing in the seventh second',
    change: together(resetAfter(7000, 0, true), listedAfter(9000)),
  },
  {
    id: 'reads.reset-beyond-pages-of-ten',
    title: 'has 30 animals, pages of ten, and is reset to them in the seventh second',
    server: rich(30),
    change: together(
      resetAfter(7000, 30),
      listing(({ page, selection }) =>
        page({ ...selection, limit: Math.min(selection.limit, 10) }),
      ),
    ),
  },
  {
    id: 'reads.reviewed-beside-one',
    title: 'has one animal, and lists no new one before a colleague has seen it, half a minute on',
    server: rich(1),
    change: listedAfter(30_000),
  },
  {
    id: 'reads.reset-while-lists-lag-and-empty',
    title: 'lists new animals four seconds late, and is reset to nothing in the third second',
    change: together(resetAfter(3000, 0), listedAfter(4000)),
  },
  {
    id: 'reads.reset-while-lists-lag-ids-go-on',
    title:
      'lists new animals two seconds late, is reset to nothing 0.6 seconds on, and counts ids on',
    change: together(resetAfter(600, 0, true), listedAfter(2000)),
  },
  {
    id: 'reads.reset-while-lists-lag-rich',
    title: 'lists new animals three seconds late, and is reset to its 40 animals 1.5 seconds on',
    server: rich(40),
    change: together(resetAfter(1500, 40), listedAfter(3000)),
  },
];

const half = 30_000;
const lists = ({ operation }: Call) => operation === 'listPets';
const gets = ({ operation }: Call) => operation === 'getPet';
const reads = (call: Call) => lists(call) || gets(call);

/** Finds new animals by their ids some milliseconds after their creation. */
const lateReads =
  (ms: number): Change =>
  ({ keep, find }) => {
    const born = new Map<bigint, number>();
    return {
      keep: (animal, call) => {
        born.set(animal.id, call.at);
        return keep(animal, call);
      },
      find: (store, call) => {
        const found = find(store, call);
        return found && call.at - (born.get(found.id) ?? 0) >= ms ? found : undefined;
      },
    };
  };

/** Serves an old list once more, and makes a new one for the next call (RFC 5861). */
const servedStale =
  (ms: number): Change =>
  ({ finish }) => {
    const kept = new Map<string, { readonly at: number; readonly reply: Reply }>();
    return {
      finish: (reply, call) => {
        const fresh = finish(reply, call);
        if (!lists(call) || fresh.status !== 200) return fresh;
        const known = kept.get(`${call.query}`);
        const age = known === undefined ? 0 : call.at - known.at;
        if (known === undefined || age >= ms)
          kept.set(`${call.query}`, { at: call.at, reply: fresh });
        if (known === undefined) return fresh;
        const headers = { ...fresh.headers, Age: String(Math.floor(age / 1000)) };
        return { ...fresh, body: known.reply.body, headers };
      },
    };
  };

/** Caches that say how old their answers are, older than the grace, while others are at work. */
const old: readonly Variant[] = [
  {
    id: 'reads.lists-of-half-a-minute-told-and-empty',
    title: 'is empty, and serves lists for half a minute from a cache that says so',
    change: cached({ ms: half, which: lists, told: true }),
  },
  {
    id: 'reads.lists-of-half-a-minute-told-statuses-move',
    title:
      'serves lists of 120 animals for half a minute and says so, while animals move to the next status',
    server: rich(120),
    change: together(
      timed((since) => shared((animal) => turned(animal, Math.floor(since() / 2500)))),
      cached({ ms: half, which: lists, told: true }),
    ),
  },
  {
    id: 'reads.lists-of-half-a-minute-told-taken-away',
    title:
      'serves lists of 40 animals for half a minute and says so, while others take one after another away',
    server: rich(40),
    change: together(
      timed((since) =>
        shared((animal, { own }) =>
          own === 0 && since() > 150 * Number(animal.id) ? undefined : animal,
        ),
      ),
      cached({ ms: half, which: lists, told: true }),
    ),
  },
  {
    id: 'reads.lists-stale-while-made-anew',
    title:
      'serves lists of 100 animals for 20 seconds and once more, and says so, while others take one after another away',
    server: rich(100),
    change: together(
      timed((since) =>
        shared((animal, { own }) =>
          own === 0 && since() > 300 * Number(animal.id) ? undefined : animal,
        ),
      ),
      servedStale(20_000),
    ),
  },
  {
    id: 'reads.lists-stale-and-two-of-the-run-taken',
    title:
      'serves lists of 100 animals for 20 seconds and once more, and says so, while others take them and two of the run away',
    server: rich(100),
    change: together(
      timed((since) =>
        shared((animal, { own, shown }) =>
          (own === 0 && since() > 300 * Number(animal.id)) ||
          (own % 2 === 0 && own < 5 && own > 0 && shown > 1)
            ? undefined
            : animal,
        ),
      ),
      servedStale(20_000),
    ),
  },
  {
    id: 'reads.all-of-half-a-minute-told-renamed',
    title:
      'serves what was read for half a minute and says so, while others rename its 120 animals',
    server: rich(120),
    change: together(
      timed((since) =>
        shared((animal, { own }) =>
          own === 0 && since() > 2000 + 200 * Number(animal.id)
            ? { ...animal, name: `${animal.name} the Second` }
            : animal,
        ),
      ),
      cached({ ms: half, which: reads, told: true }),
    ),
  },
  {
    id: 'reads.404s-of-twenty-seconds-told',
    title:
      'finds an animal two seconds late, and keeps for 20 seconds that it did not, and says so',
    change: together(lateReads(2000), cached({ ms: 20_000, which: gets, told: true })),
  },
  {
    id: 'reads.animals-of-half-a-minute-told-renamed',
    title: 'serves an animal for half a minute and says so, while others rename two of the run',
    change: together(
      timed((since) =>
        shared((animal, { own }) =>
          (own === 2 || own === 5) && since() > 4000 ? { ...animal, name: 'Bello' } : animal,
        ),
      ),
      cached({ ms: half, which: gets, told: true }),
    ),
  },
];

/** All of these with the latency of the internet. */
export const shopLateVariants: readonly Variant[] = [...late, ...old].map((variant) => ({
  ...variant,
  inVirtualTime: staging,
}));
