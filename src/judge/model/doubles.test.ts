import { describe, expect, test } from 'vitest';
import type { Answered } from '../../http/exchange.ts';
import { judgeDoubles } from '../creations.ts';
import { seenIn } from '../seen.ts';
import { brokenIn, creation, list, read, rex, type Shown, sentOf, told } from '../testing/told.ts';

const created = (...ids: readonly number[]) => ids.map((id) => creation(sentOf(id), 201, rex(id)));

/** An animal that has the name of another one. */
const asRex = (other: number, id: number): Shown => rex(id, { name: `Rex ${other}` });

const herd = [1, 2].map((id) => rex(id));
const copies = [asRex(1, 11), asRex(2, 12)];
const doubled = list('limit=100', [...herd, ...copies]);

test('without a challenge ids outside those of the run count, too', () => {
  expect(brokenIn(told(...created(1, 2), doubled))).toEqual(['create.server-id']);
});

test('a creation that is answered with the name of another animal has changed a value, and doubles nothing', () => {
  const swapped = [3, 4].map((id) => creation(sentOf(id), 201, asRex(id - 2, id)));
  const lists = list('limit=100', [...herd, asRex(1, 3), asRex(2, 4)]);
  const ids = brokenIn(told(...created(1, 2), ...swapped, lists));
  expect(ids).toEqual(['create.keeps-values', 'create.keeps-values']);
});

describe('names that were shown before they were sent', () => {
  test('accuse nobody if reads showed them', () => {
    const before = copies.map((one, at) => read(11 + at, one));
    expect(brokenIn(told(...before, ...created(1, 2), doubled))).toEqual([]);
  });

  test('excuse no others if it was one, or if the run had sent them before', () => {
    const one = list('limit=100', [asRex(3, 13)]);
    expect(brokenIn(told(one, ...created(1, 2, 3), doubled))).toEqual(['create.server-id']);
    const again = [3, 4].map((id) => creation(sentOf(id), 201, asRex(id, id + 20)));
    const shown = list('limit=100', [rex(3), rex(4)]);
    const twice = told(...created(1, 2, 3, 4), shown, ...again, doubled);
    expect(brokenIn(twice)).toEqual(['create.server-id']);
  });

  test('were not if the list was answered only after the creations', () => {
    const [slow, ...others] = told(list('limit=100', copies), ...created(1, 2), doubled);
    if (slow === undefined) throw new Error('no answer');
    const late = { ...slow, finishedAt: slow.finishedAt + 100 };
    expect(brokenIn([late, ...others])).toEqual(['create.server-id']);
  });
});

test('an item without an id is not a second animal', () => {
  const nameless = copies.map((one) => ({ ...one, id: undefined }));
  const ids = brokenIn(told(...created(1, 2), list('limit=100', [...herd, ...nameless])));
  expect(ids).not.toContain('create.server-id');
});

describe('between the ids that the run was given', () => {
  const given = created(1, 10, 20);
  const own = [1, 10, 20].map((id) => rex(id));
  const found = (exchanges: readonly Answered[], challenged: boolean) =>
    judgeDoubles(seenIn(exchanges), challenged).map(({ id, exchange, at }) => [id, exchange, at]);

  test.each([
    ['beside the first two', [asRex(1, 2), asRex(10, 11)], 1],
    ['before the last two', [asRex(10, 9), asRex(20, 19)], 1],
    ['one inside', [asRex(1, 2), asRex(20, 21)], 0],
    ['all below', [asRex(1, -2), asRex(10, 0)], 0],
    ['all above', [asRex(10, 21), asRex(20, 22)], 0],
  ])('copies in a list count under a challenge: %s', (_, more, count) => {
    expect(found(told(...given, list('limit=100', [...own, ...more])), true)).toHaveLength(count);
  });

  test('copies that reads show were made by the same creations, and the last of them tells it', () => {
    const reads = [asRex(1, 2), asRex(10, 11), asRex(20, 19)].map((pet) =>
      read(Number(pet.id), pet),
    );
    const script = told(...given, ...reads, read(20, rex(20)));
    expect(found(script, false)).toEqual([['create.server-id', 5, 'getPet 200']]);
    expect(found(script, true)).toHaveLength(1);
  });

  test.each([
    ['below all', [asRex(1, -2), asRex(10, 0)]],
    ['above all', [asRex(10, 21), asRex(20, 22)]],
  ])('copies that reads show are those of others if they are %s', (_, pets) => {
    const reads = pets.map((pet) => read(Number(pet.id), pet));
    expect(found(told(...given, ...reads), false)).toEqual([]);
  });

  test('a read that is answered with the animal of another id shows nothing between them', () => {
    const reads = [read(2, asRex(1, 30)), read(11, asRex(10, 31))];
    expect(found(told(...given, ...reads), false)).toEqual([]);
  });
});
