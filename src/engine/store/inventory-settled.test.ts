import { expect, test } from 'vitest';
import { petStatuses } from '../../catalogue/animal.ts';
import { Inconclusive } from '../../http/inconclusive.ts';
import { type FakeClock, fakeClock } from '../../http/testing/fake-clock.ts';
import { type Behaviour, Refusal, sendReply } from '../../reference/behaviour.ts';
import { Store } from '../../reference/store.ts';
import { petsOf } from './pet.ts';
import { animals, stocked } from './testing/stocked.ts';

/** A service that can be reset to nothing, and whose lists show animals only so many seconds after their creation. */
function staging({ clock = fakeClock(), heldBack = 0 }: { clock?: FakeClock; heldBack?: number }) {
  let lastId = 0n;
  let goneTo = 0n;
  const bornAt = new Map<bigint, number>();
  const left = (store: Store) => store.all().filter(({ id }) => id > goneTo);
  const isShown = ({ id }: { id: bigint }) =>
    clock.now() >= (bornAt.get(id) ?? 0) + heldBack * 1000;
  return {
    reset: () => {
      goneTo = lastId;
    },
    change: ({ list, find }: Behaviour): Partial<Behaviour> => ({
      newId: () => {
        lastId += 1n;
        bornAt.set(lastId, clock.now());
        return lastId;
      },
      list: (store, ...asked) => list(new Store(left(store).filter(isShown)), ...asked),
      find: (store, call) => find(new Store(left(store)), call),
    }),
  };
}

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

test('lists that hold all new animals back are waited for longer', async () => {
  const clock = fakeClock();
  const { change } = staging({ clock, heldBack: 20 });
  const { inventory, creations, lists, reads, waited } = await stocked({ change }, {}, { clock });
  expect(petsOf(await inventory.settle())).toHaveLength(creations().length);
  expect(waited()).toBe(20);
  expect(new Set(lists())).toEqual(
    new Set(['?limit=100', `?status=${petStatuses.at(-1)}&limit=100`]),
  );
  // One animal that is there shows that the store was not reset.
  expect(reads()).toHaveLength(1);
});

test('lists that never show an animal are waited for a minute, and nothing is created for it', async () => {
  const { inventory, creations, waited } = await stocked(
    { change: () => ({ list: () => [] }) },
    { grace: 10 },
  );
  await inventory.stock();
  const before = creations().length;
  expect(petsOf(await inventory.settle())).toEqual([]);
  expect(waited()).toBe(10 + 60 + 10);
  expect(creations()).toHaveLength(before);
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

test('animals that have gone are replaced by a few, once', async () => {
  const { change, reset } = staging({});
  const { inventory, creations } = await stocked({ change });
  await inventory.stock();
  const made = creations().length;
  expect(await inventory.restock()).toBe(false);
  expect(creations()).toHaveLength(made);
  reset();
  expect(await inventory.restock()).toBe(true);
  expect(creations()).toHaveLength(made + 3);
  expect(await inventory.restock()).toBe(true);
  expect(creations()).toHaveLength(made + 3);
});

test('after a reset it waits only until lists show the new animals', async () => {
  const clock = fakeClock();
  const { change, reset } = staging({ clock, heldBack: 1 });
  const { inventory, waited } = await stocked({ change }, {}, { clock });
  await inventory.stock();
  reset();
  expect(petsOf(await inventory.settle())).toHaveLength(3);
  expect(waited()).toBeGreaterThan(5 + 1);
  expect(waited()).toBeLessThan(5 + 2);
});

test('after a reset lists may hold the new animals back for a minute and a grace', async () => {
  const clock = fakeClock();
  const { change, reset } = staging({ clock, heldBack: 67 });
  const { inventory, waited } = await stocked({ change }, {}, { clock });
  await inventory.stock();
  reset();
  expect(petsOf(await inventory.settle())).toHaveLength(3);
  expect(waited()).toBeGreaterThan(5 + 67);
  expect(waited()).toBeLessThan(5 + 5 + 60 + 5);
});
