/** A page may hold fewer animals than its limit, by any rule and in any order (sections 4.1 and 4.4). */
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

/** A number below 1 that looks random, the same for each id. */
const mixed = (id: bigint) =>
  Number(BigInt.asUintN(32, (id * 2_654_435_761n) ^ (id >> 7n))) / 2 ** 32;
const byChance = ({ sequence }: Call) => mixed(BigInt(sequence));

const upTo =
  (most: number, when: (asked: Asked) => boolean = () => true): Rule =>
  (all, asked) =>
    when(asked) ? all.slice(0, most) : all;

/** The first so many of each kind. */
const ofEach =
  (kind: (one: Animal) => unknown, most: number): Rule =>
  (all) => {
    const counts = new Map<unknown, number>();
    return all.filter((one) => {
      const count = (counts.get(kind(one)) ?? 0) + 1;
      counts.set(kind(one), count);
      return count <= most;
    });
  };

const sorted =
  (rank: (one: Animal, asked: Asked) => number | string): Rule =>
  (all, asked) =>
    all.toSorted((a, b) => (rank(a, asked) < rank(b, asked) ? -1 : 1));

/** Leaves animals out of a list without a status, as a shop does that shows the others first. */
const plainly =
  (isShown: (one: Animal) => boolean): Rule =>
  (all, { status }) =>
    all.filter((one) => status !== undefined || isShown(one));

const rules: Readonly<Record<string, Rule>> = {
  'one-at-most': upTo(1),
  'ten-at-most': upTo(10),
  'twelve-by-default': upTo(12, ({ call }) => !call.query.has('limit')),
  'five-by-chance': upTo(5, ({ call }) => byChance(call) < 0.5),
  'ten-of-a-category': ofEach(({ categoryId }) => categoryId, 10),
  'seven-tenths': (all, { limit }) => all.slice(0, Math.max(1, Math.floor(limit * 0.7))),
  'one-shard-out': (all, { call }) =>
    all.filter(
      ({ id }) =>
        byChance(call) > 0.25 || BigInt.asUintN(64, id) % 3n !== BigInt(call.sequence % 3),
    ),
  'sorted-by-name': sorted(({ name }) => name),
  'in-another-order-each-time': sorted(({ id }, { call }) =>
    mixed(id + BigInt(call.sequence) * 7919n),
  ),
  'plain-without-sold': plainly(({ status }) => status !== 'sold'),
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
  Object.fromEntries(Object.entries(rules).map(([id, rule]) => [id, paging(rule)])),
);
