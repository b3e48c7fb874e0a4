import { expect, test } from 'vitest';
import { Inconclusive } from '../../http/inconclusive.ts';
import { Refusal, sendReply } from '../../reference/behaviour.ts';
import { petsOf } from './pet.ts';
import { animals, stocked } from './testing/stocked.ts';

test('lists that lag behind are asked again until they show what was created', async () => {
  let asked = 0;
  const { inventory, waited } = await stocked({
    change: ({ list }) => ({
      list: (...call) => {
        asked += 1;
        return list(...call).slice(0, asked < 5 ? 3 : 100);
      },
    }),
  });
  const list = await inventory.settle();
  expect(petsOf(list)?.length).toBe(inventory.count());
  expect(inventory.count()).toBeGreaterThan(20);
  expect(waited()).toBeGreaterThan(0);
  expect(waited()).toBeLessThan(5);
});

test('a store of more than a page does not have to show all of it', async () => {
  const { inventory, lists, waited } = await stocked({ animals: animals(60) });
  await inventory.stock();
  const before = lists().length;
  await inventory.settle();
  expect(lists().slice(before)).toEqual(['?limit=100']);
  expect(waited()).toBe(0);
});

test('lists that show two animals are waited for no longer than the grace', async () => {
  const { inventory, reads, waited } = await stocked({
    change: ({ list }) => ({ list: (...call) => list(...call).slice(0, 2) }),
  });
  expect(petsOf(await inventory.settle())).toHaveLength(2);
  expect(waited()).toBe(5);
  expect(reads()).toEqual([]);
});

test('lists of a store that takes no animals are not waited for', async () => {
  const closed = new Refusal(400, 'closed', 'No animals today.');
  const { inventory, waited } = await stocked({ change: () => ({ newAnimal: () => closed }) });
  expect(petsOf(await inventory.settle())).toEqual([]);
  expect(waited()).toBe(0);
});

test('what is no list is not asked again', async () => {
  let isBroken = false;
  const { inventory, exchanges } = await stocked({
    change: ({ finish }) => ({
      finish: (reply, call) => finish(isBroken ? { ...reply, body: {} } : reply, call),
    }),
  });
  await inventory.stock();
  const before = exchanges.length;
  isBroken = true;
  expect(petsOf(await inventory.settle())).toBeUndefined();
  expect(exchanges).toHaveLength(before + 1);
});

test('a list that was not answered is asked for again by the next who needs it', async () => {
  let isAway = false;
  const { inventory } = await stocked({
    change: () => ({
      transmit: (reply, response) =>
        void (isAway ? response.destroy() : sendReply(reply, response)),
    }),
  });
  await inventory.stock();
  isAway = true;
  await expect(inventory.settle()).rejects.toThrow(Inconclusive);
  isAway = false;
  expect(petsOf(await inventory.settle())).toHaveLength(inventory.count());
});
