/** A freedom that the specification leaves, used in one way: one row of a table. And the stores that rows meet. */
import { animals, type Change, pageOf, together } from '../../src/reference/changes.ts';
import type { Link, Variant } from '../../src/reference/variant.ts';
import type { Animal } from '../../src/spec/animal.ts';
import { crossed as pairs } from '../chance.ts';
import { allListed } from '../changes.ts';

/** What a server does, and what else that needs, such as animals at the start. */
export type Freedom = Omit<Variant, 'id'>;

/** Freedoms by their ids. */
export type Freedoms = Readonly<Record<string, Freedom>>;

/** Freedoms by their ids, which say what the server does; a change alone if it needs nothing else. */
export type Rows = Readonly<Record<string, Change | Freedom>>;

/** The latency of the internet. */
const internet: Link = { latencyMs: [20, 90] };

const mapped = (rows: Rows, row: (id: string, freedom: Freedom) => readonly [string, Freedom]) =>
  Object.fromEntries(
    Object.entries(rows).map(([id, one]) =>
      row(id, typeof one === 'function' ? { change: one } : one),
    ),
  );

/** Names rows after their table: `gap.limit-422`. */
export const named = (group: string, rows: Rows): Freedoms =>
  mapped(rows, (id, freedom) => [`${group}.${id}`, freedom]);

/** Rows that all need something more. */
export const needing = (more: Freedom, rows: Rows): Freedoms =>
  mapped(rows, (id, freedom) => [id, combined([more, freedom])]);

/** A row for each of some values: `unknown-category-404`. */
export const forEach = <T extends string | number>(
  id: string,
  values: readonly T[],
  row: (value: T) => Change | Freedom,
): Rows => Object.fromEntries(values.map((value) => [`${id}-${value}`, row(value)]));

/** Some things with some others, of which the seed draws each twice. */
export const crossed = <A, B>(
  ones: Readonly<Record<string, A>>,
  others: Readonly<Record<string, B>>,
  change: (one: A, other: B) => Change,
): Rows => Object.fromEntries(pairs('', ones, others, change));

/** A server that starts with this many animals. */
export const holding = (count: number, differ?: (at: number) => Partial<Animal>): Freedom => ({
  server: () => ({ animals: animals(count, differ) }),
});

/** A server that starts with so many animals, of so many categories from 41 on. */
export const ofCategories = (categories: number): Freedom =>
  holding(60, (at) => ({ categoryId: 41n + BigInt(at % categories) }));

export const newestFirst: Change = ({ list }) => ({
  list: (store, selection, call) => pageOf(allListed(list, store, call).toReversed(), selection),
});

/** The stores that a server may start with. */
export const stores = {
  empty: {},
  '300-oldest': holding(300),
  '300-newest': { change: newestFirst, ...holding(300) },
} as const satisfies Freedoms;

/** What all of these do, each on top of those before it. */
export function combined(parts: readonly Freedom[]): Freedom {
  const servers = parts.flatMap(({ server = [] }) => server);
  return {
    ...merged(parts),
    change: together(...parts.flatMap(({ change = [] }) => change)),
    settings: merged(parts.map(({ settings = {} }) => settings)),
    ...(servers.length === 0 ? {} : { server: (now) => merged(servers.map((one) => one(now))) }),
    advised: parts.flatMap(({ advised = [] }) => advised),
  };
}

/** The members of all; of the same one, the last. */
const merged = <T extends object>(parts: readonly T[]): Partial<T> =>
  parts.reduce<Partial<T>>((all, one) => Object.assign(all, one), {});

/** A server that does what all of these do, over the internet unless one of them needs sockets. */
export const serverOf = (id: string, parts: readonly Freedom[]): Variant => ({
  ...(parts.some(({ overSockets }) => overSockets) ? {} : { inVirtualTime: internet }),
  ...combined(parts),
  id,
});
