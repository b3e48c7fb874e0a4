import type { Answered } from '../http/exchange.ts';
import { tryParseJson } from '../http/json/json.ts';

/** What a gateway says while the service is away; it passes, so it is asked again before it is judged. */
const away = [502, 503, 504];

/** What a gateway or a firewall says of a request that it did not let through. */
const stopped = [403, 408, 413];

/**
 * Whether the answer may come from something that stands before the service: it shows nothing of the headers
 * and bodies that are due from the service itself (section 8 asks them of every answer of the API).
 */
export function mayBeFromBefore(exchange: Answered): boolean {
  const { status } = exchange.response;
  return away.includes(status) || (stopped.includes(status) && !isJson(exchange));
}

/** Whether the body is JSON, as an answer of the service would be; an empty one is not. */
export function isJson({ response }: Answered): boolean {
  return tryParseJson(response.body) !== undefined;
}
