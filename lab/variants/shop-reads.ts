/** Reads from caches, replicas and indexes, with a user's own times. */
import type { Animal } from '../../src/reference/animal.ts';
import type { Selection } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import { type Change, pageOf, together, without } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { rich, shuffled } from './freedoms.ts';
import { staging } from './limiters.ts';
import { shared } from './staging-others.ts';

interface CacheOptions {
  readonly ms: number;
  readonly which: (call: Call) => boolean;
  /** Whether a cached answer says how old it is. */
  readonly told: boolean;
}

/** Serves the same answer to the same question for a while, with fresh rate headers unless `told`. */
export const cached = ({ ms, which, told }: CacheOptions): Change => {
  return ({ finish }) => {
    const kept = new Map<string, { readonly at: number; readonly reply: Reply }>();
    const rates = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
    return {
      finish: (reply, call) => {
        const fresh = finish(reply, call);
        if (!which(call) || ![200, 404].includes(fresh.status)) return fresh;
        const key = `${call.path}?${call.query}`;
        const known = kept.get(key);
        if (known === undefined || call.at - known.at >= ms) {
          kept.set(key, { at: call.at, reply: fresh });
          return fresh;
        }
        const age = Math.floor((call.at - known.at) / 1000);
        if (told) {
          return { ...known.reply, headers: { ...known.reply.headers, Age: String(age) } };
        }
        const own = Object.entries(fresh.headers).filter(([name]) => rates.includes(name));
        const others = without(known.reply.headers, ...rates);
        return { ...known.reply, headers: { ...others, ...Object.fromEntries(own) } };
      },
    };
  };
};

/** Shows animals in lists as they were at the last refresh of an index. */
const refreshed =
  (ms: number, filtered: (selection: Selection) => boolean = () => true): Change =>
  ({ list }) => {
    let made: { readonly at: number; readonly all: readonly Animal[] } | undefined;
    return {
      list: (store, selection, call) => {
        if (made === undefined || call.at - made.at >= ms) made = { at: call.at, all: store.all() };
        return filtered(selection) ? pageOf(made.all, selection) : list(store, selection, call);
      },
    };
  };

/** Each new animal is indexed by one of several workers, so not in order. */
const workers =
  (msOf: (id: bigint) => number): Change =>
  ({ keep }) => {
    const born = new Map<bigint, number>();
    return {
      keep: (animal, call) => {
        born.set(animal.id, call.at);
        return keep(animal, call);
      },
      list: (store, selection, call) =>
        pageOf(
          store.all().filter(({ id }) => call.at - (born.get(id) ?? 0) >= msOf(id)),
          selection,
        ),
    };
  };

/** Replicas that are some milliseconds behind, one for each connection or each call. */
const replicas =
  (behindMs: readonly number[], by: 'call' | 'operation' | 'query'): Change =>
  ({ keep, find }) => {
    const born = new Map<bigint, number>();
    const pick = (call: Call) => {
      if (by === 'call') return call.sequence;
      if (by === 'operation') return call.operation === 'getPet' ? 0 : 1;
      return [...`${call.query}`].reduce((sum, one) => sum + one.charCodeAt(0), 0);
    };
    const shows = ({ id }: Animal, call: Call) =>
      call.at - (born.get(id) ?? 0) >= (behindMs[pick(call) % behindMs.length] ?? 0);
    return {
      keep: (animal, call) => {
        born.set(animal.id, call.at);
        return keep(animal, call);
      },
      list: (store, selection, call) =>
        pageOf(
          store.all().filter((one) => shows(one, call)),
          selection,
        ),
      find: (store, call) => {
        const found = find(store, call);
        return found && shows(found, call) ? found : undefined;
      },
    };
  };

const lists = ({ operation }: Call) => operation === 'listPets';
const gets = ({ operation }: Call) => operation === 'getPet';
const reads = ({ method, operation }: Call) => method === 'GET' && operation !== undefined;
const minute = { settings: { grace: 60 } };

/** Keeps new animals out of every list until some time after their creation; then they are in their place. */
const reviewed = (ms: number): Change => workers(() => ms);

const caches: readonly Variant[] = [
  {
    id: 'reads.lists-cached-a-second',
    title: 'serves a list for a second, without a word of it',
    change: cached({ ms: 1000, which: lists, told: false }),
  },
  {
    id: 'reads.lists-cached-four-seconds-rich',
    title: 'has 90 animals, and serves a list for four seconds, without a word of it',
    server: rich(90),
    change: cached({ ms: 4000, which: lists, told: false }),
  },
  {
    id: 'reads.all-cached-three-seconds',
    title: 'serves what was read for three seconds, 404s too, without a word of it',
    server: rich(40),
    change: cached({ ms: 3000, which: reads, told: false }),
  },
  {
    id: 'reads.all-cached-four-seconds-told',
    title: 'serves what was read for four seconds, and says how old it is',
    server: rich(95),
    change: cached({ ms: 4000, which: reads, told: true }),
  },
  {
    id: 'reads.lists-cached-a-minute',
    title: 'serves a list for a minute, and the run is told to wait so long',
    ...minute,
    server: rich(90),
    change: cached({ ms: 58_000, which: lists, told: true }),
  },
  {
    id: 'reads.animals-cached-a-minute',
    title: 'serves an animal for a minute, and the run is told to wait so long',
    ...minute,
    change: cached({ ms: 58_000, which: gets, told: false }),
  },
];

const indexes: readonly Variant[] = [
  {
    id: 'reads.index-refreshed-each-second',
    title: 'lists from an index that is refreshed every second',
    change: refreshed(1000),
  },
  {
    id: 'reads.filters-refreshed-each-four-seconds-rich',
    title: 'has 96 animals, and filters by an index that is refreshed every four seconds',
    server: rich(96),
    change: refreshed(4000, ({ status }) => status !== undefined),
  },
  {
    id: 'reads.plain-lists-refreshed-each-four-seconds-rich',
    title: 'has 96 animals, and lists all of them from an index refreshed every four seconds',
    server: rich(96),
    change: refreshed(4000, ({ status }) => status === undefined),
  },
  {
    id: 'reads.indexed-out-of-order',
    title: 'lists new animals after up to four seconds, out of order',
    server: rich(85),
    change: workers((id) => Number((id * 977n) % 4000n)),
  },
  {
    id: 'reads.indexed-out-of-order-at-random',
    title: 'lists a random choice, and new animals after up to four seconds, out of order',
    server: rich(99),
    change: together(
      workers((id) => Number((id * 977n) % 4000n)),
      ({ list }) => ({
        list: (store, selection, call) =>
          shuffled(list(store, { ...selection, limit: 1000 }, call), call.sequence).slice(
            0,
            selection.limit,
          ),
      }),
    ),
  },
  {
    id: 'reads.reviewed-for-seven-seconds',
    title: 'has 90 animals, and lists no new one before a colleague has seen it, seven seconds on',
    server: rich(90),
    change: reviewed(7000),
  },
  {
    id: 'reads.reviewed-for-twelve-seconds',
    title: 'lists no new animal before a colleague has seen it, twelve seconds on',
    server: rich(45),
    change: reviewed(12_000),
  },
];

const copies: readonly Variant[] = [
  {
    id: 'reads.replicas-by-turns',
    title: 'reads from three replicas in turn, the last of which is four seconds behind',
    change: replicas([0, 800, 4000], 'call'),
  },
  {
    id: 'reads.replicas-by-turns-rich',
    title: 'has 92 animals on three replicas, taken in turn, one of them four seconds behind',
    server: rich(92),
    change: replicas([0, 800, 4000], 'call'),
  },
  {
    id: 'reads.replicas-and-one-taken-away',
    title:
      'reads from three replicas, two of them late, and loses the first animal of the run at once',
    server: rich(20),
    change: together(
      replicas([3000, 0, 3000], 'call'),
      shared((animal, { own }) => (own === 1 ? undefined : animal)),
    ),
  },
  {
    id: 'reads.lists-from-a-replica',
    title: 'has 92 animals, and lists them from a replica four seconds behind',
    server: rich(92),
    change: replicas([0, 4000], 'operation'),
  },
  {
    id: 'reads.replicas-by-query',
    title: 'has 92 animals on four replicas, of which the query decides',
    server: rich(92),
    change: replicas([0, 1500, 3000, 4500], 'query'),
  },
];

/** Reads that are late, each by less than the grace. */
export const shopReadVariants: readonly Variant[] = [...caches, ...indexes, ...copies].map(
  (variant) => ({ ...variant, inVirtualTime: staging }),
);
