/** The session of a vitest worker: settings come in by `provide`, events go out over a channel. */
import { BroadcastChannel } from 'node:worker_threads';
import { inject } from 'vitest';
import type { Settings } from '../settings/settings.ts';
import type { RunEvent } from './events.ts';
import { Session } from './session.ts';

/** What the runner gives the suites. */
export interface Provided {
  readonly settings: Settings;
  /** Name of the channel between runner and worker. */
  readonly channel: string;
}

/** What goes over the channel: events and `done` to the runner, `abort` to the worker. */
export type Message =
  | { readonly type: 'event'; readonly event: RunEvent }
  | { readonly type: 'done' }
  | { readonly type: 'abort' };

declare module 'vitest' {
  interface ProvidedContext {
    conformance?: Provided;
  }
}

let session: { readonly session: Session; readonly channel: BroadcastChannel } | undefined;

/** The session of this worker, opened when first asked for. */
export function sessionOfWorker(): Session {
  session ??= open();
  return session.session;
}

/** Ends the worker's session and tells the runner that nothing more will come. */
export async function closeWorkerSession(): Promise<void> {
  const { session: one, channel } = session ?? open();
  await one.close();
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
  const emit = (event: RunEvent) => channel.postMessage({ type: 'event', event } satisfies Message);
  return { session: new Session(provided.settings, { emit, signal: abort.signal }), channel };
}

function isAbort(message: unknown): boolean {
  const data = typeof message === 'object' && message !== null && 'data' in message && message.data;
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'abort';
}
