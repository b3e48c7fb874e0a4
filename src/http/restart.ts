import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ofThisMachine } from './transport.ts';

interface RestartOptions {
  /** Whether the service is known to be away. */
  readonly away?: boolean;
  /** Called when the service is seen to have gone away. */
  readonly onAway?: () => void;
}

/** How long a connection is held: a service that is stopped and waits for its connections waits no longer. */
const heldMs = 2_000;
/** A service that keeps a connection for so long is there. */
const settledMs = 300;

/**
 * Resolves once the service has been away and is back: its connections are refused, or one that it had accepted is
 * closed, and then they are kept again. Never sends a byte; rejects when the signal aborts.
 */
export async function untilRestarted(
  baseUrl: string,
  { away = false, onAway }: RestartOptions,
  signal: AbortSignal,
): Promise<void> {
  let isAway = away;
  // A service that closes every connection early shows nothing by closing one.
  let hasKept = false;
  for (;;) {
    const sight = await sightOf(baseUrl, isAway ? settledMs : heldMs, signal);
    if (isAway && sight === 'kept') return;
    hasKept ||= sight === 'kept';
    if (!isAway && (sight === 'refused' || (sight === 'closed' && hasKept))) {
      isAway = true;
      onAway?.();
    }
    if (sight !== 'kept') await sleep(settledMs, undefined, { signal });
  }
}

/** What one connection shows within some milliseconds. */
async function sightOf(
  baseUrl: string,
  ms: number,
  signal: AbortSignal,
): Promise<'refused' | 'closed' | 'kept'> {
  signal.throwIfAborted();
  const socket = connect({ ...addressOf(baseUrl), lookup: ofThisMachine });
  let isOpen = false;
  socket.on('error', () => {});
  socket.once('connect', () => {
    isOpen = true;
    socket.resume();
  });
  const over = new AbortController();
  const within = AbortSignal.any([signal, over.signal]);
  try {
    const isClosed = await Promise.race([closed(socket), sleep(ms, false, { signal: within })]);
    if (!isClosed) return isOpen ? 'kept' : 'refused';
    return isOpen ? 'closed' : 'refused';
  } finally {
    over.abort();
    socket.destroy();
  }
}

function closed(socket: Socket): Promise<true> {
  return new Promise((resolve) => socket.once('close', () => resolve(true)));
}

function addressOf(baseUrl: string): { host: string; port: number } {
  const { protocol, hostname, port } = new URL(baseUrl);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) };
}
