import type { Clock } from '../clock.ts';

/** For tests: time that only sleeping moves, and what was slept. */
export interface FakeClock extends Clock {
  /** Milliseconds of each sleep, in order. */
  readonly sleeps: readonly number[];
  /** Lets time pass. */
  pass(ms: number): void;
}

/** Noon of a day, so that dates in tests read easily. */
export const noon = Date.UTC(2026, 5, 1, 12);

export function fakeClock(start = noon): FakeClock {
  const sleeps: number[] = [];
  let now = start;
  return {
    sleeps,
    now: () => now,
    pass: (ms) => {
      now += ms;
    },
    sleep: async (ms, signal) => {
      signal.throwIfAborted();
      sleeps.push(ms);
      // Sleeps at the same time pass together.
      const until = now + ms;
      await Promise.resolve();
      now = Math.max(now, until);
    },
  };
}
