/** A page may hold fewer animals than its limit, by any rule and in any order (sections 4.1 and 4.4). */
import { stringify } from 'lossless-json';
import type { Selection } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import { type Change, listing } from '../../src/reference/changes.ts';
import type { Animal } from '../../src/spec/animal.ts';
import { type Freedoms, named } from './freedom.ts';

interface Asked extends Selection {
  readonly call: Call;
}

/** What a page shows of all animals that match, in the order of the store; more than its limit is cut off. */
type Rule = (all: readonly Animal[], asked: Asked) => readonly Animal[];

const byChance = ({ sequence }: Call, share: number) =>
  (sequence * 2654435761) % 4294967296 < share * 4294967296;
/** A number that looks random, the same for each id. */
const mixed = (id: bigint) => Number(BigInt.asUintN(32, (id * 2_654_435_761n) ^ (id >> 7n)));

const upTo =
  (most: number, when: (asked: Asked) => boolean = () => true): Rule =>
  (all, asked) =>
    when(asked) ? all.slice(0, most) : all;

/** The first so many of each kind. */
const ofEach =
  (kind: (one: Animal) => unknown, most: (limit: number) => number): Rule =>
  (all, { limit }) => {
    const counts = new Map<unknown, number>();
    return all.filter((one) => {
      const count = (counts.get(kind(one)) ?? 0) + 1;
      counts.set(kind(one), count);
      return count <= most(limit);
    });
  };
const category = ({ categoryId }: Animal) => categoryId;

/** Reads a page, and drops some of its rows. */
const dropping =
  (isDropped: (id: bigint) => boolean): Rule =>
  (all, { limit }) =>
    all.slice(0, limit).filter(({ id }) => !isDropped(id));

const ofText =
  (most: number): Rule =>
  (all) => {
    let length = 0;
    return all.filter((one, at) => {
      length += (stringify(one) ?? '').length + 1;
      return length <= most || at === 0;
    });
  };

const ofParts =
  (parts: bigint): Rule =>
  (all, { limit }) => {
    const most = Math.max(1, Math.floor(limit / Number(parts)));
    return Array.from({ length: Number(parts) }, (_, at) => BigInt(at)).flatMap((part) =>
      all.filter(({ id }) => BigInt.asUintN(64, id * 7n) % parts === part).slice(0, most),
    );
  };

const sorted =
  (rank: (one: Animal, asked: Asked) => number | string): Rule =>
  (all, asked) =>
    all.toSorted((a, b) => (rank(a, asked) < rank(b, asked) ? -1 : 1));
const shuffled = sorted(({ id }, { call }) => mixed(id + BigInt(call.sequence) * 7919n));

const rules: Readonly<Record<string, Rule>> = {
  'one-at-most': upTo(1),
  'ten-at-most': upTo(10),
  'twelve-by-default': upTo(12, ({ call }) => !call.query.has('limit')),
  'five-by-chance': upTo(5, ({ call }) => byChance(call, 0.5)),
  'ten-with-status': upTo(10, ({ status }) => status !== undefined),
  'ten-of-a-category': ofEach(category, () => 10),
  'one-of-a-name': ofEach(
    ({ name }) => name,
    () => 1,
  ),
  '1000-characters-at-most': ofText(1000),
  'seven-tenths': (all, { limit }) => all.slice(0, Math.max(1, Math.floor(limit * 0.7))),
  'as-many-as-found-in-time': (all, { call, limit }) =>
    all.slice(0, Math.max(1, Math.ceil((mixed(BigInt(call.sequence)) / 2 ** 32) * limit))),
  'one-row-dropped': dropping((id) => id === 2n),
  'one-shard-out': (all, { call }) =>
    all.filter(
      ({ id }) =>
        !(byChance(call, 0.25) && BigInt.asUintN(64, id) % 3n === BigInt(call.sequence % 3)),
    ),
  'equal-shares-of-four': ofParts(4n),
  'sorted-by-name': sorted(({ name }) => name),
  'sorted-by-status': sorted(({ status }) => status ?? ''),
  'in-another-order-each-time': shuffled,
};

/** Default scopes: a list without a status leaves out what a shop does not want to show first. */
const scopes: Readonly<Record<string, Rule>> = {
  'plain-without-sold': (all, { status }) =>
    all.filter((one) => status !== undefined || one.status !== 'sold'),
  'plain-available-only': (all, { status }) =>
    all.filter((one) => status !== undefined || one.status === 'available'),
  'plain-featured-only': (all, { status }) =>
    all.filter((one) => status !== undefined || one.id % 3n === 1n),
};

const paging = (rule: Rule): Change =>
  listing(({ page, selection, call }) =>
    rule(page({ ...selection, limit: Number.MAX_SAFE_INTEGER }), { ...selection, call }).slice(
      0,
      selection.limit,
    ),
  );

export const pageFreedoms: Freedoms = named(
  'page',
  Object.fromEntries(
    Object.entries({ ...rules, ...scopes }).map(([id, rule]) => [
      id,
      [`lists ${id.replaceAll('-', ' ')}`, paging(rule)],
    ]),
  ),
);
