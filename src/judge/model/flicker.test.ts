import { describe, expect, test } from 'vitest';
import { followUps } from './follow-ups.ts';
import {
  brokenIn,
  creation,
  graceMs,
  list,
  rex,
  type Script,
  type Shown,
  told,
  undocumented,
} from './testing/told.ts';

const made = (pet: Shown) => {
  const { name, categoryId, status } = pet;
  return creation({ name, categoryId, status }, 201, pet);
};

const herd = (...ids: readonly number[]) => ids.map((id) => rex(id));
const created = herd(1, 2, 3, 4, 5).map(made);
const page = (pets: readonly Shown[]) => list('limit=100', pets);
const full = page(herd(1, 2, 3, 4, 5));
const old = page(herd(2, 1));

const judged = (...script: Script) => brokenIn(told(...script));
const rule = 'list.shows-animals';

/** Pages without and with some animals in turn, once reads have caught up. */
const swinging = (without: ReturnType<typeof page>, whole = full) =>
  [graceMs, whole, without, whole, without, whole] as const;

describe('lists that lack animals of the run, and showed them before and after', () => {
  test.each<[string, Script]>([
    ['the newest', [...created, ...swinging(old)]],
    ['all, be it once', [...created, graceMs, full, page([]), full]],
    [
      'the newest, beside an item without an id',
      [...created, ...swinging(page([rex(1), rex(9, { id: undefined })]))],
    ],
  ])('are wrong if they lack %s', (_, script) => {
    expect(new Set(judged(...script))).toContain(rule);
  });

  test.each<[string, Script]>([
    ['two', [...created, ...swinging(page(herd(3, 2, 1)))]],
    ['some older than others', [...created, ...swinging(page(herd(4, 3)))]],
    ['some between others', [...created, ...swinging(page(herd(5, 1)))]],
    ['them only once', [...created, graceMs, full, old, full]],
    ['them in the end', [...created, graceMs, full, old, old]],
    ['them at first', [...created, graceMs, old, old, full, full]],
    ['them beside an animal that the others lack', [...created, ...swinging(page(herd(1, 50)))]],
    [
      'them before reads have caught up with the last creation',
      [...created.slice(0, 4), graceMs, ...created.slice(4), full, old, full, old, full],
    ],
    [
      'those that the run itself may have changed',
      [...created, ...[3, 4, 5].map((id) => undocumented('DELETE', id)), ...swinging(old)],
    ],
  ])('show nothing if they lack %s', (_, script) => {
    expect(judged(...script)).toEqual([]);
  });

  test.each(['status=sold&limit=100', 'limit=100&page=1'])(
    'show nothing of what %s asks for: a status may move, and other parameters are open',
    (query) => {
      const [whole, part] = [list(query, herd(1, 2, 3, 4, 5)), list(query, herd(2, 1))];
      expect(judged(...created, ...swinging(part, whole))).toEqual([]);
    },
  );
});

describe('lists that lack the older animals', () => {
  const kinds = (member: 'status' | 'categoryId', ...values: readonly (string | number)[]) => {
    const pets = values.map((value, at) => rex(at + 1, { [member]: value }));
    return [...pets.map(made), ...swinging(page(pets.slice(3)), page(pets))];
  };
  test.each([
    [
      'are wrong if these have a status of their own',
      true,
      kinds('status', ...three('pending'), ...three('sold')),
    ],
    [
      'are wrong if these have a category of their own',
      true,
      kinds('categoryId', ...three(7), ...three(3)),
    ],
    [
      'may lack a part of the store otherwise',
      false,
      kinds('status', 'sold', 'pending', 'pending', ...three('sold')),
    ],
  ])('%s', (_, wrong, script) => {
    expect(judged(...script)).toEqual(wrong ? [rule] : []);
  });
});

function three<T>(value: T): readonly T[] {
  return [value, value, value];
}

describe('a list is asked for again', () => {
  const asked = (...script: Script) =>
    followUps(told(...script), { graceMs })
      .map(({ name }) => name)
      .filter((name) => name.startsWith('list '));
  test.each<[string, number, Script]>([
    ['it had shown three that it lacks', 1, [full, old]],
    ['it had shown two', 0, [page(herd(1, 2, 3)), page(herd(1)), full]],
    ['it had shown none', 0, [old, full]],
    [
      'it has no room for them',
      0,
      [list('limit=3', herd(1, 2, 3)), list('limit=3', herd(11, 12, 13)), full],
    ],
    [
      'two lists did, of which one is enough',
      1,
      [full, list('limit=90', herd(1, 2, 3, 4, 5)), old, list('limit=90', herd(2, 1))],
    ],
  ])('if %s: %i', (_, count, script) => {
    expect(asked(...created, ...script)).toHaveLength(count);
  });
});
