/** Answers that may come from a gateway while the service is away. */
import type { Answered, RecordedResponse } from './exchange.ts';
import { isJsonObject, member, tryParseJson } from './json.ts';

/**
 * Whether a gateway gives this status while the service behind it is away (RFC 9110, sections 15.6.3 to 15.6.5).
 * Statuses from 520 to 530 are not registered, and used only by networks in front of services.
 */
export function isAwayStatus(status: number): boolean {
  return [502, 503, 504].includes(status) || (status >= 520 && status <= 530);
}

/** What to do about a service that is away. */
export const awayRemedy =
  'check that the service is running, or give it longer to start with --wait (in seconds)';

/** Whether an answer has a header of the limit, right or wrong (section 8). */
export function hasRateHeader({ headers }: RecordedResponse): boolean {
  return headers.some(([name]) => /^x-ratelimit-/i.test(name));
}

/**
 * Whether the answer may come from a gateway that has no route to the service, as during a deployment: 404 to a
 * documented question, without the body and headers that the service itself sends (sections 7 and 8).
 */
export function isGateway404({ operation, response }: MaybeGateway404): boolean {
  return (
    response.status === 404 &&
    operation !== undefined &&
    !hasRateHeader(response) &&
    !looksLikeError(response.body)
  );
}

function looksLikeError(text: string): boolean {
  const body = tryParseJson(text);
  return isJsonObject(body) && member(body, 'code') !== undefined;
}

type MaybeGateway404 = Pick<Answered, 'operation' | 'response'>;

/** Whether a gateway answered while the service is away. */
export function isAwayAnswer(answer: MaybeGateway404): boolean {
  return isAwayStatus(answer.response.status) || isGateway404(answer);
}
