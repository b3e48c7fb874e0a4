/** Section 4.3: one animal by its id. */

import { inconclusive, NotApplicable } from '../src/engine/asking/outcomes.ts';
import type { CheckContext } from '../src/engine/checks/context.ts';
import { check, together } from '../src/engine/checks/requirement.ts';
import type { KnownPet } from '../src/engine/store/known-animals.ts';
import { petsOf } from '../src/engine/store/pet.ts';
import type { Answered } from '../src/http/exchange.ts';
import {
  createdPets,
  expectFound,
  mostReadAtOnce,
  type Own,
  ownOf,
  readTogether,
  retrieve,
  twinOf,
} from './created-animals.ts';

const { requirement } = together('reads');

/** Of how many animals of the run that have gone a twin is looked at. */
const mostTwins = 3;

requirement('get.found', () => {
  check('animals that this run created', async (context) => {
    if (context.settings.profile === 'read-only') throw new NotApplicable('nothing was created');
    const pets = await createdPets(context);
    if (pets.length === 0) throw new NotApplicable('no animal was created with an id');
    await readTogether(context, pets.slice(0, mostReadAtOnce));
    const gone: { readonly own: Own; readonly answer: Answered }[] = [];
    for (const own of pets) {
      const answer = await retrieve(context, own.pet.id);
      const isGone = answer.response.status === 404 && !(await stillListed(context, own.pet.id));
      if (isGone) gone.push({ own, answer });
      else expectFound(answer, own.pet.id);
    }
    await expectTwinsFound(context, gone, pets.length);
    await readTwinsLater(
      context,
      gone.map(({ own }) => own),
    );
  });

  check('an animal that a list shows', async (context) => {
    const own = (await createdPets(context)).map(({ pet }) => pet.id);
    const tried: bigint[] = [];
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const list =
        attempt === 1
          ? await context.inventory.settle()
          : await context.api.listPets({ limit: 100 });
      const id = candidateOf(list, own, tried, attempt) ?? tried.at(-1);
      if (id === undefined) {
        const { status } = list.response;
        if (status !== 200) inconclusive(`the list was answered ${status}`);
        const isEmpty = petsOf(list)?.length === 0;
        const none = isEmpty ? 'no animal' : 'no animal with an id that is an int64';
        inconclusive(`the list shows ${none}${isEmpty ? context.inventory.lack() : ''}`);
      }
      tried.push(id);
      const answer = await retrieve(context, id);
      // Other clients may remove animals: one that is gone from the list as well decides nothing.
      if (answer.response.status !== 404 || (await stillListed(context, id))) {
        expectFound(answer, id);
        return;
      }
    }
    inconclusive(`the animals ${tried.join(', ')} were listed and then taken away`);
  });
});

/** How many further animals that lists show are read in full. */
const rareOnes = 12;

requirement('get.found', () => {
  check('animals of rare ids and names that a list shows', async (context) => {
    await context.inventory.settle();
    const own = (await createdPets(context)).map(({ pet }) => pet.id);
    const rare = context.inventory.pets().filter((pet) => isRare(pet) && !own.includes(pet.id));
    for (const { id } of rare.slice(0, rareOnes)) {
      const answer = await retrieve(context, id);
      if (answer.response.status !== 404 || (await stillListed(context, id))) {
        expectFound(answer, id);
      }
    }
  });
});

/** Whether an id is beyond 31 bits or not above 0, or a name has more than ASCII letters, digits and spaces. */
function isRare({ id, name = '' }: KnownPet): boolean {
  return id <= 0n || id >= 2n ** 31n || !/^[a-z][a-z\d ]*$/i.test(name);
}

/** How many animals are tried if others take them away. */
const attempts = 3;

/**
 * An animal that a list shows, from its end, its beginning or its middle; rather one that was not tried yet. If the
 * list shows none that this run created, and so has read already, its beginning comes first.
 */
function candidateOf(
  list: Answered,
  own: readonly bigint[],
  tried: readonly bigint[],
  attempt: number,
): bigint | undefined {
  const ids = (petsOf(list) ?? []).flatMap(({ id }) => id ?? []);
  // In a store that was empty, all are of this run: then one that was asked for already will do.
  const fresh = ids.filter((id) => !tried.includes(id) && !own.includes(id));
  const from = fresh.length > 0 ? fresh : ids;
  const ends = [from.length - 1, 0];
  const areHidden = own.length > 0 && !own.some((id) => ids.includes(id));
  const places = [...(areHidden ? ends.toReversed() : ends), Math.floor(from.length / 2)];
  return from[places[attempt - 1] ?? 0];
}

/**
 * Others may take animals of this run away, but hardly the twins of most of them, or of those that no list has shown.
 */
async function expectTwinsFound(
  context: CheckContext,
  gone: readonly { readonly own: Own; readonly answer: Answered }[],
  asked: number,
): Promise<void> {
  const isUnseen = ({ pet }: Own) => !context.inventory.wasListed(pet.id);
  // All may go at once if a staging service is reset; what is created now is there.
  const doubtful = gone.length * 2 > asked ? gone : gone.filter(({ own }) => isUnseen(own));
  for (const { own, answer } of doubtful.slice(0, mostTwins)) {
    const first = await twinOf(context, own);
    // The store may be reset just then, too: a minute passes while a run waits for its limit.
    const twin = first?.answer.response.status === 404 ? await twinOf(context, first.own) : first;
    if (twin === undefined) return expectFound((first ?? { answer }).answer, own.pet.id);
    expectFound(twin.answer, twin.own.pet.id);
    if (isUnseen(own)) await expectNamesakeKept(context, own, twin.own);
  }
}

/**
 * If several animals have gone though their twins are there, reads twins again within the grace: a cache may show at
 * first what the store did not keep. That each of them goes is judged with the whole run (`get.stays`).
 */
async function readTwinsLater(context: CheckContext, gone: readonly Own[]): Promise<void> {
  if (gone.length < mostTwins) return;
  // One more than needed: methods that are not described are tried on the latest animal, which then says nothing.
  for (const own of [...gone.slice(0, mostTwins), ...gone.slice(0, 1)]) {
    const twin = await twinOf(context, own);
    if (twin?.answer.response.status !== 200) return;
    const later = await context.eventually(
      () => context.api.getPet(twin.own.pet.id),
      ({ response }) => response.status === 404,
    );
    if (later.response.status !== 404) return;
  }
}

/** If an animal has gone and another has its name: expects a twin and its namesake to be both there. */
async function expectNamesakeKept(context: CheckContext, gone: Own, twin: Own): Promise<void> {
  const { api, inventory } = context;
  const { name } = gone.creation.sent;
  const namesakes = inventory.creations.filter((one) => one.sent.name === name && one.pet);
  if (namesakes.length < 2) return;
  const { planned } = twin.creation;
  const other = await inventory.create({ kind: 'namesake', name: planned.name, own: planned.own });
  const again = await context.eventually(
    () => api.getPet(twin.pet.id),
    ({ response }) => response.status !== 404,
  );
  expectFound(again, twin.pet.id);
  for (const { pet } of ownOf(other)) expectFound(await retrieve(context, pet.id), pet.id);
}

/** Whether lists still show the animal after the time that they may lag. */
async function stillListed(
  { api, eventually, inventory }: CheckContext,
  id: bigint,
): Promise<boolean> {
  const status = inventory.pets().find((pet) => pet.id === id)?.status;
  const lists = [
    { limit: 100 },
    ...(status && inventory.count() > 99 ? [{ limit: 100, status }] : []),
  ];
  const isShown = (list: Answered) => (petsOf(list) ?? []).some((pet) => pet.id === id);
  for (const query of lists) {
    const list = await eventually(
      () => api.listPets(query),
      (one) => !isShown(one),
    );
    if (isShown(list)) return true;
  }
  return false;
}
