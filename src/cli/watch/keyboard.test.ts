import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { nextWish, wishOf } from './keyboard.ts';

test.each([
  ['\r', 'what failed'],
  ['\n', 'what failed'],
  ['a', 'everything'],
  ['Q', 'end'],
  ['\u0003', 'end'],
  ['xyz\ra', 'what failed'],
  ['\r\r\rq\r', 'end'],
  ['\r\u0003', 'end'],
  ['\u001b[A', undefined],
  ['', undefined],
])('%j wishes for %s', (typed, wish) => {
  expect(wishOf(typed)).toBe(wish);
});

class Terminal extends EventEmitter {
  readonly isTTY: boolean;
  readonly modes: boolean[] = [];
  reading = false;
  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }
  setRawMode(raw: boolean) {
    this.modes.push(raw);
  }
  resume() {
    this.reading = true;
  }
  pause() {
    this.reading = false;
  }
}

test('a terminal is read key by key, and left as it was', async () => {
  const terminal = new Terminal(true);
  const over = new AbortController();
  const wish = nextWish(terminal, over.signal);
  terminal.emit('data', Buffer.from('x'));
  terminal.emit('data', Buffer.from('q'));
  expect(await wish).toBe('end');
  over.abort();
  expect(terminal).toMatchObject({ modes: [true, false], reading: false });
  expect(terminal.listenerCount('data')).toBe(0);
});

test("what is not a terminal is never read: it may be somebody else's input", async () => {
  const pipe = new Terminal(false);
  const over = new AbortController();
  const wish = nextWish(pipe, over.signal);
  pipe.emit('data', '\r');
  expect(await Promise.race([wish, Promise.resolve('nothing')])).toBe('nothing');
  expect(pipe).toMatchObject({ modes: [], reading: false });
});
