import { describe, expect, test } from 'vitest';
import type { Animal } from '../src/reference/animal.ts';
import { Refusal } from '../src/reference/behaviour.ts';
import {
  listing,
  omit,
  onReply,
  remembering,
  showing,
  showingIn,
  together,
} from '../src/reference/changes.ts';
import { type Change, judged } from './testing/judged.ts';

/** A small run creates animals with these ids, and reads some of them. */
const first = 1n;
const sold = 4n;
const draft = 2n;
const own = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n];

/** The animals that are created beyond those, to be compared with them. */
const twins = [9n, 10n, 11n, 12n, 13n, 14n, 15n, 16n];

/** How a check ends, how many animals the run creates beyond its own ones, and the lists that it asks for since. */
async function asked(title: string, change?: Change) {
  const settings = { profile: 'quick' } as const;
  const { check, exchanges } = await judged('get.same-animal', {
    settings,
    ...(change && { change }),
  });
  const { outcome, message } = check(title);
  const made = exchanges.filter(({ operation }) => operation === 'createPet').length;
  const read = exchanges.findIndex(({ operation }) => operation === 'getPet');
  const lists = exchanges
    .slice(read)
    .flatMap(({ operation, request: { url } }) =>
      operation === 'listPets' ? url.replace(/.*\/pets/, '') : [],
    );
  return { outcome, message, twins: made - own.length, lists };
}

const created = (change?: Change) => asked('as its creation answered it', change);
const listed = (change?: Change) => asked('in the status in which lists show it', change);

/** Reads an animal by its id as another one, or as none; `nth` counts the reads of the animal before. */
const reading =
  (as: (animal: Animal, nth: number) => Animal | undefined): Change =>
  ({ find }) => {
    const reads = new Map<bigint, number>();
    return {
      find(store, call) {
        const animal = find(store, call);
        if (animal === undefined) return undefined;
        const nth = reads.get(animal.id) ?? 0;
        reads.set(animal.id, nth + 1);
        return as(animal, nth);
      },
    };
  };

/** Shows some animals by their ids as edited. */
const editing = (ids: readonly bigint[], edited: Partial<Animal> = { name: 'Edited' }) =>
  reading((animal) => (ids.includes(animal.id) ? { ...animal, ...edited } : animal));

const losing = (ids: readonly bigint[]): Change =>
  reading((animal) => (ids.includes(animal.id) ? undefined : animal));

/** Refuses some valid creations, by their order. */
const refusing =
  (which: (nth: number) => boolean): Change =>
  ({ newAnimal }) => {
    let nth = 0;
    return {
      newAnimal(call) {
        nth += 1;
        return which(nth) ? new Refusal(400, 'refused', 'No.') : newAnimal(call);
      },
    };
  };

test('animals that are as they were created have no twins', async () => {
  expect(await created()).toMatchObject({ outcome: 'passed', twins: 0 });
});

test('animals without an id that is a number cannot be compared', async () => {
  const change = showing((shown) => ({ ...shown, id: 'A1' }));
  expect(await created(change)).toMatchObject({ outcome: 'inconclusive', twins: 0 });
});

describe('a member that an animal is shown with by its id', () => {
  test.each([
    ['name', editing([...own, ...twins])],
    ['categoryId', editing([...own, ...twins], { categoryId: 99n })],
  ])('fails if it differs for twins, too: %s', async (member, change) => {
    const told = await created(change);
    expect(told).toMatchObject({ outcome: 'failed', twins: 3 });
    expect(told.message).toContain(`expected: ${member} `);
  });

  test('may differ for some that others have edited, of which two get a twin', async () => {
    // Three twins more show whether such animals last.
    expect(await created(editing([first]))).toMatchObject({ outcome: 'passed', twins: 1 + 3 });
    const three = editing([first, draft, sold]);
    expect(await created(three)).toMatchObject({ outcome: 'passed', twins: 2 + 3 });
    // The name is that of an animal of this run, but its own one.
    const moved = editing([first], { categoryId: 99n });
    expect(await created(moved)).toMatchObject({ outcome: 'passed', twins: 1 + 3 });
  });

  test('may differ for twins until one of three in a row is as it was created', async () => {
    expect(await created(editing([first, 9n, 10n]))).toMatchObject({
      outcome: 'passed',
      twins: 3 + 3,
    });
    expect(await created(editing([first, 9n, 10n, 11n]))).toMatchObject({
      outcome: 'failed',
      twins: 3,
    });
  });

  test('fails at once if it is the name of another animal of the run', async () => {
    let other = '';
    const change: Change = together(
      showingIn('createPet', (shown, { id, name }) => {
        if (id === first) other = name;
        return shown;
      }),
      reading((animal) => (animal.id === sold ? { ...animal, name: other } : animal)),
    );
    expect(await created(change)).toMatchObject({ outcome: 'failed', twins: 0 });
  });

  test('decides nothing if no twin is accepted, but if one was, that one', async () => {
    const edited = editing([...own, ...twins]);
    const none = together(
      edited,
      refusing((nth) => nth > 8),
    );
    expect((await created(none)).outcome).toBe('inconclusive');
    const one = together(
      edited,
      refusing((nth) => nth > 9),
    );
    expect((await created(one)).outcome).toBe('failed');
  });

  test.each(['getPet', 'createPet'] as const)(
    'may be left out of an answer to %s',
    async (operation) => {
      const change = showingIn(operation, (shown) => omit(shown, 'name', 'categoryId'));
      expect(await created(change)).toMatchObject({ outcome: 'passed', twins: 0 });
    },
  );

  test('is not compared if another animal is shown, or none', async () => {
    const other = reading((animal) => ({ ...animal, id: animal.id + 1000n, name: 'Other' }));
    expect((await created(other)).outcome).toBe('inconclusive');
    const failing = together(
      editing([...own, ...twins]),
      onReply((reply, { operation }) =>
        operation === 'getPet' ? { ...reply, status: 500 } : reply,
      ),
    );
    expect((await created(failing)).outcome).toBe('inconclusive');
  });
});

describe('if none of the animals is there any more', () => {
  test('a twin is compared', async () => {
    expect(await created(losing(own))).toMatchObject({ outcome: 'passed', twins: 1 });
    const edited = together(losing(own), editing(twins));
    expect(await created(edited)).toMatchObject({ outcome: 'failed', twins: 1 });
  });

  test('so is a second one, if the first is gone or was not accepted', async () => {
    expect(await created(losing([...own, 9n]))).toMatchObject({ outcome: 'passed', twins: 2 });
    const refused = together(
      losing(own),
      refusing((nth) => nth === 9),
    );
    expect(await created(refused)).toMatchObject({ outcome: 'passed', twins: 2 });
  });

  test('nothing is decided if no twin is there either', async () => {
    expect(await created(losing([...own, ...twins]))).toMatchObject({
      outcome: 'inconclusive',
      twins: 2,
    });
    const refused = together(
      losing(own),
      refusing((nth) => nth > 8),
    );
    expect((await created(refused)).outcome).toBe('inconclusive');
  });
});

describe('an animal that looks different, while its twin looks right at first', () => {
  const later = (as: (animal: Animal, nth: number) => Animal | undefined) =>
    created(
      reading((animal, nth) => {
        if (animal.id === first) return { ...animal, name: 'Kept' };
        return animal.id > 9n && nth > 0 ? as(animal, nth) : animal;
      }),
    );

  test('fails if three twins lose the same member later, and stay so', async () => {
    const told = await later((animal) => ({ ...animal, name: 'Kept' }));
    expect(told).toMatchObject({ outcome: 'failed', twins: 4 });
    expect(told.message).toContain('expected: name ');
  });

  test.each<[string, (animal: Animal, nth: number) => Animal | undefined]>([
    [
      'one of them stays as it was',
      (animal) => (animal.id === 11n ? animal : { ...animal, name: 'Kept' }),
    ],
    [
      'the last of them stays as it was',
      (animal) => (animal.id === 12n ? animal : { ...animal, name: 'Kept' }),
    ],
    ['they lose another member', (animal) => ({ ...animal, categoryId: 99n })],
    ['they change each time', (animal, nth) => ({ ...animal, name: `Kept ${nth}` })],
    ['they are gone', () => undefined],
    [
      'they are gone in the end',
      (animal, nth) => (nth > 1 ? undefined : { ...animal, name: 'Kept' }),
    ],
  ])('is one that others edit if %s', async (_, as) => {
    expect(await later(as)).toMatchObject({ outcome: 'passed', twins: 4 });
  });

  test('is one that others edit if they edit the last twin at once', async () => {
    const change = reading((animal, nth) =>
      animal.id === first || animal.id === 12n || (animal.id > 9n && nth > 0)
        ? { ...animal, name: 'Kept' }
        : animal,
    );
    expect(await created(change)).toMatchObject({ outcome: 'passed', twins: 4 });
  });

  test('shows nothing if the last twin is not accepted', async () => {
    const change = reading((animal, nth) =>
      animal.id === first || (animal.id > 9n && nth > 0) ? { ...animal, name: 'Kept' } : animal,
    );
    const refused = together(
      change,
      refusing((nth) => nth > 11),
    );
    expect((await created(refused)).outcome).toBe('passed');
  });
});

const soldOnes = '?status=sold&limit=100';

describe('a status that lists show', () => {
  const pending = (animal: Animal): Animal => ({ ...animal, status: 'pending' });

  test('is not asked for if animals are shown with it by their ids', async () => {
    expect(await listed()).toMatchObject({ outcome: 'passed', lists: [] });
  });

  test('fails if an animal is shown with another one by its id, as often as it is asked', async () => {
    const told = await listed(
      reading((animal, nth) =>
        animal.id === sold ? { ...animal, status: nth < 3 ? 'pending' : 'available' } : animal,
      ),
    );
    const lists = [soldOnes, soldOnes, soldOnes];
    expect(told).toMatchObject({ outcome: 'failed', lists });
    expect(told.message).toBe('expected: animal 4 as sold, as lists show it\nreceived: available');
  });

  test.each<[string, (animal: Animal, nth: number) => Animal | undefined]>([
    ['come to agree', (animal, nth) => (nth > 2 ? animal : pending(animal))],
    ['agree at once', (animal, nth) => (nth > 0 ? animal : pending(animal))],
    ['show no animal', (animal, nth) => (nth > 1 ? undefined : pending(animal))],
    [
      'show no status',
      ({ id, name, categoryId }, nth) =>
        nth > 1 ? { id, name, categoryId } : { id, name, categoryId, status: 'pending' },
    ],
  ])('decides nothing if reads %s', async (_, as) => {
    const told = await listed(
      reading((animal, nth) => (animal.id === sold ? as(animal, nth) : animal)),
    );
    expect(told.outcome).toBe('passed');
    expect(told.lists).not.toEqual([]);
  });

  test('decides nothing if a read fails', async () => {
    const failing: Change = remembering(() => {
      let reads = 0;
      return onReply((reply, { petId }) => {
        if (petId === `${sold}`) reads += 1;
        return petId === `${sold}` && reads > 1 ? { ...reply, status: 500 } : reply;
      });
    });
    const change = together(editing([sold], { status: 'pending' }), failing);
    expect(await listed(change)).toMatchObject({ outcome: 'passed', lists: [soldOnes] });
  });

  test.each<[string, Change]>([
    [
      'leave the animal out',
      listing(({ selection, page }) =>
        page(selection).filter(({ id }) => selection.status === undefined || id !== sold),
      ),
    ],
    [
      'show it with another status',
      showingIn('listPets', (shown, { id }) =>
        id === sold ? { ...shown, status: 'available' } : shown,
      ),
    ],
  ])('decides nothing if lists %s', async (_, lists) => {
    const change = together(editing([sold], { status: 'pending' }), lists);
    expect(await listed(change)).toMatchObject({ outcome: 'passed', lists: [soldOnes] });
  });

  test('is not asked for if the animal was created without one, or is shown without one', async () => {
    expect(await listed(editing([draft], { status: 'sold' }))).toMatchObject({
      outcome: 'passed',
      lists: [],
    });
    const without = showingIn('getPet', (shown) => omit(shown, 'status'));
    expect(await listed(without)).toMatchObject({ outcome: 'passed', lists: [] });
  });
});
