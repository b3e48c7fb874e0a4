/** Stores to which something happens shortly before the end of a run, when it creates an animal once more. */
import { Refusal } from '../../src/reference/behaviour.ts';
import { type Change, remembering, together } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { hiding, onceAnswered } from '../store-changes.ts';

/** Wrong keys come last of all, so the change begins after the first refused one. */
const towardsTheEnd = (change: (isDue: () => boolean) => Change): Change =>
  onceAnswered(({ status }) => status === 401, change);

const takingNoMore = (status: number): Change =>
  towardsTheEnd((isDue) => ({ newAnimal }) => ({
    newAnimal: (call) => {
      const wanted = newAnimal(call);
      if (wanted instanceof Refusal || !isDue()) return wanted;
      return new Refusal(status, 'no_more', 'This store takes no more animals.');
    },
  }));

/** Others immediately take away the first animal that is created then. */
const takingAway: Change = remembering(() => {
  const taken: bigint[] = [];
  return towardsTheEnd((isDue) =>
    together(
      hiding(({ id }) => taken.includes(id)),
      ({ keep }) => ({
        keep: (animal, call) => {
          if (isDue() && taken.length === 0) taken.push(animal.id);
          return keep(animal, call);
        },
      }),
    ),
  );
});

/** Others take away the latest animal, once, and its id is given again. */
const givingFreeId: Change = remembering(() => {
  let given: bigint | undefined;
  let latest = 0n;
  return towardsTheEnd((isDue) => ({ newId }) => ({
    newId: (store, call) => {
      if (isDue() && given === undefined) {
        given = latest;
        return given;
      }
      latest = newId(store, call);
      return latest;
    },
  }));
});

export const lateCreationVariants: readonly Variant[] = [
  ...[400, 403, 409, 507].map((status) => ({
    id: `late.full-by-then-${status}`,
    title: `is full towards the end of a run, and says so with ${status}`,
    change: takingNoMore(status),
  })),
  {
    id: 'late.taken-away',
    title: 'has its latest animal taken away by others as soon as it is there, towards the end',
    change: takingAway,
  },
  {
    id: 'late.free-id-given-again',
    title: 'gives the id of an animal that others took away again, towards the end',
    change: givingFreeId,
  },
];
