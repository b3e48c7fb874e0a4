import { exitStatus } from './exit-status.ts';

export type StopSignal = 'SIGINT' | 'SIGTERM';

// npm passes on a Ctrl-C that the terminal has sent to this process as well: the two are one.
const echoMs = 300;

/**
 * Calls `stop` at the first SIGINT or SIGTERM; a second one ends the process at once. Returns a function
 * that stops listening.
 */
export function onStopSignal(stop: (signal: StopSignal) => void): () => void {
  let firstAt: number | undefined;
  const listener = (signal: StopSignal) => {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      stop(signal);
    } else if (now - firstAt > echoMs) {
      process.exit(exitStatus[signal]);
    }
  };
  process.on('SIGINT', listener);
  process.on('SIGTERM', listener);
  return () => {
    process.off('SIGINT', listener);
    process.off('SIGTERM', listener);
  };
}
