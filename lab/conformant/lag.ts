/** Reads and lists that lag behind writes: replicas, indexes, caches, reviews. */
import type { Selection } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import { type Change, pageOf, without } from '../../src/reference/changes.ts';
import type { Animal } from '../../src/spec/animal.ts';
import { allListed, hiding, isA } from '../changes.ts';
import { type Freedoms, holding, named, type Rows } from './freedom.ts';

/** Shows a new animal so many milliseconds after its creation. */
const late = (ms: (call: Call) => number) =>
  hiding((_, call, birth) => birth !== undefined && call.at - birth.call.at < ms(call));

const lists = isA('listPets');
const reads = isA('getPet');
const isFiltered = ({ query }: Call) => query.has('status');
const lateIf = (which: (call: Call) => boolean, ms: number) =>
  late((call) => (which(call) ? ms : 0));
/** Replicas by turns, each some milliseconds behind. */
const replicas = (...behindMs: readonly number[]) =>
  late(({ sequence }) => behindMs[sequence % behindMs.length] ?? 0);

const newAnimals: Rows = {
  'lists-four-seconds': lateIf(lists, 4000),
  'reads-two-seconds': lateIf(reads, 2000),
  'all-three-seconds': late(() => 3000),
  'filters-three-seconds': lateIf((call) => lists(call) && isFiltered(call), 3000),
  'replicas-by-turns': replicas(0, 800, 4000),
};

/** Beyond the grace of five seconds. A store that shows nothing else can then not be told from one that loses all. */
const beyondGrace: Rows = {
  'reads-twelve-seconds': lateIf(reads, 12_000),
  'replica-nine-seconds': late(() => 9000),
  'one-replica-nine-seconds': replicas(0, 9000),
  'reviewed-for-half-a-minute': lateIf(lists, 30_000),
  'never-listed': { change: lateIf(lists, Number.POSITIVE_INFINITY), ...holding(60) },
};

const rateNames = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

interface Cache {
  readonly ms: number;
  readonly which: (call: Call) => boolean;
  /** Whether a cached answer says how old it is, and has the rate headers that it had. */
  readonly told?: true;
  /** Serves an old answer once more, and makes a new one for the next call (RFC 5861). */
  readonly stale?: true;
}

/** Serves the same answer to the same question for a while. */
const cached =
  ({ ms, which, told, stale }: Cache): Change =>
  ({ finish }) => {
    const kept = new Map<string, { readonly at: number; readonly reply: Reply }>();
    return {
      finish: (reply, call) => {
        const fresh = finish(reply, call);
        if (!which(call) || ![200, 404].includes(fresh.status)) return fresh;
        const key = `${call.path}?${call.query}`;
        const known = kept.get(key);
        const isOld = known === undefined || call.at - known.at >= ms;
        if (isOld) kept.set(key, { at: call.at, reply: fresh });
        if (known === undefined || (isOld && !stale)) return fresh;
        const Age = String(Math.floor((call.at - known.at) / 1000));
        if (told) return { ...known.reply, headers: { ...known.reply.headers, Age } };
        const own = Object.entries(fresh.headers).filter(([name]) => rateNames.includes(name));
        const others = without(known.reply.headers, ...rateNames);
        return { ...known.reply, headers: { ...others, ...Object.fromEntries(own) } };
      },
    };
  };

const either = isA('listPets', 'getPet');

const caches: Rows = {
  'lists-cached-four-seconds': cached({ ms: 4000, which: lists }),
  'all-cached-three-seconds': cached({ ms: 3000, which: either }),
  'animals-cached-four-seconds': cached({ ms: 4000, which: reads }),
  'all-of-four-seconds-told': cached({ ms: 4000, which: either, told: true }),
  'lists-of-half-a-minute-told': cached({ ms: 30_000, which: lists, told: true }),
  'lists-stale-while-made-anew': cached({ ms: 20_000, which: lists, told: true, stale: true }),
};

/** Filters, or lists all, by an index that is made anew at intervals. */
const refreshed =
  (ms: number, which: (selection: Selection) => boolean): Change =>
  ({ list }) => {
    let made: { readonly at: number; readonly all: readonly Animal[] } | undefined;
    return {
      list: (store, selection, call) => {
        if (made === undefined || call.at - made.at >= ms) {
          made = { at: call.at, all: allListed(list, store, call) };
        }
        return which(selection) ? pageOf(made.all, selection) : list(store, selection, call);
      },
    };
  };

const indexes: Rows = {
  'index-each-second': refreshed(1000, () => true),
  'filters-each-four-seconds': refreshed(4000, ({ status }) => status !== undefined),
};

export const lagFreedoms: Freedoms = named('lag', {
  ...newAnimals,
  ...beyondGrace,
  ...caches,
  ...indexes,
});
