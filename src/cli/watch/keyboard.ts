/** A terminal that somebody types at, as `process.stdin` is. */
export interface Input {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
  on(event: 'data', listener: (typed: Uint8Array | string) => void): unknown;
  off(event: 'data', listener: (typed: Uint8Array | string) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

export type Wish = 'what failed' | 'everything' | 'end';

// In raw mode Ctrl-C and Ctrl-D are characters, and no signal.
const wishes: ReadonlyMap<string, Wish> = new Map([
  ['\r', 'what failed'],
  ['\n', 'what failed'],
  ['a', 'everything'],
  ['q', 'end'],
  ['\u0003', 'end'],
  ['\u0004', 'end'],
]);

/**
 * The first wish in what was typed, but an end wins over any other. Arrow keys send several characters and mean
 * nothing.
 */
export function wishOf(typed: string): Wish | undefined {
  if (typed.startsWith('\u001b')) return undefined;
  const found = [...typed].flatMap((character) => wishes.get(character.toLowerCase()) ?? []);
  return found.find((wish) => wish === 'end') ?? found[0];
}

/** Resolves with the next wish that is typed; never without a terminal. The terminal is as before once it aborts. */
export function nextWish(input: Input | undefined, signal: AbortSignal): Promise<Wish> {
  return new Promise((resolve) => {
    if (input?.isTTY !== true || signal.aborted) return;
    const onData = (typed: Uint8Array | string) => {
      const wish = wishOf(typeof typed === 'string' ? typed : Buffer.from(typed).toString());
      if (wish !== undefined) resolve(wish);
    };
    input.setRawMode?.(true);
    input.on('data', onData);
    input.resume();
    signal.addEventListener(
      'abort',
      () => {
        input.off('data', onData);
        input.setRawMode?.(false);
        input.pause();
      },
      { once: true },
    );
  });
}
