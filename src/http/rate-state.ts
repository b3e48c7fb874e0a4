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
  const date = dateOf(response, now);
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
  const { resetsAt } = readRateState(response, now);
  const offset = clockOffset(response, now);
  let longest: number | undefined;
  for (const text of texts) {
    const wait = waitIn(text, {
      toReset: resetsAt === undefined ? undefined : resetsAt - now,
      offset,
      now,
    });
    if (wait !== undefined) longest = Math.max(longest ?? 0, wait);
  }
  return longest;
}

/** What a text of a wait is read with, in milliseconds. */
interface Reading {
  /** How far the reset is away, if the response says so. */
  readonly toReset: number | undefined;
  /** How far the clock of the service is ahead. */
  readonly offset: number;
  readonly now: number;
}

/**
 * What each `Retry-After` says: a gateway may add its own to that of the service, as a field or, joined on the way, by
 * comma (RFC 9110, section 5.3).
 */
export function retryAfters(response: RecordedResponse): string[] {
  const written = headerValues(response, 'Retry-After');
  // The whole, too: dates that are not of HTTP may hold commas anywhere.
  return [...written, ...written.flatMap((value) => value.match(oneOfThem) ?? [])].map((text) =>
    text.trim(),
  );
}

/** A date of HTTP holds a comma behind its day. */
const oneOfThem = /\s*[a-z]{3,9},[^,]+|[^,]+/gi;

function waitIn(text: string, { toReset, offset, now }: Reading): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) {
    const value = Number(text);
    return inMilliseconds(value, toReset) ? value : value * 1000;
  }
  const date = httpDate(text, now);
  return Number.isNaN(date) ? undefined : Math.max(0, date - offset - now);
}

const slackMs = 2000;

function inMilliseconds(value: number, toReset: number | undefined): boolean {
  if (toReset === undefined || toReset < 0) return false;
  const asSeconds = Math.abs(value * 1000 - toReset) <= slackMs;
  const asMilliseconds = Math.abs(value - toReset) <= slackMs;
  return asMilliseconds && !asSeconds && value >= 1000;
}
