import type { Context } from './context.ts';
import { type ExitStatus, exitStatus } from './exit-status.ts';

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type StopSignal = (typeof stopSignals)[number];

// npm passes on a Ctrl-C that this process has already got from the terminal: the two are one.
const echoMs = 300;

/**
 * Runs a task that SIGINT, SIGTERM and SIGHUP end early: its signal is aborted, and it is to write what it has so far.
 * The second argument of the task gives the exit status once a signal has come.
 */
export async function untilStopped<T>(
  { stderr }: Pick<Context, 'stderr'>,
  task: (signal: AbortSignal, stopped: () => ExitStatus | undefined) => Promise<T>,
): Promise<T> {
  let stoppedBy: StopSignal | undefined;
  const abort = new AbortController();
  const ignoreSignals = onStopSignal((signal) => {
    stoppedBy = signal;
    stderr.write(`${signal}: no more requests; writing what was decided\n`);
    abort.abort();
  });
  try {
    return await task(abort.signal, () => stoppedBy && exitStatus[stoppedBy]);
  } finally {
    ignoreSignals();
  }
}

/**
 * Calls `stop` at the first SIGINT, SIGTERM or SIGHUP; a second one ends the process at once. The returned function
 * stops listening.
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
  for (const signal of stopSignals) process.on(signal, listener);
  return () => {
    for (const signal of stopSignals) process.off(signal, listener);
  };
}
