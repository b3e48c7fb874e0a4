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

/**
 * Returns a function that tells by how many whole seconds the machine's clock was set since this call, forward or back.
 */
export function watchedClock(): () => number {
  const { now } = steadyClock();
  return () => Math.round((Date.now() - now()) / 1000);
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
