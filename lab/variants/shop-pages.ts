/** Pages that hold fewer animals than they might, for various reasons. */
import { stringify } from 'lossless-json';
import type { Animal } from '../../src/reference/animal.ts';
import type { Selection } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import { type Change, listing, pageOf, together } from '../../src/reference/changes.ts';
import { Store } from '../../src/reference/store.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { herd, rich } from './freedoms.ts';
import { staging } from './limiters.ts';
import { onceAfter } from './shop-others.ts';
import { withoutStatus } from './staging-lists.ts';

/** Lists what the change chooses from the whole store, up to the limit. */
const upTo = (choose: (all: readonly Animal[], limit: number) => readonly Animal[]): Change =>
  listing(({ page, selection }) => {
    const all = page({ ...selection, limit: Number.MAX_SAFE_INTEGER });
    return choose(all, selection.limit).slice(0, selection.limit);
  });

/** A maximum of animals with the same value, the first ones. */
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

/** Ends pages at a length of their text, but always lists the first animal. */
const ofText = (most: number): Change =>
  upTo((all) => {
    let length = 0;
    return all.filter((animal, at) => {
      length += (stringify(animal) ?? '').length + 1;
      return length <= most || at === 0;
    });
  });

/** Some pages end sooner than others, depending on what is asked for. */
const endingSooner = (most: number, isShort: (selection: Selection) => boolean): Change =>
  listing(({ page, selection }) =>
    page(isShort(selection) ? { ...selection, limit: Math.min(selection.limit, most) } : selection),
  );

/** Reads as many rows as a page may hold, and then drops some of them. */
const dropping = (isDropped: (animal: Animal) => boolean): Change =>
  listing(({ page, selection }) => page(selection).filter((animal) => !isDropped(animal)));

/** Reads as many rows as a page may hold, and drops all but so many of a category. */
const keepingOfEachCategory = (most: number): Change =>
  listing(({ page, selection }) => {
    const counts = new Map<bigint, number>();
    return page(selection).filter(({ categoryId }) => {
      counts.set(categoryId, (counts.get(categoryId) ?? 0) + 1);
      return (counts.get(categoryId) ?? 0) <= most;
    });
  });

/** Reads fewer rows than a page may hold, but at least one of them. */
const readingShare = (share: number): Change =>
  listing(({ page, selection }) =>
    page({ ...selection, limit: Math.max(1, Math.floor(selection.limit * share)) }),
  );

/** Asks four parts of the store for an equal share of a page each, and for no more. */
const ofEqualShares: Change = listing(({ page, selection }) => {
  const all = page({ ...selection, limit: Number.MAX_SAFE_INTEGER });
  const share = Math.floor(selection.limit / 4);
  if (share === 0) return all.slice(0, selection.limit);
  const part = ({ id }: Animal) => BigInt.asUintN(64, id) % 4n;
  return [0n, 1n, 2n, 3n].flatMap((at) => all.filter((one) => part(one) === at).slice(0, share));
});

/** An id from a UUID, for each animal of the run. */
const idsOfUuids: Change = () => ({
  newId: (store) => BigInt.asIntN(64, BigInt(store.size) * 0x9e3779b97f4a7c15n),
});

/** One of three parts of the store is missing from one list in four. */
const inParts: Change = listing(({ page, selection, call }) => {
  const isOut = ({ id }: Animal) => byChance(call, 0.25) && id % 3n === BigInt(call.sequence % 3);
  const all = page({ ...selection, limit: Number.MAX_SAFE_INTEGER });
  return all.filter((animal) => !isOut(animal)).slice(0, selection.limit);
});

const inTurn = ({ sequence }: Call) => sequence % 2 === 1;
const byChance = ({ sequence }: Call, share = 0.5) =>
  (sequence * 2654435761) % 4294967296 < share * 4294967296;

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
    title: 'has 40 animals on two versions, chosen at random, one of which ends pages at five',
    server: rich(40),
    change: endingAt(5, (call) => byChance(call)),
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

const shortened: readonly Variant[] = [
  {
    id: 'pages.of-a-thousand-characters',
    title: 'ends pages before they are longer than a thousand characters',
    change: ofText(1000),
  },
  {
    id: 'pages.of-1500-characters-rich',
    title: 'has 90 animals, and ends pages before they are longer than 1,500 characters',
    server: rich(90),
    change: ofText(1500),
  },
  {
    id: 'pages.of-two-thousand-characters-newest-first',
    title: 'lists the newest of 60 animals first, on pages of 2,000 characters at most',
    server: rich(60),
    change: together(ofText(2000), ({ list }) => ({
      list: (store, selection, call) => list(new Store(store.all().reverse()), selection, call),
    })),
  },
  {
    id: 'pages.plain-end-at-ten',
    title: 'has 60 animals, and pages of ten at most if no status is given',
    server: rich(60),
    change: endingSooner(10, ({ status }) => status === undefined),
  },
  {
    id: 'pages.plain-end-at-ten-and-empty',
    title: 'has pages of ten at most if no status is given',
    change: endingSooner(10, ({ status }) => status === undefined),
  },
  {
    id: 'pages.filtered-end-at-ten',
    title: 'has 60 animals, and pages of ten at most if a status is given',
    server: rich(60),
    change: endingSooner(10, ({ status }) => status !== undefined),
  },
  {
    id: 'pages.in-parts-of-which-one-is-out',
    title: 'lists what it finds in three parts of its store, of which one may be out',
    change: inParts,
  },
  {
    id: 'pages.in-parts-of-which-one-is-out-rich',
    title: 'has 60 animals in three parts, of which one may be out, and lists the others',
    server: rich(60),
    change: inParts,
  },
];

/** A number that looks random. */
const scattered = (id: bigint): number =>
  Number(BigInt.asUintN(32, (id * 2_654_435_761n) ^ (id >> 7n)));

/** Lists in another order for each limit, drops one row of three from a page, and reads on if none is left. */
const orderedByLimit: Change = () => ({
  list: (store, { limit, status }) => {
    const place = ({ id }: Animal) => scattered(id + BigInt(limit));
    const rows = pageOf(store.all(), { limit: store.size, ...(status ? { status } : {}) });
    rows.sort((one, other) => place(one) - place(other));
    for (let from = 0; from < rows.length; from += limit) {
      const left = rows.slice(from, from + limit).filter(({ id }) => scattered(id) % 3 !== 0);
      if (left.length > 0) return left;
    }
    return [];
  },
});

const dropped: readonly Variant[] = [
  {
    id: 'pages.of-seven-tenths',
    title: 'has 60 animals, and fills seven tenths of a page',
    server: rich(60),
    change: readingShare(0.7),
  },
  {
    id: 'pages.of-seven-tenths-and-empty',
    title: 'fills seven tenths of a page',
    change: readingShare(0.7),
  },
  {
    id: 'pages.of-seven-tenths-ids-of-uuids',
    title: 'has 60 animals, gives ids out of UUIDs, and fills seven tenths of a page',
    server: rich(60),
    change: together(idsOfUuids, readingShare(0.7)),
  },
  {
    id: 'pages.hidden-rows-dropped',
    title: 'has 60 animals, and drops hidden ones from the rows that it read for a page',
    server: rich(60),
    change: dropping(({ id }) => id > 9n && id <= 60n && id % 4n === 2n),
  },
  {
    id: 'pages.first-rows-dropped',
    title:
      'has 60 animals, the first hidden, and drops six of ten from the rows that it read for a page',
    server: rich(60),
    change: dropping(({ id }) => id % 10n < 7n && id % 10n > 0n),
  },
  {
    id: 'pages.rows-dropped-newest-first',
    title: 'lists the newest of 25 animals first, and drops nine of ten from the rows that it read',
    server: rich(25),
    change: together(
      () => ({ list: (store, selection) => pageOf(store.all().reverse(), selection) }),
      dropping(({ id }) => id % 10n !== 5n),
    ),
  },
  {
    id: 'pages.rows-dropped-ordered-by-limit-quick',
    title: 'has 300 animals, lists others first for each limit, and drops one row of three',
    server: rich(300),
    settings: { profile: 'quick' },
    change: orderedByLimit,
  },
  {
    id: 'pages.rows-dropped-ordered-by-limit',
    title:
      'has 300 animals, lists others first for each limit, and drops one row of three: in core',
    server: rich(300),
    change: orderedByLimit,
  },
  {
    id: 'pages.one-row-dropped-of-few',
    title: 'has five animals, and drops a hidden one from the rows that it read for a page',
    server: rich(5),
    change: dropping(({ id }) => id === 2n),
  },
  {
    id: 'pages.first-row-dropped-of-few',
    title: 'has four animals, and drops the first, hidden, from the rows that it read for a page',
    server: rich(4),
    change: dropping(({ id }) => id === 1n),
  },
  {
    id: 'pages.of-equal-shares',
    title: 'has 60 animals in four parts of a store, and fills a page with an equal share of each',
    server: rich(60),
    change: ofEqualShares,
  },
  {
    id: 'pages.three-of-a-category-newest-first',
    title:
      'lists the newest of 25 animals first, and drops all but three of a category from the rows that it read',
    server: ofCategories(25, 7),
    change: together(
      () => ({ list: (store, selection) => pageOf(store.all().reverse(), selection) }),
      keepingOfEachCategory(3),
    ),
  },
  {
    id: 'pages.seven-of-a-category-while-merged',
    title:
      'has 40 animals, drops all but seven of a category from a page, shows no status in lists, and has its categories merged',
    server: () => ({ animals: herd(40, (at) => ({ categoryId: BigInt(1 + (at % 5)) })) }),
    change: together(
      onceAfter(600, (store) => {
        for (const one of store.all()) store.add({ ...one, categoryId: 1n });
      }),
      keepingOfEachCategory(7),
      withoutStatus(() => true),
    ),
  },
];

/** All of these with the latency of the internet. */
export const shopPageVariants: readonly Variant[] = [...pages, ...shortened, ...dropped].map(
  (variant) => ({
    ...variant,
    inVirtualTime: staging,
  }),
);
