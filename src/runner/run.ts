import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BroadcastChannel } from 'node:worker_threads';
import type { Recording } from '../exchange/recording.ts';
import type { Settings } from '../settings/settings.ts';
import type { Emit, RunEvent } from '../suite/events.ts';
import { addEvent, newRecord, type RunRecord, refuseDefects } from './record.ts';
import { SuiteDefect } from './suite-defect.ts';
import { runInVitest } from './vitest.ts';
import type { Message } from './worker.ts';

/** The suites as tests, of this file's own kind: source in a checkout, compiled in a package. */
const suites = fileURLToPath(new URL(`./tests${extname(import.meta.url)}`, import.meta.url));

export interface RunOptions {
  /** Takes each event as it happens. */
  readonly onEvent: Emit;
  /** Aborting it ends the run soon, with what was decided until then. */
  readonly signal: AbortSignal;
  /** Answers instead of the implementation, to which nothing is sent then; the record has its times. */
  readonly recording?: Recording;
}

/**
 * Judges the implementation that the settings name: runs the suites in one vitest worker and gathers what
 * they tell. Resolves also when aborted; throws SuiteDefect where the suite itself is at fault.
 */
export async function run(
  settings: Settings,
  { onEvent, signal, recording }: RunOptions,
): Promise<RunRecord> {
  const record = newRecord(recording?.startedAt ?? Date.now());
  const channel = `petstore-conformance-${randomUUID()}`;
  if (signal.aborted) return { ...record, endedEarly: interrupted };
  const provide = { conformance: { settings, channel, ...(recording && { recording }) } };
  const link = openChannel(channel, signal, (event) => {
    addEvent(record, event);
    onEvent(event);
  });
  try {
    const problems = await runInVitest([{ file: suites, provide }]);
    if (problems.length > 0) throw new SuiteDefect(problems.join('\n'));
    await link.done;
  } finally {
    link.close();
  }
  refuseDefects(record);
  if (signal.aborted) record.endedEarly ??= interrupted;
  record.finishedAt = recording?.finishedAt ?? Date.now();
  return record;
}

const interrupted = 'the run was interrupted';

function openChannel(name: string, signal: AbortSignal, onEvent: (event: RunEvent) => void) {
  const channel = new BroadcastChannel(name);
  const abort = () => channel.postMessage({ type: 'abort' } satisfies Message);
  signal.addEventListener('abort', abort, { once: true });
  const done = new Promise<void>((resolve) => {
    channel.onmessage = (received: unknown) => {
      const message = messageOf(received);
      // What was posted before the worker listened was heard by nobody.
      if (signal.aborted) abort();
      if (message?.type === 'events') message.events.forEach(onEvent);
      if (message?.type === 'done') resolve();
    };
  });
  const close = () => {
    signal.removeEventListener('abort', abort);
    channel.close();
  };
  return { done, close };
}

function messageOf(received: unknown): Message | undefined {
  const data =
    typeof received === 'object' && received !== null && 'data' in received
      ? received.data
      : undefined;
  return isMessage(data) ? data : undefined;
}

function isMessage(data: unknown): data is Message {
  return typeof data === 'object' && data !== null && 'type' in data;
}
