import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { alone, groupsOf, sideBySide, type Turn } from './side-by-side.ts';

/** Tasks that ask two questions each, the second after the answer to the first; returns what they did, in order. */
async function run(delaysMs: readonly number[]): Promise<readonly string[]> {
  const done: string[] = [];
  const task = (name: string, delayMs: number) => async (turn: Turn) => {
    for (const question of [1, 2]) {
      await turn.ask(async () => {
        done.push(`${name}${question}`);
        await sleep(delayMs);
      });
    }
    done.push(`${name} ends`);
    return name;
  };
  const tasks = delaysMs.map((delayMs, at) => task('abc'[at] ?? '', delayMs));
  expect(await sideBySide(tasks)).toEqual(['a', 'b', 'c'].slice(0, tasks.length));
  return done;
}

test.each([[[1, 8, 20]], [[20, 8, 1]], [[8, 20, 1]]])(
  'first questions go together, and then one task after the other goes on (%j)',
  async (delays) => {
    expect(await run(delays)).toEqual([
      ...['a1', 'b1', 'c1'],
      ...['a2', 'a ends'],
      ...['b2', 'b ends'],
      ...['c2', 'c ends'],
    ]);
  },
);

test('questions are asked in the order of the tasks, even if one needs longer to think', async () => {
  const asked: string[] = [];
  const ask = (turn: Turn, name: string) => turn.ask(async () => asked.push(name));
  await sideBySide([
    async (turn) => {
      for (let step = 0; step < 20; step += 1) await Promise.resolve();
      return ask(turn, 'a');
    },
    (turn) => ask(turn, 'b'),
  ]);
  expect(asked).toEqual(['a', 'b']);
});

test('nothing is sent before the common preparation is done', async () => {
  const done: string[] = [];
  const preparing = sleep(10).then(() => void done.push('prepared'));
  let common: Promise<unknown> | undefined = preparing;
  void preparing.then(() => {
    common = undefined;
  });
  const ask = (name: string) => async (turn: Turn) => turn.ask(async () => done.push(name));
  await sideBySide([ask('a'), ask('b')], () => common);
  expect(done).toEqual(['prepared', 'a', 'b']);
});

test('a task that fails does not keep the others from their turn, and its error is returned', async () => {
  const ended: string[] = [];
  const failing = async (turn: Turn) => {
    await turn.ask(async () => {});
    throw new Error('no answer');
  };
  const after = async (turn: Turn) => {
    await turn.ask(async () => {});
    ended.push('after');
  };
  await expect(sideBySide([failing, after])).rejects.toThrow('no answer');
  expect(ended).toEqual(['after']);
});

test('what several tasks wait for comes with the first of them, whichever began it', async () => {
  let made: Promise<string> | undefined;
  let opened = () => {};
  const once = async (turn: Turn) => {
    if (made === undefined) {
      const { turn: shared, open } = turn.shared();
      opened = open;
      made = shared.ask(async () => 'made');
    }
    void turn.ready().then(opened);
    return made;
  };
  const late = async (turn: Turn) => {
    await turn.ask(async () => {});
    return once(turn);
  };
  expect(await sideBySide([late, once])).toEqual(['made', 'made']);
});

test('a task without others asks at once', async () => {
  const turns: Turn[] = [];
  await sideBySide([async (turn: Turn) => turns.push(turn)]);
  expect(turns).toEqual([alone]);
});

test('neighbours of one group are put together', () => {
  const groups = groupsOf([...'xaaxabb'], (one) => (one === 'x' ? undefined : one));
  expect(groups.map((group) => group.join(''))).toEqual(['x', 'aa', 'x', 'a', 'bb']);
});
