import { connect } from 'node:net';
import type { Clock } from './clock.ts';

/** What one connection on which nothing is sent shows of a service. */
export type Sight = 'refused' | 'lost' | 'kept';

/** What is known of a service. */
export interface Presence {
  readonly away: boolean;
  /** Whether a connection that it ends shows that it went away: not of one that ends each before its time. */
  readonly telling: boolean;
}

export const unknown: Presence = { away: false, telling: true };

/** What a connection adds. While a service is away, what stands before it may still accept, and end at once. */
export function seen({ away, telling }: Presence, sight: Sight): Presence {
  if (sight === 'refused') return { away: true, telling };
  if (sight === 'kept') return { away: false, telling: telling || !away };
  return away ? { away, telling } : { away: telling, telling: false };
}

/** How often a service is looked at. */
export interface Rhythm {
  /** Milliseconds from one connection to the next, at least. */
  readonly everyMs: number;
  /** For so long a connection is left open while the service is there: one that waits for it to end waits no longer. */
  readonly heldMs: number;
  /** After so long a service that takes connections again has come back. */
  readonly settledMs: number;
  readonly clock: Clock;
}

/**
 * Resolves with what is known of the service once it has been away and is back. Never sends a byte; rejects when
 * the signal aborts.
 */
export async function comeBack(
  baseUrl: string,
  { everyMs, heldMs, settledMs, clock }: Rhythm,
  signal: AbortSignal,
  known: Presence = unknown,
): Promise<Presence> {
  let presence = known;
  for (;;) {
    const wasAway = presence.away;
    const openedAt = clock.now();
    const sight = await look(baseUrl, wasAway ? settledMs : heldMs, clock, signal);
    presence = seen(presence, sight);
    if (wasAway && !presence.away) return presence;
    await clock.sleep(Math.max(0, openedAt + everyMs - clock.now()), signal);
  }
}

async function look(
  baseUrl: string,
  forMs: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<Sight> {
  signal.throwIfAborted();
  const socket = connect(addressOf(baseUrl));
  const enough = new AbortController();
  try {
    return await new Promise<Sight>((resolve, reject) => {
      let opened = false;
      socket.on('error', () => {});
      socket.once('close', () => resolve(opened ? 'lost' : 'refused'));
      socket.once('connect', () => {
        opened = true;
        socket.resume();
        clock.sleep(forMs, enough.signal).then(
          () => resolve('kept'),
          () => {},
        );
      });
      signal.addEventListener('abort', () => reject(signal.reason), {
        once: true,
        signal: enough.signal,
      });
    });
  } finally {
    enough.abort();
    socket.destroy();
  }
}

function addressOf(baseUrl: string): { host: string; port: number } {
  const { protocol, hostname, port } = new URL(baseUrl);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) };
}
