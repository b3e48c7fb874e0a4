/** Pages that hold fewer than they might, and lists that come late and say so, or not: in a user's own times. */
import type { Animal } from '../animal.ts';
import type { Call } from '../call.ts';
import { type Change, listing, pageOf, together } from '../changes.ts';
import type { Variant } from '../subject.ts';
import { herd, rich } from './freedoms.ts';
import { staging } from './limiters.ts';
import { timed } from './shop-others.ts';
import { cached } from './shop-reads.ts';
import { resetAfter } from './shop-resets.ts';
import { moderated } from './staging-lists.ts';
import { shared, turned } from './staging-others.ts';

/** As the change lists all of the store, up to the limit. */
const upTo = (choose: (all: readonly Animal[], limit: number) => readonly Animal[]): Change =>
  listing(({ page, selection }) => {
    const all = page({ ...selection, limit: Number.MAX_SAFE_INTEGER });
    return choose(all, selection.limit).slice(0, selection.limit);
  });

/** At most so many animals with the same value, the first ones. */
const atMost = (value: (animal: Animal) => unknown, most: (limit: number) => number): Change =>
  upTo((all, limit) => {
    const counts = new Map<unknown, number>();
    return all.filter((animal) => {
      const count = (counts.get(value(animal)) ?? 0) + 1;
      counts.set(value(animal), count);
      return count <= most(limit);
    });
  });

/** Two versions of the service, one of which ends pages sooner. */
const endingAt = (most: number, isOfNew: (call: Call) => boolean): Change =>
  listing(({ page, selection, call }) =>
    page(isOfNew(call) ? { ...selection, limit: Math.min(selection.limit, most) } : selection),
  );

const inTurn = ({ sequence }: Call) => sequence % 2 === 1;
const byChance = ({ sequence }: Call) => (sequence * 2654435761) % 4294967296 < 2147483648;

const ofCategories = (count: number, categories: number) => () => ({
  animals: herd(count, (at) => ({ categoryId: BigInt(1 + (at % categories)) })),
});

const pages: readonly Variant[] = [
  {
    id: 'pages.ten-of-a-category',
    title: 'lists ten animals of a category at most',
    change: atMost(
      ({ categoryId }) => categoryId,
      () => 10,
    ),
  },
  {
    id: 'pages.five-of-each-of-nine-categories',
    title: 'has 200 animals of nine categories, and lists five of each at most',
    server: ofCategories(200, 9),
    change: atMost(
      ({ categoryId }) => categoryId,
      () => 5,
    ),
  },
  {
    id: 'pages.a-third-of-each-category',
    title: 'has 60 animals of two categories, and fills no more than a third of a page with one',
    server: ofCategories(60, 2),
    change: atMost(
      ({ categoryId }) => categoryId,
      (limit) => Math.max(1, Math.ceil(limit / 3)),
    ),
  },
  {
    id: 'pages.one-of-each-name',
    title: 'has 40 animals, and lists one of each name',
    server: rich(40),
    change: atMost(
      ({ name }) => name,
      () => 1,
    ),
  },
  {
    id: 'pages.one-version-ends-at-fifty',
    title: 'has 90 animals on two versions in turn, one of which ends pages at 50',
    server: rich(90),
    change: endingAt(50, inTurn),
  },
  {
    id: 'pages.one-version-ends-at-ten',
    title: 'has two versions in turn, one of which ends pages at ten',
    change: endingAt(10, inTurn),
  },
  {
    id: 'pages.one-version-ends-at-five-by-chance',
    title: 'has 40 animals on two versions, as it falls out, one of which ends pages at five',
    server: rich(40),
    change: endingAt(5, byChance),
  },
  {
    id: 'pages.one-version-ends-at-thirty-newest-first',
    title: 'lists the newest of 70 animals first, on two versions, one of which ends pages at 30',
    server: rich(70),
    change: together(
      () => ({ list: (store, selection) => pageOf(store.all().reverse(), selection) }),
      endingAt(30, inTurn),
    ),
  },
];

/** Lists new animals so many milliseconds after their creation. */
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
    id: 'reads.reset-while-lists-lag-and-empty',
    title: 'lists new animals four seconds late, and is put back to nothing in the third second',
    change: together(resetAfter(3000, 0), listedAfter(4000)),
  },
  {
    id: 'reads.reset-while-lists-lag-ids-go-on',
    title:
      'lists new animals two seconds late, is put back to nothing 0.6 seconds on, and counts ids on',
    change: together(resetAfter(600, 0, true), listedAfter(2000)),
  },
  {
    id: 'reads.reset-while-lists-lag-rich',
    title: 'lists new animals three seconds late, and is put back to its 40 animals 1.5 seconds on',
    server: rich(40),
    change: together(resetAfter(1500, 40), listedAfter(3000)),
  },
];

const half = 30_000;
const lists = ({ operation }: Call) => operation === 'listPets';
const gets = ({ operation }: Call) => operation === 'getPet';
const reads = (call: Call) => lists(call) || gets(call);

/** Caches that say how old their answers are, older than the grace, while others are at work. */
const old: readonly Variant[] = [
  {
    id: 'reads.lists-of-half-a-minute-told-and-empty',
    title: 'is empty, and serves lists for half a minute out of a cache that says so',
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

/** All of it as over the internet. */
export const shopPageVariants: readonly Variant[] = [...pages, ...late, ...old].map((variant) => ({
  ...variant,
  inVirtualTime: staging,
}));
