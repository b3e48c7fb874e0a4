import { describe, expect, test } from 'vitest';
import { answer, type Made, noon } from '../../judge/testing/answer.ts';
import { KnownAnimals } from './known-animals.ts';

interface Shown {
  readonly id?: number | string;
  readonly status?: string;
}

const pet = (shown: Shown) => ({ name: 'Rex', categoryId: 1, ...shown });

const list = (...pets: readonly Shown[]): Made => ({ body: JSON.stringify(pets.map(pet)) });
const read = (one: Shown): Made => ({ operation: 'getPet', body: JSON.stringify(pet(one)) });
const creation = (one: Shown): Made => ({ ...read(one), operation: 'createPet', status: 201 });

/** What is known after these answers, the first of which ended at noon, and each other a second later. */
function known(...made: readonly Made[]): KnownAnimals {
  const animals = new KnownAnimals();
  for (const [index, one] of made.entries()) {
    animals.see({ ...answer({ ...one, index }), finishedAt: noon + index * 1000 });
  }
  return animals;
}

const ids = (animals: KnownAnimals) => animals.pets().map(({ id }) => Number(id));

describe('animals are known', () => {
  test('by lists, reads and creations', () => {
    const animals = known(list({ id: 1 }, { id: 2 }), read({ id: 3 }), creation({ id: 4 }));
    expect(ids(animals)).toEqual([1, 2, 3, 4]);
    expect(animals.count()).toBe(4);
    expect([animals.has(4n), animals.has(5n)]).toEqual([true, false]);
  });

  test.each<[string, Made]>([
    ['an error', { ...read({ id: 1 }), status: 404 }],
    ['a creation that was refused', { ...creation({ id: 1 }), status: 400 }],
    ['another method or path', { ...read({ id: 1 }), operation: null }],
    ['something that is no animal', { operation: 'getPet', body: '{"ok":true}' }],
    ['an animal in the place of a list', { body: JSON.stringify(pet({ id: 1 })) }],
    ['something that is no list', { body: '{"pets":[]}' }],
  ])('not by %s', (_, made) => {
    expect(known(made).count()).toBe(0);
  });

  test('not without an answer', () => {
    const animals = new KnownAnimals();
    const { response, ...unanswered } = answer(list({ id: 1 }));
    animals.see(unanswered);
    expect([response.status, animals.count()]).toEqual([200, 0]);
  });

  test('not without an id, which is counted', () => {
    const animals = known(list({}, { id: 'a' }, { id: 7 }), read({}));
    expect(ids(animals)).toEqual([7]);
    expect(animals.withoutId).toBe(3);
  });

  test('only so many of them', () => {
    const many = Array.from({ length: 20_001 }, (_, at) => ({ id: at + 1 }));
    expect(known(list(...many)).count()).toBe(20_000);
  });
});

describe('of each animal it is known', () => {
  const animals = known(creation({ id: 1 }), list({ id: 2 }, { id: 1 }), read({ id: 2 }));

  test('which answer showed it first', () => {
    expect([1n, 2n, 3n].map((id) => animals.firstShownBy(id))).toEqual([0, 1, undefined]);
  });

  test('since when', () => {
    expect(animals.wasSeenBefore(1n, noon)).toBe(false);
    expect(animals.wasSeenBefore(1n, noon + 1)).toBe(true);
    expect(animals.wasSeenBefore(2n, noon + 1000)).toBe(false);
    expect(animals.wasSeenBefore(3n, noon + 9000)).toBe(false);
  });

  test('whether a list has shown it', () => {
    expect([1n, 2n].map((id) => animals.wasListed(id))).toEqual([true, true]);
    expect(known(creation({ id: 1 }), read({ id: 1 })).wasListed(1n)).toBe(false);
  });
});

describe('the status of an animal', () => {
  test('is that which was shown last', () => {
    const animals = known(list({ id: 1, status: 'sold' }), read({ id: 1, status: 'pending' }));
    expect(animals.pets().map(({ status }) => status)).toEqual(['pending']);
    expect([animals.count('sold'), animals.count('pending')]).toEqual([0, 1]);
  });

  test('stays known if a later answer does not show it', () => {
    const animals = known(read({ id: 1, status: 'sold' }), list({ id: 1 }, { id: 2 }));
    expect(animals.pets().map(({ status }) => status)).toEqual(['sold', undefined]);
  });

  test('is not known any more if a later answer shows one that is none', () => {
    const animals = known(read({ id: 1, status: 'sold' }), list({ id: 1, status: 'lost' }));
    expect(animals.count('sold')).toBe(0);
  });

  test('that is most frequent is the first of those that are', () => {
    const two = (status: string, from: number) => [0, 1].map((at) => ({ id: from + at, status }));
    expect(known().commonStatus()).toBe('available');
    expect(known(list(...two('sold', 1))).commonStatus()).toBe('sold');
    expect(known(list(...two('sold', 1), ...two('pending', 5))).commonStatus()).toBe('pending');
  });
});
