/** Builders of changes of the store: what it keeps, hides and forgets. */

import type { Call, Reply } from '../src/reference/call.ts';
import {
  type Change,
  notFinding,
  onReply,
  pageOf,
  remembering,
  together,
} from '../src/reference/changes.ts';
import type { Animal } from '../src/spec/animal.ts';
import { petStatuses } from '../src/spec/animal.ts';

/** Animals of seven categories for a store at the start, ids from 1, their statuses in turn. */
export function kennel(count: number): Animal[] {
  return Array.from({ length: count }, (_, at) => ({
    id: BigInt(at + 1),
    name: `Biscuit ${at + 1}`,
    categoryId: BigInt(1 + (at % 7)),
    status: petStatuses[at % 3] ?? 'sold',
  }));
}

/** How many animals a stocked store has at the start; larger ids belong to the run. */
export const atStart = 300;

/** Numbers animals by a counter, so that one that is not stored leaves its number unused. */
export const counting: Change = () => {
  let last: bigint | undefined;
  return {
    newId: (store) => {
      last = (last ?? BigInt(store.size)) + 1n;
      return last;
    },
  };
};

/** Answers creations but does not store some of the animals; `nth` counts from 1. */
export const losing = (which: (nth: number, animal: Animal, call: Call) => boolean): Change =>
  together(counting, ({ keep }) => {
    let nth = 0;
    return {
      keep: (animal, call) => {
        nth += 1;
        return which(nth, animal, call) ? undefined : keep(animal, call);
      },
    };
  });

/** Hides some animals from lists and from reads. */
export const hiding = (hidden: (animal: Animal, call: Call) => boolean): Change =>
  together(notFinding(hidden), () => ({
    list: (store, selection, call) =>
      pageOf(
        store.all().filter((animal) => !hidden(animal, call)),
        selection,
      ),
  }));

/** A change that takes effect after the first answer of some kind. */
export const onceAnswered = (
  which: (reply: Reply, call: Call) => boolean,
  change: (isDue: () => boolean) => Change,
): Change =>
  remembering(() => {
    let answered = false;
    const noting = onReply((reply, call) => {
      answered ||= which(reply, call);
      return reply;
    });
    return together(
      change(() => answered),
      noting,
    );
  });
