import { int64 } from '../../src/catalogue/operations.ts';
import { readInt64 } from '../../src/reference/behaviour.ts';
import type { Reply } from '../../src/reference/call.ts';
import {
  type Change,
  inLists,
  omit,
  pageOf,
  showingIn,
  storing,
} from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { herd, rich, shuffled, unlabelled } from './freedoms.ts';

const readOnly = { settings: { profile: 'read-only' } } as const;

export const withoutStatus = (when: (filtered: boolean) => boolean): Change =>
  inLists((items, call) =>
    when(call.query.has('status')) ? items.map((item) => omit(Object(item), 'status')) : items,
  );

/** Lists only some of the animals that were created since the start. */
export const moderated =
  (listed: (own: number, age: number) => boolean): Change =>
  ({ keep, list }) => {
    const own = new Map<bigint, { readonly number: number; readonly at: number }>();
    return {
      keep: (animal, call) => {
        own.set(animal.id, { number: own.size + 1, at: call.at });
        return keep(animal, call);
      },
      list: (store, selection, call) =>
        list(store, { ...selection, limit: Number.MAX_SAFE_INTEGER }, call)
          .filter(({ id }) => {
            const known = own.get(id);
            return known === undefined || listed(known.number, call.at - known.at);
          })
          .slice(0, selection.limit),
    };
  };

/** Serves whole answers to reads again for a while, including rate headers, and says how old they are. */
const cached =
  (ms: number, which: 'listPets' | 'getPet'): Change =>
  ({ finish }) => {
    const cache = new Map<string, { readonly at: number; readonly reply: Reply }>();
    return {
      finish: (reply, call) => {
        const fresh = finish(reply, call);
        if (call.operation !== which || fresh.status !== 200) return fresh;
        const key = `${call.path}?${call.query}`;
        const known = cache.get(key);
        const age = known === undefined ? 0 : call.at - known.at;
        if (known === undefined || age >= ms) {
          cache.set(key, { at: call.at, reply: fresh });
          return fresh;
        }
        const told = { Age: String(Math.floor(age / 1000)), 'X-Cache': 'HIT' };
        return { ...fresh, body: known.reply.body, headers: { ...fresh.headers, ...told } };
      },
    };
  };

/** Two replicas list in orders of their own, by turns, and never all animals: orders are not described. */
const byTurns =
  (most: { readonly eachMs: number; readonly oldest: number; readonly newest: number }): Change =>
  () => ({
    list: (store, { limit, status }, call) => {
      const isFirst = call.at % (2 * most.eachMs) < most.eachMs;
      const all = isFirst ? store.all() : store.all().reverse();
      const limited = Math.min(isFirst ? most.oldest : most.newest, limit);
      return pageOf(all, { limit: limited, ...(status ? { status } : {}) });
    },
  });

const lists: readonly Variant[] = [
  {
    id: 'staging.oldest-and-newest-by-turns',
    title: 'has pages of ten animals at most, and shows the oldest and the newest by turns',
    change: byTurns({ eachMs: 7000, oldest: 10, newest: 10 }),
    inVirtualTime: { latencyMs: [2, 12] },
  },
  {
    id: 'staging.ten-oldest-and-nine-newest-by-turns',
    title: 'shows at most ten animals, the oldest, and at most nine, the newest, by turns',
    change: byTurns({ eachMs: 3000, oldest: 10, newest: 9 }),
    inVirtualTime: { latencyMs: [2, 12] },
  },
  {
    id: 'staging.lists-without-status',
    title: 'shows the status of an animal by its id only, never in lists',
    change: withoutStatus(() => true),
  },
  {
    id: 'staging.rich-lists-without-status',
    title: 'has 90 animals and shows the status of each by its id only',
    server: rich(90),
    change: withoutStatus(() => true),
  },
  {
    id: 'staging.lists-without-status-read-only',
    title: 'is looked at without writing, and shows the status of 90 animals by their ids only',
    server: rich(90),
    ...readOnly,
    change: withoutStatus(() => true),
  },
  {
    id: 'staging.filtered-lists-without-status',
    title: 'leaves the status out of lists that are filtered by it',
    change: withoutStatus((filtered) => filtered),
  },
  {
    id: 'staging.filtered-lists-without-status-read-only',
    title: 'is looked at without writing, and leaves the status out of lists filtered by it',
    server: rich(90),
    ...readOnly,
    change: withoutStatus((filtered) => filtered),
  },
  {
    id: 'staging.plain-lists-without-status',
    title: 'leaves the status out of lists that are not filtered by it',
    server: rich(90),
    change: withoutStatus((filtered) => !filtered),
  },
  {
    id: 'staging.status-in-lists-only',
    title: 'shows the status of an animal in lists only, never by its id',
    change: showingIn('getPet', (shown) => omit(shown, 'status')),
  },
  {
    id: 'staging.status-given-later',
    title: 'makes an animal without a status available once it was answered',
    change: storing((animal) => ({ status: 'available', ...animal })),
  },
  {
    id: 'staging.lists-moderated',
    title: 'has 60 animals, and lists no new one until a person has seen it',
    server: rich(60),
    change: moderated(() => false),
  },
  {
    id: 'staging.lists-moderated-one-status',
    title: 'has 60 available animals, and lists no new one until a person has seen it',
    server: () => ({ animals: herd(60, () => ({ status: 'available' })) }),
    change: moderated(() => false),
  },
  {
    id: 'staging.lists-moderated-without-statuses',
    title: 'has 60 animals without a status, and lists no new one until a person has seen it',
    server: () => ({ animals: unlabelled(herd(60)) }),
    change: moderated(() => false),
  },
  {
    id: 'staging.lists-half-moderated',
    title: 'lists every second new animal only',
    change: moderated((own) => own % 2 === 0),
  },
  {
    id: 'staging.lists-moderated-for-a-while',
    title: 'lists a new animal once a machine has seen it, after 80 to 380 ms',
    change: moderated((own, age) => age > 80 + ((own * 97) % 300)),
  },
  {
    id: 'staging.lists-out-of-a-cache',
    title: 'serves lists for 150 ms from a cache that says so',
    change: cached(150, 'listPets'),
  },
  {
    id: 'staging.rich-lists-out-of-a-cache',
    title: 'has 90 animals, and serves lists for 400 ms from a cache that says so',
    server: rich(90),
    change: cached(400, 'listPets'),
  },
  {
    id: 'staging.animals-out-of-a-cache',
    title: 'serves an animal for 400 ms from a cache that says so',
    change: cached(400, 'getPet'),
  },
  {
    id: 'staging.lists-by-name',
    title: 'has 120 animals, and lists them by their names',
    server: rich(120),
    change: () => ({
      list: (store, selection) =>
        pageOf(
          store.all().sort((a, b) => (a.name < b.name ? -1 : 1)),
          selection,
        ),
    }),
  },
  {
    id: 'staging.lists-at-random',
    title: 'lists a random choice of seven animals at most',
    change: () => ({
      list: (store, selection, call) =>
        pageOf(shuffled(store.all(), call.sequence), {
          ...selection,
          limit: Math.min(selection.limit, 7),
        }),
    }),
  },
];

/** Ids by a rule from the number of the creation. */
const numbered =
  (id: (at: bigint) => bigint): Change =>
  () => {
    let at = 0n;
    return {
      newId: () => {
        at += 1n;
        return id(at);
      },
    };
  };

/** Animals that the run did not create: they are found by their ids. */
const inhabited =
  (lives: (id: bigint) => boolean): Change =>
  ({ find }) => ({
    find: (store, call) => {
      const id = readInt64(call.petId);
      const found = find(store, call);
      if (found !== undefined || id === undefined || !lives(id)) return found;
      return { id, name: `Number ${id}`, categoryId: 1n, status: 'sold' };
    },
  });

/** The number with its bits mixed, so that it looks random. */
const mixed = (at: bigint) => BigInt.asUintN(62, at * 0x9e3779b97f4a7c15n) | 1n;

const ids: readonly Variant[] = [
  {
    id: 'staging.ids-of-shards',
    title: 'gives ids whose upper 32 bits name one of four shards',
    change: numbered((at) => ((at % 4n) << 32n) + at / 4n + 1n),
  },
  {
    id: 'staging.ids-of-shards-inhabited',
    title: 'has an animal of every number up to 50 in each of a thousand shards',
    server: () => ({ animals: herd(50) }),
    change: inhabited((id) => id % 2n ** 32n <= 50n && id > 0n && id < 1000n * 2n ** 32n),
  },
  {
    id: 'staging.ids-by-time',
    title: 'gives ids of milliseconds, machine and sequence, as a snowflake has them',
    change: () => {
      let at = 0n;
      return {
        newId: (_, call) => {
          at += 1n;
          return (BigInt(Math.floor(call.at)) << 22n) | (3n << 12n) | (at % 4096n);
        },
      };
    },
  },
  {
    id: 'staging.ids-mixed',
    title: 'gives ids that look random, all of them odd',
    change: numbered(mixed),
  },
  {
    id: 'staging.ids-both-signs',
    title: 'gives ids above and below zero in turn',
    change: numbered((at) => (at % 2n === 0n ? at : -at)),
  },
  {
    id: 'staging.ids-multiples-of-2-32',
    title: 'gives multiples of 2^32',
    change: numbered((at) => at << 32n),
  },
  {
    id: 'staging.ids-of-both-ends',
    title: 'gives ids from both ends of int64 in turn',
    change: numbered((at) => (at % 2n === 0n ? int64.max - at : int64.min + at)),
  },
  {
    id: 'staging.ids-every-third-lives',
    title: 'has an animal of every third id there is',
    change: inhabited((id) => id % 3n === 0n),
  },
  {
    id: 'staging.ids-every-eighth-lives-read-only',
    title: 'is looked at without writing, and has an animal of every eighth id there is',
    server: rich(90),
    ...readOnly,
    change: inhabited((id) => id % 8n === 1n),
  },
];

/** What lists show, how ids are given, and stores that a run only reads. */
export const stagingLists: readonly Variant[] = [...lists, ...ids];
