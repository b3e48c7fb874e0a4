import { stopped } from '../catalogue/statuses.ts';
import { hasRateHeader, isAwayAnswer } from '../http/away.ts';
import type { Answered } from '../http/exchange.ts';
import { tryParseJson } from '../http/json.ts';
import { validateError } from './schemas.ts';

/**
 * Whether the answer may come from something before the service: it lacks the headers and bodies that are due from the
 * service itself (section 8 asks them of every answer of the API).
 */
export function mayBeFromBefore(exchange: Answered): boolean {
  const { status } = exchange.response;
  return isAwayAnswer(exchange) || (stopped.includes(status) && !showsService(exchange));
}

/**
 * Whether only the service itself answers so: with a header of its limit (section 8), with JSON as a success (section
 * 4), or with an Error (section 7).
 */
export function showsService(exchange: Answered): boolean {
  const { status, body } = exchange.response;
  if (hasRateHeader(exchange.response)) return true;
  return status < 300 ? tryParseJson(body) !== undefined : isOwnError(exchange);
}

/** Whether the body is an Error, as all errors of the service are (section 7). */
export function isOwnError({ response }: Answered): boolean {
  const body = tryParseJson(response.body);
  return body !== undefined && validateError(body).length === 0;
}
