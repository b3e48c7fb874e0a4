import { expect, test } from 'vitest';
import { OneByOne } from './one-by-one.ts';

/** Takes places of the names, and notes which of them have come. */
function places(...names: readonly string[]) {
  const line = new OneByOne();
  const come: number[] = [];
  const taken = names.map((name, at) => {
    const place = line.take(name);
    void place.come.then(() => come.push(at));
    return place;
  });
  const leave = async (at: number) => {
    taken[at]?.leave();
    await rest();
  };
  return { come, leave };
}

const rest = () => new Promise<void>((resolve) => void setImmediate(resolve));

test('places of a name come one after the other, each when all before it have left', async () => {
  const { come, leave } = places('reads', 'reads', 'reads');
  await rest();
  expect(come).toEqual([0]);
  await leave(0);
  expect(come).toEqual([0, 1]);
  await leave(1);
  expect(come).toEqual([0, 1, 2]);
});

test('who leaves early lets nobody past those before it', async () => {
  const { come, leave } = places('reads', 'reads', 'reads');
  await leave(1);
  expect(come).toEqual([0]);
  await leave(0);
  expect(come).toEqual([0, 1, 2]);
});

test('names do not wait for one another', async () => {
  const { come } = places('reads', 'lists', 'reads');
  await rest();
  expect(come).toEqual([0, 1]);
});
