import { expect, test } from 'vitest';
import { conformant } from '../conformant.ts';
import { faults } from '../faults.ts';
import {
  besides,
  type Group,
  groupOf,
  notConformant,
  shownBy,
  takingTurns,
  unseen,
} from './otherwise.ts';
import { bringsAStore, stockOrders } from './stock.ts';

const onFaults = { unseen, takingTurns, shownBy, besides };

test.each(Object.entries(onFaults))(
  'each fault of %s is one of the lab that brings no store',
  (_, groups) => {
    const known = new Set(faults.filter((one) => !bringsAStore(one)).map(({ id }) => id));
    expect(idsOf(groups).filter((id) => !known.has(id))).toEqual([]);
  },
);

test('each conformant server that is none there is one of the lab that brings no store', () => {
  const all = conformant.filter((one) => !bringsAStore(one));
  const known = new Set(all.map(({ id }) => id));
  expect(idsOf(notConformant).filter((id) => !known.has(id))).toEqual([]);
});

test.each(Object.entries({ ...onFaults, notConformant }))(
  'no entry of %s has two reasons in one order',
  (_, groups) => {
    for (const order of stockOrders) {
      const ids = idsOf(groups.filter((one) => (one.order ?? order) === order));
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    }
  },
);

test('a reason holds for the order that it names, and in full as in core', () => {
  const [group] = notConformant.filter(({ order }) => order === 'newest');
  const id = group?.ids[0] ?? '';
  expect(groupOf(notConformant, id, 'newest')).toBe(group);
  expect(groupOf(notConformant, `full:${id}`, 'newest')).toBe(group);
  expect(groupOf(notConformant, id, 'oldest')).toBeUndefined();
});

const idsOf = (groups: readonly Group[]) => groups.flatMap(({ ids }) => ids);
