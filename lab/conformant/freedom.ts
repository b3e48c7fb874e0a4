/** A freedom that the specification leaves, used in one way: one row of a table. And the stores that rows meet. */

import type { Selection } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import { type Change, pageOf, together } from '../../src/reference/changes.ts';
import type { Store } from '../../src/reference/store.ts';
import type { Link, Variant } from '../../src/reference/variant.ts';
import type { Animal } from '../../src/spec/animal.ts';
import { petStatuses } from '../../src/spec/animal.ts';
import { drawnIds } from '../chance.ts';

/** What a server does beyond its change, such as the animals that it starts with. */
export type More = Omit<Partial<Variant>, 'id' | 'title' | 'change'>;

/** What the server does, as one would say it to a colleague; how it does it; and what else that needs. */
export type Freedom = readonly [title: string, change: Change, more?: More];

/** Freedoms by their ids. */
export type Freedoms = Readonly<Record<string, Freedom>>;

/** Freedoms by their ids; a change alone if its id says what the server does. */
export type Rows = Readonly<Record<string, Change | Freedom>>;

export const minute = 60_000;
export const day = 24 * 60 * minute;

/** The latency of the internet. */
const internet: Link = { latencyMs: [20, 90] };

/** For servers that differ in something else than their decisions. */
export const unchanged: Change = () => ({});

const words = (id: string) => id.replaceAll('-', ' ');

const titled = ([id, row]: readonly [string, Change | Freedom]): readonly [string, Freedom] => [
  id,
  typeof row === 'function' ? [words(id), row] : row,
];

/** Names rows after their table: `gap.limit-422`. */
export const named = (group: string, rows: Rows): Freedoms =>
  Object.fromEntries(
    Object.entries(rows)
      .map(titled)
      .map(([id, row]) => [`${group}.${id}`, row]),
  );

/** A row for each of some values: `unknown-category-404`. */
export const forEach = <T extends string | number>(
  id: string,
  values: readonly T[],
  row: (value: T) => Change | Freedom,
): Rows => Object.fromEntries(values.map((value) => [`${id}-${value}`, row(value)]));

/** Rows that all need something more. */
export const needing = (more: More, rows: Rows): Freedoms =>
  Object.fromEntries(
    Object.entries(rows)
      .map(titled)
      .map(([id, [title, change, own]]) => [id, [title, change, both(more, own)]]),
  );

const both = (one: More, other: More = {}): More => ({
  ...one,
  ...other,
  settings: { ...one.settings, ...other.settings },
});

/** How often each part of a crossed table is drawn. */
const often = 2;

/** Some things with some others, of which the seed draws each twice; `title` makes a sentence of their ids. */
export function crossed<A, B>(
  ones: Readonly<Record<string, A>>,
  others: Readonly<Record<string, B>>,
  title: (one: string, other: string) => string,
  change: (one: A, other: B) => Change,
): Freedoms {
  const all = Object.entries(ones).flatMap(([one, first]) =>
    Object.entries(others).map(([other, second]) => ({ one, first, other, second })),
  );
  const drawn = drawnIds(
    all.map(({ one, other }) => [`${one}-${other}`, one, other]),
    often,
  );
  return Object.fromEntries(
    all
      .filter(({ one, other }) => drawn.has(`${one}-${other}`))
      .map(({ one, first, other, second }): [string, Freedom] => [
        `${one}-${other}`,
        [title(words(one), words(other)), change(first, second)],
      ]),
  );
}

/** Animals for a store at the start: numbered from 1, of each status in turn, of seven categories. */
export const herd = (
  count: number,
  differ: (at: number) => Partial<Animal> = () => ({}),
): Animal[] =>
  Array.from({ length: count }, (_, at) => ({
    id: BigInt(at + 1),
    name: `Rex ${at + 1}`,
    categoryId: BigInt(1 + (at % 7)),
    status: petStatuses[at % petStatuses.length] ?? 'sold',
    ...differ(at),
  }));

/** Animals without a status. */
export const unlabelled = (animals: readonly Animal[]): Animal[] =>
  animals.map(({ id, name, categoryId }) => ({ id, name, categoryId }));

/** A server that starts with this many animals. */
export const holding = (count: number, differ?: (at: number) => Partial<Animal>): More => ({
  server: () => ({ animals: herd(count, differ) }),
});

/** A server that starts with so many animals, of so many categories from 41 on. */
export const ofCategories = (categories: number): More =>
  holding(60, (at) => ({ categoryId: 41n + BigInt(at % categories) }));

/** Everything that the base would list, in its order, whatever is asked for. */
export const allListed = (
  list: (store: Store, selection: Selection, call: Call) => readonly Animal[],
  store: Store,
  call: Call,
): readonly Animal[] => list(store, { limit: Number.MAX_SAFE_INTEGER }, call);

/** Lists what the change makes of everything that the base would list; the status is selected afterwards. */
const relisting = (
  change: (all: readonly Animal[], call: Call, selection: Selection) => readonly Animal[],
): Change => {
  return ({ list }) => ({
    list: (store, selection, call) =>
      pageOf(change(allListed(list, store, call), call, selection), selection),
  });
};

export const newestFirst: Change = relisting((all) => all.toReversed());

/** The stores that freedoms meet. */
export const stores: Readonly<Record<string, Freedom>> = {
  empty: ['is empty at first', unchanged],
  '300-oldest': ['has 300 animals, the oldest first', unchanged, holding(300)],
  '300-newest': ['has 300 animals, the newest first', newestFirst, holding(300)],
};

/** One server that does what all of these rows say, each on top of those before it. */
export function serverOf(id: string, rows: readonly Freedom[]): Variant {
  const more = rows.map(([, , one = {}]) => one);
  const servers = more.flatMap(({ server }) => server ?? []);
  const isVirtual = !more.some(({ overSockets }) => overSockets);
  return {
    ...(isVirtual ? { inVirtualTime: internet } : {}),
    ...merged(more),
    id,
    title: rows.map(([title]) => title).join('; '),
    change: together(...rows.map(([, change]) => change)),
    settings: merged(more.map(({ settings = {} }) => settings)),
    server: (now) => merged(servers.map((server) => server(now))),
    advised: more.flatMap(({ advised = [] }) => advised),
  };
}

/** The members of all; of the same one, the last. */
const merged = <T extends object>(parts: readonly T[]): Partial<T> =>
  parts.reduce<Partial<T>>((all, one) => Object.assign(all, one), {});
