/** Section 4.3: one animal by its id. */

import type { Answered } from '../src/http/exchange.ts';
import { petOf, petsOf } from '../src/judge/pet.ts';
import type { KnownPet } from '../src/run/animals/inventory.ts';
import { requirement as alone, check, together } from '../src/run/checks/registration.ts';
import { asDependency, inconclusive, NotApplicable } from '../src/run/requests/outcomes.ts';
import {
  createdPets,
  expectFound,
  mostReadAtOnce,
  readTogether,
  retrieve,
} from './created-animals.ts';

const { requirement } = together('reads');

// Alone: if no read is answered, one is enough to know it.
alone('get.found', () => {
  check('animals that this run created', async (context) => {
    if (context.settings.profile === 'read-only') throw new NotApplicable('nothing was created');
    const pets = await createdPets(context);
    if (pets.length === 0) throw new NotApplicable('no animal was created with an id');
    await readTogether(context, pets.slice(0, mostReadAtOnce));
    for (const own of pets) {
      const answer = await retrieve(context, own.pet.id);
      // Whether others may have taken it away follows from all answers of the run (src/judge/animals.ts).
      if (answer.response.status !== 404) expectFound(answer, own.pet.id);
    }
  });
});

requirement('get.found', () => {
  check('an animal that a list shows', async (context) => {
    const read = (await createdPets(context)).map(({ pet }) => pet.id);
    const own = context.inventory.creations.flatMap(({ pet }) => pet?.id ?? []);
    const tried: bigint[] = [];
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const list =
        attempt === 1
          ? await context.inventory.settle()
          : await context.api.listPets({ limit: 100 });
      const id = candidateOf(list, { own, read, tried }) ?? tried.at(-1);
      if (id === undefined) {
        const { status } = list.response;
        if (status !== 200) inconclusive(`the list was answered ${status}`);
        const isEmpty = petsOf(list)?.length === 0;
        const none = isEmpty ? 'no animal' : 'no animal with an id that is an int64';
        inconclusive(`the list shows ${none}${isEmpty ? context.inventory.lack() : ''}`);
      }
      tried.push(id);
      const answer = await retrieve(context, id);
      // Others may have taken it away.
      if (answer.response.status !== 404) return expectFound(answer, id);
    }
    inconclusive(`the animals ${tried.join(', ')} were listed and then taken away`);
  });
});

/** How many further animals that lists show are read in full. */
const rareOnes = 12;

requirement('get.found', () => {
  check(
    'animals of rare ids and names that a list shows',
    { tier: 4, requests: rareOnes },
    async (context) => {
      await context.inventory.settle();
      const own = (await createdPets(context)).map(({ pet }) => pet.id);
      const rare = context.inventory.pets().filter((pet) => isRare(pet) && !own.includes(pet.id));
      for (const { id } of rare.slice(0, rareOnes)) {
        const answer = await retrieve(context, id);
        if (answer.response.status !== 404) expectFound(answer, id);
      }
    },
  );
});

/** Whether an id is beyond 31 bits or not above 0, or a name has more than ASCII letters, digits and spaces. */
function isRare({ id, name = '' }: KnownPet): boolean {
  return id <= 0n || id >= 2n ** 31n || !/^[a-z][a-z\d ]*$/i.test(name);
}

/** How many animals are tried if others take them away. */
const attempts = 3;

interface Tried {
  /** Animals that this run created, and which of them it has read. */
  readonly own: readonly bigint[];
  readonly read: readonly bigint[];
  readonly tried: readonly bigint[];
}

/**
 * An animal that a list shows and this run did not create, or else one that it has read: one with an id that code may
 * take for none, or from the end, the beginning or the middle of the list. If the list shows none that this run created,
 * its beginning comes first.
 */
function candidateOf(list: Answered, { own, read, tried }: Tried): bigint | undefined {
  const ids = (petsOf(list) ?? []).flatMap(({ id }) => id ?? []);
  const fresh = ids.filter((id) => !own.includes(id));
  const from = (fresh.length > 0 ? fresh : ids.filter((id) => read.includes(id))).filter(
    (id) => !tried.includes(id),
  );
  const odd = from.find((id) => id <= 0n);
  if (odd !== undefined) return odd;
  const areHidden = own.length > 0 && !own.some((id) => ids.includes(id));
  const ends = [from.at(-1), from[0]];
  const places = [...(areHidden ? ends.toReversed() : ends), from[Math.floor(from.length / 2)]];
  return places[tried.length];
}

requirement('get.same-animal', () => {
  check('as in its creation response', async (context) => {
    const pets = await createdPets(context);
    if (pets.length === 0) {
      inconclusive(`no animal was created with an id${context.inventory.lack()}`);
    }
    await asDependency(readTogether(context, pets.slice(0, mostReadAtOnce)));
    let shown = 0;
    for (const { pet } of pets) {
      const answer = await asDependency(retrieve(context, pet.id));
      if (answer.response.status === 200 && petOf(answer)?.id === pet.id) shown += 1;
    }
    // src/judge/animals.ts compares what they show with all other answers.
    if (shown === 0) inconclusive('no created animal could be retrieved');
  });
});
