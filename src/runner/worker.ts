/** The session of a vitest worker: settings come in by `provide`, events go out over a channel. */
import { BroadcastChannel } from 'node:worker_threads';
import { inject } from 'vitest';
import type { Recording } from '../exchange/recording.ts';
import type { Settings } from '../settings/settings.ts';
import type { RunEvent } from '../suite/events.ts';
import { Session } from '../suite/session.ts';

/** What the runner gives the suites. */
export interface Provided {
  readonly settings: Settings;
  /** Name of the channel between runner and worker. */
  readonly channel: string;
  /** What answers instead of the implementation, if so. */
  readonly recording?: Recording;
}

/** What goes over the channel: `ready`, events and `done` to the runner, `abort` to the worker. */
export type Message =
  | { readonly type: 'events'; readonly events: readonly RunEvent[] }
  | { readonly type: 'ready' }
  | { readonly type: 'done' }
  | { readonly type: 'abort' };

declare module 'vitest' {
  interface ProvidedContext {
    conformance?: Provided;
  }
}

let session: ReturnType<typeof open> | undefined;

/** Events are told in batches: each message wakes the other thread. */
const batchMs = 25;

/** The session of this worker, opened when first asked for. */
export function sessionOfWorker(): Session {
  session ??= open();
  return session.session;
}

/** Ends the worker's session and tells the runner that nothing more will come. */
export async function closeWorkerSession(): Promise<void> {
  const { session: one, channel, flush } = session ?? open();
  await one.close();
  flush();
  channel.postMessage({ type: 'done' } satisfies Message);
  channel.close();
  session = undefined;
}

function open() {
  const provided = inject('conformance');
  if (provided === undefined) throw new Error('the runner provided no settings');
  const channel = new BroadcastChannel(provided.channel);
  const abort = new AbortController();
  channel.onmessage = (message: unknown) => {
    if (isAbort(message)) abort.abort(new Error('interrupted'));
  };
  channel.postMessage({ type: 'ready' } satisfies Message);
  let events: RunEvent[] = [];
  const flush = () => {
    if (events.length > 0) channel.postMessage({ type: 'events', events } satisfies Message);
    events = [];
  };
  const emit = (event: RunEvent) => {
    if (events.length === 0) setTimeout(flush, batchMs);
    events.push(event);
  };
  const { settings, recording } = provided;
  const options = { emit, signal: abort.signal, ...(recording && { recording }) };
  return {
    session: new Session(settings, options),
    channel,
    flush,
  };
}

function isAbort(message: unknown): boolean {
  const data = typeof message === 'object' && message !== null && 'data' in message && message.data;
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'abort';
}
