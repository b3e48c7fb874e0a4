/** One list, asked with the key: what `check` judges, and what `--wait` waits for. */
import { randomUUID } from 'node:crypto';
import { awayRemedy, isAwayStatus } from '../http/away.ts';
import { mostBody } from '../http/budget.ts';
import { type Clock, steadyClock } from '../http/clock.ts';
import { theKey } from '../http/credential.ts';
import { type Exchange, isAnswered } from '../http/exchange.ts';
import { failureWords, remedyOf } from '../http/failure-words.ts';
import { tryParseJson } from '../http/json.ts';
import { recordOf, wireOf } from '../http/request.ts';
import { type Connections, openConnections } from '../http/transport.ts';
import { userAgent } from '../package/package.ts';
import { type Elsewhere, foreignAt, isForeign, wrongAddress } from '../run/animals/address.ts';
import type { Settings } from '../settings/settings.ts';
import { visible } from '../text/visible.ts';

/** Where and with what the list is asked. */
export type ProbeSettings = Pick<
  Settings,
  'baseUrl' | 'apiKey' | 'profile' | 'timeout' | 'ca' | 'proxy' | 'wait'
>;

/** Sends `GET /pets?limit=1` once, on a connection of its own. Rejects when the signal aborts. */
async function probe(
  settings: ProbeSettings,
  signal: AbortSignal,
  clock: Clock,
): Promise<Exchange> {
  const { baseUrl, apiKey, profile } = settings;
  const connections: Connections = openConnections({
    ...settings,
    connections: 1,
    bodyBound: () => mostBody,
  });
  const request = {
    operation: 'listPets',
    method: 'GET',
    path: '/pets?limit=1',
    credential: theKey(apiKey),
    purpose: 'clause',
  } as const;
  const trace = randomUUID().replaceAll('-', '');
  const wire = wireOf(request, { baseUrl, userAgent: userAgent(profile), trace }, 0);
  const startedAt = clock.now();
  try {
    const result = await connections.send(wire, signal);
    const times = { startedAt, finishedAt: clock.now(), arrival: 0 };
    return recordOf(request, wire, { index: 0, ...times, ...result });
  } finally {
    await connections.close();
  }
}

/** What a service that is still starting does: its connections are refused or dropped, or a gateway answers for it. */
function isStarting({ failure, response }: Exchange): boolean {
  if (failure)
    return /^(?:ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET|ENOTFOUND|EAI_AGAIN)$/.test(
      failure.code,
    );
  return response?.status === 502 || response?.status === 503;
}

const betweenMs = 1_000;

interface WaitOptions {
  readonly signal: AbortSignal;
  readonly clock?: Clock;
  /** Takes a line when it begins to wait, and one when the service has answered; no key is in them. */
  readonly print: (line: string) => void;
}

/**
 * Waits until the service answers, for at most `wait` seconds, and returns the last answer; with a `wait` of 0 the first.
 * Returns undefined when the signal aborts.
 */
export async function untilUp(
  settings: ProbeSettings,
  { signal, clock = steadyClock(), print }: WaitOptions,
): Promise<Exchange | undefined> {
  const begin = clock.now();
  const end = begin + settings.wait * 1000;
  try {
    let exchange = await probe(settings, signal, clock);
    if (!isStarting(exchange) || settings.wait === 0) return exchange;
    print(`waiting up to ${settings.wait} s for the service: ${visible(seenIn(exchange))}`);
    // The last request goes out when the time is up.
    for (let left = end - clock.now(); isStarting(exchange) && left > 0; left = end - clock.now()) {
      await clock.sleep(Math.min(betweenMs, left), signal);
      exchange = await probe(settings, signal, clock);
    }
    const seconds = Math.round((clock.now() - begin) / 1000);
    print(`the service ${isStarting(exchange) ? 'is not up' : 'answered'} after ${seconds} s`);
    return exchange;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

function seenIn({ failure, response }: Exchange): string {
  return failure ? failureWords(failure) : `it answers ${response?.status}`;
}

/** Whether address and key are right, in a line. */
interface Diagnosis {
  readonly isRight: boolean;
  readonly line: string;
}

/** What the answer to the list says of address and key. */
export function diagnose(exchange: Exchange, { baseUrl }: ProbeSettings): Diagnosis {
  const wrong = ({ seen, remedy }: Elsewhere) => ({ isRight: false, line: `${seen}; ${remedy}` });
  if (!isAnswered(exchange)) {
    const { failure } = exchange;
    const seen = `nothing answers at ${baseUrl}${failure ? `: ${failureWords(failure)}` : ''}`;
    return wrong({ seen, remedy: remedyOf(failure) });
  }
  const { status, body } = exchange.response;
  if (status === 401) {
    return wrong({
      seen: `the service at ${baseUrl} answers 401 to the key`,
      remedy: 'use a key that is valid at this address',
    });
  }
  const elsewhere =
    wrongAddress(exchange, baseUrl) ??
    (isForeign(exchange) ? foreignAt(baseUrl, exchange) : undefined);
  if (elsewhere) return wrong(elsewhere);
  const list = tryParseJson(body);
  if (status === 200 && Array.isArray(list)) {
    return {
      isRight: true,
      line: `address and key work: ${baseUrl}/pets answers 200 with a list`,
    };
  }
  const known = isAwayStatus(status) ? awayRemedy : remedies[status];
  const remedy = known ?? "check the address, and look into the service's log";
  const what = status === 200 ? '200, but with no list of animals' : `${status} to a list`;
  return wrong({ seen: `the service at ${baseUrl} answers ${what}`, remedy });
}

const remedies: Readonly<Record<number, string>> = {
  403: 'use a key that may list, or allow this machine',
  404: 'check the address: /pets must follow it',
  429: 'wait for the rate limit, and check again',
};
