import {
  header,
  headerValues,
  type RecordedResponse,
  unixSeconds,
  wholeNumber,
} from './exchange.ts';
import { dateOf, httpDate } from './http-date.ts';

/** What a response says of the caller's rate limit (section 8), in the client's own time. */
export interface RateState {
  readonly limit?: number;
  readonly remaining?: number;
  /** Milliseconds since the epoch by the client's clock. */
  readonly resetsAt?: number;
}

/** Reads the headers of section 8; what is missing or is not a whole number is left out. */
export function readRateState(response: RecordedResponse, now: number): RateState {
  const limit = wholeNumber(header(response, 'X-RateLimit-Limit'));
  const remaining = wholeNumber(header(response, 'X-RateLimit-Remaining'));
  const reset = unixSeconds(header(response, 'X-RateLimit-Reset'));
  return {
    ...(limit === undefined ? {} : { limit }),
    ...(remaining === undefined ? {} : { remaining }),
    ...(reset === undefined ? {} : { resetsAt: reset * 1000 - clockOffset(response, now) }),
  };
}

/** Milliseconds by which the service's clock is ahead of the client's, by its `Date`; 0 without one. */
export function clockOffset(response: RecordedResponse, now: number): number {
  const date = dateOf(response);
  if (Number.isNaN(date)) return 0;
  const offset = date - now;
  // `Date` has whole seconds, so less than that is not a difference.
  return Math.abs(offset) < 1000 ? 0 : offset;
}

/**
 * Milliseconds after which a 429 says to try again (section 8.2); undefined if it does not say. The unit is a gap:
 * seconds and dates are read as RFC 9110 has them (section 10.2.3), milliseconds only if the time of the reset agrees
 * with them and not with seconds. Of several the longest counts.
 */
export function retryAfterMs(response: RecordedResponse, now: number): number | undefined {
  const texts = retryAfters(response);
  if (texts.length === 0) return undefined;
  // Read once: a list of 64 kB has thousands of numbers, and an answer hundreds of fields.
  const { resetsAt = Number.NEGATIVE_INFINITY } = readRateState(response, now);
  const [toReset, offset] = [resetsAt - now, clockOffset(response, now)];
  let longest: number | undefined;
  for (const text of texts) {
    const date = httpDate(text);
    const isNumber = /^\d+(\.\d+)?$/.test(text);
    if (!isNumber && Number.isNaN(date)) continue;
    const ms = isNumber ? inMs(Number(text), toReset) : date - offset - now;
    longest = Math.max(longest ?? 0, ms);
  }
  return longest;
}

/**
 * What each `Retry-After` says: a gateway may add its own to that of the service, as a field or, joined on the way, by
 * comma (RFC 9110, section 5.3).
 */
function retryAfters(response: RecordedResponse): string[] {
  const written = headerValues(response, 'Retry-After');
  // The whole, too: dates that are not of HTTP may hold commas anywhere.
  const parts = written.flatMap((value) => value.match(oneOfThem) ?? []);
  return [...written, ...parts].map((text) => text.trim());
}

/** A date of HTTP holds a comma behind its day. */
const oneOfThem = /\s*[a-z]{3,9},[^,]+|[^,]+/gi;

const slackMs = 2000;

/** A number as milliseconds, although it may be meant so already. */
function inMs(value: number, toReset: number): number {
  const asSeconds = Math.abs(value * 1000 - toReset) <= slackMs;
  const asMilliseconds = Math.abs(value - toReset) <= slackMs;
  return asMilliseconds && !asSeconds && value >= 1000 ? value : value * 1000;
}
