import { int64 } from '../../src/catalogue/operations.ts';
import type { Animal } from '../../src/reference/animal.ts';
import { type Change, pageOf, together } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { herd, needAnimals, needCreations, shuffled, unlabelled } from './freedoms.ts';
import { lagVariants } from './store-lag.ts';
import { neighbourVariants } from './store-neighbours.ts';

/** Decided by creations that must be refused; none is sent if no animal may be created. */
const mayCreate = [
  ...(['auth.missing-key', 'auth.invalid-key', 'auth.bearer-only', 'create.invalid-body'] as const),
  ...(['create.missing-name', 'create.missing-category-id', 'create.invalid-name'] as const),
  ...(['create.invalid-category-id', 'create.invalid-status'] as const),
  'create.refused-leaves-nothing',
] as const;

/** Ids from a first one on, in steps. */
const numbered =
  (first: bigint, step: bigint): Change =>
  () => {
    let next = first;
    return {
      newId: () => {
        next += step;
        return next - step;
      },
    };
  };

/** Ids of 63 bits that look random, the same for the same run. */
const scattered: Change = () => {
  let state = 0x9e3779b97f4a7c15n;
  return {
    newId: () => {
      state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
      return state >> 1n;
    },
  };
};

const capped =
  (most: number): Change =>
  ({ list }) => ({
    list: (store, selection, call) =>
      list(store, { ...selection, limit: Math.min(most, selection.limit) }, call),
  });

const newestFirst: Change = () => ({
  list: (store, selection) => pageOf(store.all().reverse(), selection),
});

const addresses: readonly Variant[] = [
  {
    id: 'store.base-path-longer',
    title: 'stands under a path of several segments',
    server: () => ({ basePath: '/shop/eu/v1' }),
  },
  {
    id: 'store.base-path-encoded',
    title: 'stands under a path with encoded characters',
    server: () => ({ basePath: '/api/caf%C3%A9%20pets/v1' }),
  },
];

const starts = [2n ** 33n, 2n ** 53n - 500n, int64.max - 3000n];

const ids: readonly Variant[] = [
  {
    id: 'store.ids-from-zero',
    title: 'numbers animals from 0',
    change: numbered(0n, 1n),
  },
  {
    id: 'store.ids-negative',
    title: 'numbers animals downwards from -1',
    change: numbered(-1n, -1n),
  },
  {
    id: 'store.ids-from-the-lower-end',
    title: 'numbers animals from the least int64',
    change: numbered(int64.min, 1n),
  },
  {
    id: 'store.ids-from-the-upper-end',
    title: 'numbers animals downwards from the greatest int64',
    change: numbered(int64.max, -1n),
  },
  {
    id: 'store.ids-odd-beyond-2-53',
    title: 'gives odd ids beyond 2^53, which a double cannot hold',
    change: numbered(2n ** 53n + 1n, 2n),
  },
  {
    id: 'store.ids-scattered',
    title: 'gives random ids of 63 bits',
    change: scattered,
  },
  {
    id: 'store.ids-thousands-at-both-ends',
    title:
      'has 1,000 animals each above 2^33, around 2^53 and below 2^63, and lists the first hundred',
    server: () => ({
      animals: herd(3000, (at) => ({
        id: (starts[at % starts.length] ?? 0n) + BigInt(at),
      })),
    }),
    change: scattered,
  },
];

const sizes: readonly Variant[] = [
  {
    id: 'store.ten-to-a-page',
    title: 'lists at most ten animals, whatever the limit',
    change: capped(10),
  },
  {
    id: 'store.fifty-to-a-page',
    title: 'lists at most fifty animals, of 120',
    server: () => ({ animals: herd(120) }),
    change: capped(50),
  },
  {
    id: 'store.one-to-a-page',
    title:
      'lists at most one animal, the newest; a list that cannot hold two shows nothing of unique ids',
    undecided: ['list.unique-ids'],
    change: together(newestFirst, capped(1)),
  },
  {
    id: 'store.of-3000',
    title: 'has 3,000 animals',
    server: () => ({ animals: herd(3000) }),
  },
  {
    id: 'store.of-3000-newest-first',
    title: 'has 3,000 animals, 2,998 of them sold, and lists the newest first',
    server: () => ({
      animals: herd(3000, (at) => ({
        status: at === 0 ? 'available' : at === 1 ? 'pending' : 'sold',
      })),
    }),
    change: newestFirst,
  },
  {
    id: 'store.of-3000-at-random',
    title: 'has 3,000 animals, 100 of them unsold, and lists a random choice on each call',
    server: () => ({
      animals: herd(3000, (at) => ({
        status: at % 60 === 0 ? 'available' : at % 60 === 30 ? 'pending' : 'sold',
      })),
    }),
    change: () => ({
      list: (store, selection, call) => pageOf(shuffled(store.all(), call.sequence), selection),
    }),
  },
  {
    id: 'store.of-100-each',
    title: 'has 100 animals of each status',
    server: () => ({ animals: herd(300) }),
  },
  {
    id: 'store.all-sold',
    title: 'has 30 animals, all of them sold',
    server: () => ({ animals: herd(30, () => ({ status: 'sold' })) }),
  },
  {
    id: 'store.without-statuses',
    title: 'has 150 animals and not one with a status',
    server: () => ({ animals: unlabelled(herd(150)) }),
  },
  {
    id: 'store.of-odd-animals',
    title:
      'has animals with empty, long and strange names and with categories at the ends of int64',
    server: () => ({ animals: oddAnimals }),
  },
];

const oddAnimals: readonly Animal[] = [
  '',
  ' ',
  'x'.repeat(5000),
  '\u0000\u0007\u001b[31m',
  '</script><script>alert(1)</script>',
  '\u202eRex',
  'e\u0301',
  '{"id":1,"status":"sold"}',
  'null',
  '__proto__',
].map((name, at) => ({
  id: BigInt(at + 1),
  name,
  categoryId: [0n, int64.min, int64.max, -1n][at % 4] ?? 0n,
  ...(at % 3 === 0 ? {} : { status: at % 3 === 1 ? ('available' as const) : ('pending' as const) }),
}));

const profiles: readonly Variant[] = [
  {
    id: 'store.read-only-rich',
    title: 'is looked at without writing, and has 90 animals',
    settings: { profile: 'read-only' },
    server: () => ({ animals: herd(90) }),
  },
  {
    id: 'store.read-only-rich-at-random',
    title: 'is looked at without writing, has 90 animals and lists a random choice on each call',
    settings: { profile: 'read-only' },
    server: () => ({ animals: herd(90) }),
    change: () => ({
      list: (store, selection, call) => pageOf(shuffled(store.all(), call.sequence), selection),
    }),
  },
  {
    id: 'store.read-only-few',
    title: 'is looked at without writing, and has 15 animals: too few for a default page',
    settings: { profile: 'read-only' },
    undecided: ['list.default-limit'],
    server: () => ({ animals: herd(15) }),
  },
  {
    id: 'store.read-only-empty',
    title: 'is looked at without writing, and is empty: nothing about animals can be decided',
    settings: { profile: 'read-only' },
    undecided: needAnimals,
  },
  {
    id: 'store.read-only-without-statuses',
    title:
      'is looked at without writing, and has no animal with a status: every filtered list is empty',
    settings: { profile: 'read-only' },
    server: () => ({ animals: unlabelled(herd(60)) }),
  },
  {
    id: 'store.few-creations-allowed',
    title:
      'may be given three animals on purpose: too few for a default page, not one of every kind',
    // Three more are reserved for refusals that fail.
    settings: { maxCreations: 6 },
    undecided: ['list.default-limit', 'create.status-optional'],
  },
  {
    id: 'store.no-creations-allowed',
    title: 'may be given no animal, and has 60: no creation is asked for, refused or not',
    settings: { maxCreations: 0 },
    undecided: [...needCreations, ...mayCreate],
    server: () => ({ animals: herd(60) }),
  },
];

/** What a store holds, and who else uses it. */
export const storeVariants: readonly Variant[] = [
  ...addresses,
  ...ids,
  ...sizes,
  ...profiles,
  ...lagVariants,
  ...neighbourVariants,
];
