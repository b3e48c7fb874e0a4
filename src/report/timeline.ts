import { type Exchange, header, isAnswered } from '../http/exchange.ts';
import type { RatePoint } from './report.ts';

/** What each answer said of its caller's rate limit (section 8), in the order of asking: that of a recording, too. */
export function timelineOf(exchanges: readonly Exchange[]): RatePoint[] {
  return exchanges
    .filter(isAnswered)
    .map(({ index, finishedAt, caller, response }) => ({
      exchange: index,
      at: finishedAt,
      caller,
      limit: numberIn(header(response, 'X-RateLimit-Limit')),
      remaining: numberIn(header(response, 'X-RateLimit-Remaining')),
      reset: numberIn(header(response, 'X-RateLimit-Reset')),
      refused: response.status === 429,
    }))
    .filter(({ limit, remaining, refused }) => limit !== null || remaining !== null || refused)
    .sort((a, b) => a.exchange - b.exchange);
}

/** A number as it is in a header; null for what is none, so that a picture leaves it out. */
function numberIn(text: string | undefined): number | null {
  return text !== undefined && /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : null;
}
