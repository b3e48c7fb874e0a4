/** Builders shared by the faults of the store and of its lists. */

import { type Operation, petStatuses } from '../src/catalogue/operations.ts';
import type { Animal, NewAnimal } from '../src/reference/animal.ts';
import { type Behaviour, Refusal } from '../src/reference/behaviour.ts';
import type { Call, Reply } from '../src/reference/call.ts';
import {
  type AskedList,
  type Change,
  listing,
  notFinding,
  onReply,
  pageOf,
  remembering,
  showingIn,
  together,
} from '../src/reference/changes.ts';
import type { Fault } from '../src/reference/subject.ts';

export { beforeUse } from '../src/reference/changes.ts';

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

/** The same faults on a store that starts with this many animals, listed oldest first. */
export const stocked = (faults: readonly Fault[], count = atStart): Fault[] =>
  faults.map((fault) => ({ ...fault, server: () => ({ animals: kennel(count) }) }));

const newestAtTheTop: Change = () => ({
  list: (store, selection) => pageOf(store.all().reverse(), selection),
});

/** The same faults on a stocked store that lists the newest first. */
export const newestFirst = (faults: readonly Fault[]): Fault[] =>
  stocked(faults).map(({ change, ...fault }) => ({
    ...fault,
    change: change ? together(newestAtTheTop, change) : newestAtTheTop,
  }));

/** Lists nothing for some queries. */
export const emptying = (which: (asked: AskedList) => boolean): Change =>
  listing(({ page, selection, call }) =>
    which({ ...selection, given: call.query.has('limit') }) ? [] : page(selection),
  );

/** Lists without a status show only these animals. */
export const plainListsOf = (which: (animal: Animal) => boolean): Change =>
  listing(({ page, selection, all }) =>
    selection.status === undefined ? pageOf(all.filter(which), selection) : page(selection),
  );

/** Lists with a status leave some animals out. */
export const filteredListsOf = (which: (animal: Animal, at: number) => boolean): Change =>
  listing(({ page, selection, all }) =>
    selection.status === undefined
      ? page(selection)
      : pageOf(all.filter(({ status }) => status === selection.status).filter(which), selection),
  );

/** Shows other members of animals in lists. */
export const inListsShowing = (change: (animal: Animal) => Partial<Animal>): Change =>
  showingIn('listPets', (shown, animal) => ({ ...shown, ...change(animal) }));

/** Shows other members of an animal that is read by its id. */
export const inReadsShowing = (change: (animal: Animal) => Partial<Animal>): Change =>
  showingIn('getPet', (shown, animal) => ({ ...shown, ...change(animal) }));

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

/** Changes some of the animals of valid creations. */
export const altering = (
  which: (call: Call) => boolean,
  change: (animal: NewAnimal, call: Call) => NewAnimal,
): Change => {
  return ({ newAnimal }) => ({
    newAnimal: (call) => {
      const animal = newAnimal(call);
      return animal instanceof Refusal || !which(call) ? animal : change(animal, call);
    },
  });
};

/** Answers an operation some milliseconds late; `first` is the earliest call that is under way. */
export const lingering =
  (
    operation: Operation,
    change: (base: Behaviour, first: () => Call | undefined) => Partial<Behaviour>,
  ): Change =>
  (base) => {
    const open: Call[] = [];
    const late: Change = ({ authorized, transmit }) => ({
      authorized: (call) => {
        if (call.operation === operation) open.push(call);
        return authorized(call);
      },
      transmit: (reply, response, call) => {
        if (!open.includes(call)) return transmit(reply, response, call);
        setTimeout(() => {
          open.splice(open.indexOf(call), 1);
          transmit(reply, response, call);
        }, 8);
      },
    });
    return together((base) => change(base, () => open[0]), late)(base);
  };
