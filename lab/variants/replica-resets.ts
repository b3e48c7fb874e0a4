/** A store that is reset, or from which others take animals away, while lists show it as it was some time ago. */
import type { Animal } from '../../src/reference/animal.ts';
import { type Change, pageOf, together } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { beforeUse, counting } from '../store-changes.ts';
import { rich } from './freedoms.ts';
import { staging } from './limiters.ts';
import { timed } from './shop-others.ts';
import { resetAfter } from './shop-resets.ts';
import { shared } from './staging-others.ts';

/** Lists what a replica holds: the store as it was some milliseconds ago, including what has been taken away since. */
const listedFromReplica =
  (ms: number): Change =>
  (base) => {
    const states: { readonly at: number; readonly all: readonly Animal[] }[] = [];
    const noting = beforeUse((store, call) => {
      const all = base.list(store, { limit: Number.MAX_SAFE_INTEGER }, call);
      states.push({ at: call.at, all });
    });
    return noting({
      ...base,
      list: (_, selection, call) => {
        const known = states.findLast(({ at }) => at <= call.at - ms) ?? states[0];
        return pageOf(known?.all ?? [], selection);
      },
    });
  };

/** A share that looks random, the same for each animal. */
const shareOf = ({ id }: Animal, salt: bigint) =>
  Number(BigInt.asUintN(32, (id + salt * 7919n) * 2654435761n)) / 2 ** 32;

const inFull = { settings: { profile: 'full' } } as const;

const variants: readonly Variant[] = [
  {
    id: 'replica.reset-before-it-knows-in-full',
    title:
      'has 12 animals, lists them from a replica a second behind, and is reset to them 0.4 s on, in a full run',
    ...inFull,
    server: rich(12),
    change: together(resetAfter(400, 12, true), listedFromReplica(1000)),
  },
  {
    id: 'replica.reset-before-it-knows',
    title: 'lists from a replica four seconds behind, and is reset to nothing 2.5 s on',
    change: together(resetAfter(2500, 0), listedFromReplica(4000)),
  },
  {
    id: 'replica.reset-at-once-ids-given-again',
    title:
      'has 90 animals, lists them from a replica 4.5 s behind, and is reset to them 0.9 s on, ids included',
    server: rich(90),
    change: together(resetAfter(900, 90), listedFromReplica(4500)),
  },
  {
    id: 'others.a-tenth-taken-away-in-full',
    title:
      'has 120 animals, and others take a tenth away, of those of a full run as well, some before anybody has seen them',
    ...inFull,
    server: rich(120),
    change: together(
      counting,
      timed((since) =>
        shared((animal, { own, age }) => {
          const isTaken = shareOf(animal, 1n) < 0.1 && since() > 20_000 * shareOf(animal, 5n);
          return isTaken && (own === 0 || age > 300) ? undefined : animal;
        }),
      ),
    ),
  },
];

/** All of these with the latency of the internet. */
export const replicaResetVariants: readonly Variant[] = variants.map((variant) => ({
  ...variant,
  inVirtualTime: staging,
}));
