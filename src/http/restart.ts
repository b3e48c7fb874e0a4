import { connect, type Socket } from 'node:net';
import type { Clock } from './clock.ts';
import { ofThisMachine } from './wire/lookup.ts';

/** What one connection shows of a service, though nothing is sent on it. */
export type Sight = 'refused' | 'lost' | 'kept';

/** What is known of a service. */
export interface Presence {
  readonly away: boolean;
  /** Whether a closed connection shows that the service went away: not if it closes every one early. */
  readonly telling: boolean;
}

export const nothingKnown: Presence = { away: false, telling: true };

/**
 * What is known after one more connection. While a service is away, a proxy before it may accept connections, and close
 * them at once.
 */
export function afterSight({ away, telling }: Presence, sight: Sight): Presence {
  if (sight === 'refused') return { away: true, telling };
  if (sight === 'kept') return { away: false, telling: telling || !away };
  return away ? { away, telling } : { away: telling, telling: false };
}

/** How often a service is looked at. */
export interface Rhythm {
  /** Milliseconds from one connection to the next, at least. */
  readonly everyMs: number;
  /**
   * How long a connection is kept open while the service is there: a service that waits for it to end waits no longer.
   */
  readonly heldMs: number;
  /** A service that has accepted connections for so long has come back. */
  readonly settledMs: number;
  readonly clock: Clock;
}

interface RestartOptions extends Rhythm {
  /** What is known of the service at first; default nothing. */
  readonly known?: Presence;
  /** Called when the service is seen to have gone away. */
  readonly onAway?: () => void;
}

/**
 * Resolves once the service has been away and is back, with what is known of it. Never sends a byte; rejects when the
 * signal aborts.
 */
export async function untilRestarted(
  baseUrl: string,
  { everyMs, heldMs, settledMs, clock, known = nothingKnown, onAway }: RestartOptions,
  signal: AbortSignal,
): Promise<Presence> {
  let presence = known;
  let held: Socket | undefined;
  try {
    for (;;) {
      const wasAway = presence.away;
      const openedAt = clock.now();
      const forMs = wasAway ? settledMs : heldMs;
      const look = { baseUrl, forMs, settledMs, clock, before: held };
      const { sight, socket } = await connected(look, signal);
      held = socket;
      presence = afterSight(presence, sight);
      if (wasAway && !presence.away) return presence;
      if (!wasAway && presence.away) onAway?.();
      await clock.sleep(Math.max(0, openedAt + everyMs - clock.now()), signal);
    }
  } finally {
    held?.destroy();
  }
}

interface Look {
  readonly baseUrl: string;
  readonly forMs: number;
  readonly settledMs: number;
  readonly clock: Clock;
  /** The connection of the look before, kept until this one has settled, so that no restart falls between the two. */
  readonly before: Socket | undefined;
}

/** Opens a connection and finds out what it shows; the socket stays open if it was kept. */
async function connected(look: Look, signal: AbortSignal) {
  signal.throwIfAborted();
  const socket = connect({ ...addressOf(look.baseUrl), lookup: ofThisMachine });
  const enough = new AbortController();
  try {
    const sight = await new Promise<Sight>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), {
        once: true,
        signal: enough.signal,
      });
      watchSockets(socket, look, enough.signal, resolve);
    });
    if (sight === 'kept') return { sight, socket };
    socket.destroy();
    return { sight, socket: undefined };
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    enough.abort();
    look.before?.destroy();
  }
}

function watchSockets(
  socket: Socket,
  { forMs, settledMs, clock, before }: Look,
  over: AbortSignal,
  saw: (sight: Sight) => void,
): void {
  const lost = () => saw('lost');
  const after = (ms: number, then: () => void) => void clock.sleep(ms, over).then(then, () => {});
  if (before?.destroyed === true) lost();
  before?.once('close', lost);
  let opened = false;
  socket.on('error', () => {});
  socket.once('close', () => saw(opened ? 'lost' : 'refused'));
  socket.once('connect', () => {
    opened = true;
    socket.resume();
    after(forMs, () => saw('kept'));
    after(settledMs, () => before?.off('close', lost).destroy());
  });
}

function addressOf(baseUrl: string): { host: string; port: number } {
  const { protocol, hostname, port } = new URL(baseUrl);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) };
}
