import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BroadcastChannel } from 'node:worker_threads';
import type { Settings } from '../settings/settings.ts';
import type { Emit, RunEvent } from '../suite/events.ts';
import type { Message } from '../suite/worker.ts';
import { addEvent, newRecord, type RunRecord } from './record.ts';
import { runInVitest } from './vitest.ts';

/** The suites, beside this file's own kind: sources in a checkout, compiled in a package. */
const suites = fileURLToPath(
  new URL(`../../suites/index${extname(import.meta.url)}`, import.meta.url),
);

export interface RunOptions {
  /** Takes each event as it happens. */
  readonly onEvent: Emit;
  /** Aborting it ends the run soon, with what was decided until then. */
  readonly signal: AbortSignal;
}

/** The suite itself failed, which says nothing about the implementation. */
export class SuiteDefect extends Error {
  override readonly name = 'SuiteDefect';
}

/**
 * Judges the implementation that the settings name: runs the suites in one vitest worker and gathers what
 * they tell. Resolves also when aborted; throws SuiteDefect where the suite itself is at fault.
 */
export async function run(settings: Settings, { onEvent, signal }: RunOptions): Promise<RunRecord> {
  const record = newRecord(Date.now());
  const channel = `petstore-conformance-${randomUUID()}`;
  if (signal.aborted) return { ...record, endedEarly: interrupted };
  const provide = { conformance: { settings, channel } };
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
  const [defect] = record.defects;
  if (defect) throw new SuiteDefect(defect.message, { cause: defect.stack });
  if (signal.aborted) record.endedEarly ??= interrupted;
  record.finishedAt = Date.now();
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
