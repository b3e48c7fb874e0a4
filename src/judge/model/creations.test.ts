import { describe, expect, test } from 'vitest';
import {
  brokenIn,
  creation,
  graceMs,
  list,
  read,
  rex,
  type Script,
  sentOf,
  told,
  undocumented,
} from './testing/told.ts';

const own = (id: number) => creation(sentOf(id), 201, rex(id));
const max = { name: 'Max', categoryId: 3 };

/** A probe that sends an id and is given it. */
const taking = (id: number) =>
  creation({ ...max, id }, 201, rex(id, { ...max, status: undefined }), { purpose: 'gap' });

const judged = (...script: Script) => brokenIn(told(...script));

describe('an id that was sent, and is given', () => {
  test('is not the own id of an animal if an earlier creation of the run has it', () => {
    expect(judged(own(1), own(2), taking(2))).toEqual(['create.server-id']);
    expect(judged(own(1), read(1, rex(1)), taking(1))).toEqual(['create.server-id']);
  });

  test.each<[string, Script]>([
    ['no animal of the run has it', [own(1), taking(77)]],
    ['it went to another animal later', [taking(1), own(1)]],
    ['the run itself may have deleted the animal', [own(1), undocumented('DELETE', 1), taking(1)]],
    [
      'a read says that others removed it',
      [own(1), read(1, rex(1)), read(1, undefined), taking(1)],
    ],
    ['another one was given', [own(1), creation({ ...max, id: 1 }, 201, rex(2, max))]],
  ])('accuses nobody if %s', (_, script) => {
    expect(judged(...script)).toEqual([]);
  });

  test.each<[string, Script]>([
    ['another animal is gone', [own(1), read(1, rex(1)), read(5, undefined), taking(1)]],
    ['it is gone only afterwards', [own(1), read(1, rex(1)), taking(1), read(1, undefined)]],
  ])('accuses though %s', (_, script) => {
    expect(judged(...script)).toEqual(['create.server-id']);
  });

  test.each<[string, Script, boolean]>([
    ['before lists had caught up', [], false],
    ['and lists should have shown the animal before', [2 * graceMs], true],
  ])('if the store was reset %s: accused: %s', (_, pause, isAccused) => {
    const look = list('limit=100', []);
    const afterReset = [own(3), list('limit=100', [rex(3)]), read(2, undefined), taking(1)];
    const all = judged(own(1), ...pause, look, own(2), 20_000, ...afterReset);
    expect(all.includes('create.server-id')).toBe(isAccused);
  });
});

test.each([
  ['a list', '[]'],
  ['an object without a name', '{"categoryId":9}'],
  ['an object without a category', '{"name":"Other"}'],
  ['an object without both', '{"status":"pending"}'],
])(
  'a creation of %s that is accepted breaks what had to refuse it, and keeps what it likes',
  (_, sent) => {
    expect(judged(creation(sent, 201, rex(1)))).toEqual([]);
  },
);

test.each([
  [{ name: undefined }, 'pet.name'],
  [{ categoryId: undefined }, 'pet.category-id'],
  [{ status: 'lost' }, 'pet.status'],
  [{ status: undefined }, 'create.keeps-values'],
])('an animal that is answered with %j breaks %s alone', (differing, id) => {
  expect(judged(creation(sentOf(1), 201, rex(1, differing), { purpose: 'gap' }))).toEqual([id]);
});
