import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { groupsOf, sideBySide, type Turn } from './side-by-side.ts';

/** Tasks that each ask two questions and then end; what they did in its order. */
async function run(delaysMs: readonly number[]): Promise<readonly string[]> {
  const done: string[] = [];
  const task = (name: string, delayMs: number) => async (turn: Turn) => {
    for (const question of [1, 2]) {
      await turn.toAsk();
      done.push(`${name}${question}`);
      await sleep(delayMs);
    }
    await turn.toEnd();
    done.push(`${name} ends`);
    return name;
  };
  const tasks = delaysMs.map((delayMs, at) => task('abc'[at] ?? '', delayMs));
  expect(await sideBySide(tasks)).toEqual(['a', 'b', 'c'].slice(0, tasks.length));
  return done;
}

test.each([[[1, 8, 20]], [[20, 8, 1]], [[8, 20, 1]]])(
  'first questions go together and later ones in the order of the tasks (%j)',
  async (delays) => {
    expect(await run(delays)).toEqual([
      'a1',
      'b1',
      'c1',
      'a2',
      'a ends',
      'b2',
      'b ends',
      'c2',
      'c ends',
    ]);
  },
);

test('a task that fails does not keep the others waiting, and its error is given', async () => {
  const asked: string[] = [];
  const failing = async () => {
    await sleep(1);
    throw new Error('no answer');
  };
  const after = async (turn: Turn) => {
    await sleep(5);
    await turn.toAsk();
    asked.push('after');
  };
  await expect(sideBySide([failing, after])).rejects.toThrow('no answer');
  await sleep(20);
  expect(asked).toEqual(['after']);
});

test('one that asks nothing ends in its place', async () => {
  const ended: string[] = [];
  const slow = async () => void (await sleep(5).then(() => ended.push('slow')));
  const idle = async ({ toEnd }: Turn) =>
    void (await Promise.resolve(toEnd()).then(() => ended.push('idle')));
  await sideBySide([slow, idle]);
  expect(ended).toEqual(['slow', 'idle']);
});

test('neighbours of one group are put together, as many as may ask at once', () => {
  const tasks = [...'xaaxabbb'].map((group, at) => ({ at, ...(group === 'x' ? {} : { group }) }));
  const places = (asks?: (task: { readonly at: number }) => boolean) =>
    groupsOf(tasks, 2, asks).map((group) => group.map(({ at }) => at));
  expect(places()).toEqual([[0], [1, 2], [3], [4], [5, 6], [7]]);
  expect(places(({ at }) => at !== 6)).toEqual([[0], [1, 2], [3], [4], [5, 6, 7]]);
});
