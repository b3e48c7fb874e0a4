/** Time as the client sees it; a test injects its own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after so many milliseconds; rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/**
 * The machine's time as it is now, which goes on evenly from here: whoever sets the machine's clock meanwhile changes no
 * duration. One for each run, as a machine that sleeps stops it.
 */
export function steadyClock(): Clock {
  const [begun, since] = [Date.now(), performance.now()];
  return { now: () => Math.floor(begun + performance.now() - since), sleep };
}

/** The same for what measures durations alone. */
export const systemClock: Clock = steadyClock();

/** Gives the whole seconds by which the machine's clock was set, back or ahead, since it was called. */
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
