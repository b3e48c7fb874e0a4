import { int64 } from '../spec/animal.ts';
import type { Operation } from '../spec/operations.ts';

export type HeaderPair = readonly [name: string, value: string];

interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  /** Exactly the text sent; absent if no body was sent. */
  readonly body?: string;
}

export interface RecordedResponse {
  readonly status: number;
  readonly statusText: string;
  /** As received, in order, repeated fields apart. */
  readonly headers: readonly HeaderPair[];
  /** Decoded from any content coding, as UTF-8. */
  readonly body: string;
  /** Whether the body was not read whole, mostly because it is too long: then nothing of it is judged. */
  readonly truncated: boolean;
  /** Why it was not, if not because of its length: `it is in the coding zstd, ...`. */
  readonly unread?: string;
}

/** Why a request got no HTTP response, in the transport's own terms (`ECONNRESET`, `timeout`). */
export interface TransportFailure {
  readonly code: string;
  readonly message: string;
}

/**
 * Who the request claims to be: the holder of the configured key, of the key whose rate limit is spent (if that is
 * another one), or anybody else.
 */
export type Caller = 'authenticated' | 'rate-limit-key' | 'anonymous';

/**
 * What an answer may be judged by. `clause`: the specification defines it, so its form is judged. `gap`: the
 * specification is silent, so only what is due on every response is judged.
 */
export type Purpose = 'clause' | 'gap';

/** One request and what came back. Its index is its place in `traffic.har`. */
export interface Exchange {
  readonly index: number;
  /** Absent for a path or a method that the specification does not document. */
  readonly operation?: Operation;
  readonly purpose: Purpose;
  readonly caller: Caller;
  readonly request: RecordedRequest;
  /** Either a response or a failure. */
  readonly response?: RecordedResponse;
  readonly failure?: TransportFailure;
  /**
   * For a failure: whether its connection had been idle, so that the request was sent again. Old recordings lack it.
   */
  readonly reusedConnection?: boolean;
  /** Milliseconds since the epoch, by the run's clock. */
  readonly startedAt: number;
  readonly finishedAt: number;
  /** Its place in the order of answers, from 0, as milliseconds are too coarse. Old recordings lack it. */
  readonly arrival?: number;
  /** Milliseconds from sending to the response's header. */
  readonly waitMs: number;
  /** A line for a shell that sends it again, with `$PETSTORE_API_KEY` in place of the key. */
  readonly curl: string;
}

/** A pause before a request: for the rate limit, before it is sent again, or for reads to catch up with writes. */
export interface Pause {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly seconds: number;
  /** Seconds that this pause and those of the same reason may take in all; absent if only the one is known. */
  readonly atMost?: number;
  /** For people, such as `the service answered 429 and said when to retry`. */
  readonly reason: string;
  readonly kind: 'rate-limit' | 'catch-up' | 'retry';
}

/** An exchange that got an HTTP response. */
export type Answered = Exchange & { readonly response: RecordedResponse };

export function isAnswered(exchange: Exchange): exchange is Answered {
  return exchange.response !== undefined;
}

/** Reads something of an exchange once: a run is judged several times, and its exchanges never change. */
export function readOnce<E extends Exchange | RecordedResponse, T>(read: (of: E) => T) {
  const known = new WeakMap<E, { readonly value: T }>();
  return (of: E): T => {
    const before = known.get(of);
    if (before !== undefined) return before.value;
    const value = read(of);
    known.set(of, { value });
    return value;
  };
}

/**
 * Those that have ended. Requests that were under way when a run was cut short leave holes in the array, which `filter`
 * passes over.
 */
export function ended(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.filter(() => true);
}

/** The values of a header field, in order of appearance, by name without regard to case. */
export function headerValues(response: RecordedResponse, name: string): readonly string[] {
  return fieldsOf(response).get(name.toLowerCase()) ?? [];
}

/** The fields of a response by their names in small letters; read once, as every judge looks some up. */
const fieldsOf = readOnce((response: RecordedResponse) => {
  const fields = new Map<string, string[]>();
  for (const [name, value] of response.headers) {
    const values = fields.get(name.toLowerCase());
    if (values) values.push(value);
    else fields.set(name.toLowerCase(), [value]);
  }
  return fields;
});

/** The first value of a header field, or undefined. */
export function header(response: RecordedResponse, name: string): string | undefined {
  return headerValues(response, name)[0];
}

/** The value of a header that is a whole number up to int64; above 2^53 the nearest number. */
export function wholeNumber(text: string | undefined): number | undefined {
  const value = unfolded(text);
  if (value === undefined || !/^\d{1,30}$/.test(value)) return undefined;
  return BigInt(value) <= int64.max ? Number(value) : undefined;
}

/** A value that stands for two equal fields, joined on the way by a comma (RFC 9110, section 5.3), as one of them. */
function unfolded(text: string | undefined): string | undefined {
  const [first = '', second, ...more] = text?.split(',').map((part) => part.trim()) ?? [];
  return first === second && more.length === 0 ? first : text?.trim();
}

/** The value of a header that is a time in seconds, with a fraction or without. */
export function unixSeconds(text: string | undefined): number | undefined {
  const value = unfolded(text);
  return value !== undefined && /^\d{1,15}(\.\d{1,9})?$/.test(value) ? Number(value) : undefined;
}
