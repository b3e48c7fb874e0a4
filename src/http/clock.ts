import { setTimeout } from 'node:timers/promises';

/** Time as the client sees it; a test injects its own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after so many milliseconds; rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** How early a timer may fire, in milliseconds: added to a wait that must not be shorter, taken from one that was whole. */
export const timerSlackMs = 20;

/**
 * The machine's time, which goes on evenly from now: setting the machine's clock changes no duration. Each run has one
 * of its own, as it stops while the machine sleeps.
 */
export function steadyClock(): Clock {
  const [begun, since] = [Date.now(), performance.now()];
  return { now: () => Math.floor(begun + performance.now() - since), sleep };
}

/** A steady clock for what only measures durations. */
export const systemClock: Clock = steadyClock();

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}

/** Time that passes only while everybody waits for it, and then at once. */
export interface VirtualTime extends Clock {
  /**
   * Resolves when it is this time (milliseconds since the epoch), after everything that is due earlier, or at the same
   * time with a lower place.
   */
  until(time: number, place?: number): Promise<void>;
  /** Moves the time forward; never back. */
  reach(time: number): void;
}

interface Turn {
  readonly at: number;
  readonly place: number | undefined;
  readonly resume: () => void;
}

/** Who waits without a place is resumed before the others. */
const inOrder = (a: Turn, b: Turn) => a.at - b.at || (a.place ?? -1) - (b.place ?? -1);

/**
 * Virtual time from `start` on. Waiters resume one at a time: the earliest first; at the same time the one with the
 * lowest place, or without places the one that has waited longest. The next one resumes only when everything that the
 * last one started has come to rest.
 */
export function virtualTime(start: number): VirtualTime {
  let now = start;
  const waiting: Turn[] = [];
  let scheduled = false;
  const reach = (time: number) => {
    now = Math.max(now, time);
  };
  // An immediate runs when no promise has anything left to do.
  const schedule = () => {
    scheduled = waiting.length > 0;
    if (scheduled) setImmediate(turn);
  };
  const turn = () => {
    const next = waiting.sort(inOrder).shift();
    if (next !== undefined) {
      reach(next.at);
      next.resume();
    }
    schedule();
  };
  const until = (time: number, place?: number) =>
    new Promise<void>((resume) => {
      waiting.push({ at: time, place, resume });
      if (!scheduled) schedule();
    });
  return {
    now: () => now,
    until,
    reach,
    sleep: async (ms, signal) => {
      signal.throwIfAborted();
      await until(now + ms);
      signal.throwIfAborted();
    },
  };
}
