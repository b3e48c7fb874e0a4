/** Conformant servers that accept the id in a creation if the animal that had it is gone. */

import { readInt64 } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  animals,
  type Change,
  membersOf,
  remembering,
  together,
} from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { digits } from '../member-changes.ts';
import { hiding } from '../store-changes.ts';
import { staging } from './limiters.ts';

const idSent = ({ body }: Call): bigint | undefined => readInt64(digits(membersOf(body)?.id));

/**
 * Resets the store to its animals at the start just before the first creation that sends an id, and accepts that id.
 */
const putBackBeforeAnIdIsSent = (count: number): Change =>
  remembering(() => {
    const gone = new Set<bigint>();
    let isPutBack = false;
    return together(
      ({ newId }) => ({
        newId: (store, call) => {
          const id = idSent(call);
          if (id === undefined) return newId(store, call);
          if (!isPutBack) for (const one of store.all()) if (one.id > count) gone.add(one.id);
          isPutBack = true;
          return gone.delete(id) || store.get(id) === undefined ? id : newId(store, call);
        },
      }),
      hiding(({ id }) => gone.has(id)),
    );
  });

/**
 * Others take the third animal of the run away once it was answered, and a creation is given the id that it sends if no
 * animal has it.
 */
const takenBeforeAnIdIsSent: Change = ({ newId, keep, find, list }) => {
  const gone = new Set<bigint>();
  let made = 0;
  let last: bigint | undefined;
  return {
    newId: (store, call) => {
      const id = idSent(call);
      if (id !== undefined && (gone.has(id) || store.get(id) === undefined)) return id;
      last = last === undefined ? newId(store, call) : last + 1n;
      return last;
    },
    keep: (animal, call) => {
      made += 1;
      gone.delete(animal.id);
      if (made === 3) gone.add(animal.id);
      return keep(animal, call);
    },
    list: (store, selection, call) =>
      list(store, { ...selection, limit: store.size }, call)
        .filter(({ id }) => !gone.has(id))
        .slice(0, selection.limit),
    find: (store, call) => {
      const found = find(store, call);
      return found && !gone.has(found.id) ? found : undefined;
    },
  };
};

export const idsSentVariants: readonly Variant[] = [
  {
    id: 'sent.id-of-an-animal-put-away',
    title:
      'is reset to its 40 animals, and then takes the id that a creation sends, as it is free again',
    server: () => ({ animals: animals(40) }),
    change: putBackBeforeAnIdIsSent(40),
  },
  {
    id: 'sent.id-of-an-animal-put-away-from-none',
    title: 'is reset to nothing, and then takes the id that a creation sends, as it is free again',
    change: putBackBeforeAnIdIsSent(0),
  },
  {
    id: 'sent.id-of-an-animal-put-away-beyond-lists',
    title:
      'lists the oldest of its 300 animals, is reset to them, and then takes the id that a creation sends',
    server: () => ({ animals: animals(300) }),
    change: putBackBeforeAnIdIsSent(300),
  },
  {
    id: 'sent.id-of-an-animal-put-away-from-none-beyond-lists',
    title:
      'lists the oldest of its 300 animals, is reset to nothing, and then takes the id that a creation sends',
    server: () => ({ animals: animals(300) }),
    change: putBackBeforeAnIdIsSent(0),
  },
  {
    id: 'sent.id-of-an-animal-taken-away',
    title:
      'takes the id that a creation sends, as others took the animal away that had it, which a read has shown',
    change: takenBeforeAnIdIsSent,
    inVirtualTime: staging,
  },
  {
    id: 'sent.id-of-an-animal-taken-away-beyond-lists',
    title:
      'lists the oldest of its 120 animals, and takes the id that a creation sends, as others took its animal away',
    server: () => ({ animals: animals(120) }),
    change: takenBeforeAnIdIsSent,
    inVirtualTime: staging,
  },
];
