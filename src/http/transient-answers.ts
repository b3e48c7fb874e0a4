import type { Answered, RecordedResponse } from './exchange.ts';
import { isJsonObject, member, tryParseJson } from './json/json.ts';
import { retryAfters } from './rate-state.ts';
import type { ApiRequest } from './request.ts';

/**
 * Whether a gateway gives this status while the service behind it is away (RFC 9110, sections 15.6.3 to 15.6.5).
 * Statuses from 520 to 530 are not registered, and used only by networks in front of services.
 */
export function isAwayStatus(status: number): boolean {
  return [502, 503, 504].includes(status) || (status >= 520 && status <= 530);
}

/** Whether an answer has a header of the limit, right or wrong (section 8). */
export function hasRateHeader({ headers }: RecordedResponse): boolean {
  return headers.some(([name]) => /^x-ratelimit-/i.test(name));
}

/**
 * Whether the answer may come from a gateway that has no route to the service, as during a deployment: 404 to a
 * documented question, without the body and headers that the service itself sends (sections 7 and 8).
 */
export function isNowhere({ operation, response }: Nowhere): boolean {
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

type Nowhere = Pick<Answered, 'operation' | 'response'>;

/** Whether a gateway answered while the service is away. */
export function isAwayAnswer(answer: Nowhere): boolean {
  return isAwayStatus(answer.response.status) || isNowhere(answer);
}

/** A server may answer so to the next request on a connection that was idle for too long. */
const idleStatus = 408;

/** Milliseconds before the second and the third try: enough for a restart of two seconds. */
const pausesMs = [700, 1600];

/** A 503 may ask for a longer pause, up to this one. */
const longestPauseMs = 10_000;

/** After this many questions of one operation whose answer stayed, the next ones are not asked again. */
const questionsBeforeStanding = 3;

/**
 * Which answers may pass, and when to ask again: such an answer counts only if it stays. If it stays for every question
 * of an operation, it is the answer of that operation, and is not waited for any more.
 */
export class TransientAnswers {
  readonly #maxWaitMs: number;
  readonly #stayed = new Map<string, number>();
  /** How many such answers in a row stayed, whatever was asked. */
  #streak = 0;

  /** `maxWaitMs`: milliseconds for one pause. */
  constructor(maxWaitMs: number) {
    this.#maxWaitMs = maxWaitMs;
  }

  /** Why an answer that stayed does not count: it asked for a longer pause than allowed. */
  refusedPause({ response }: Answered): string | undefined {
    const asked = isAwayStatus(response.status) ? askedFor(response) : 0;
    if (asked <= this.#maxWaitMs) return undefined;
    const allowed = this.#maxWaitMs / 1000;
    return `the service answered ${response.status} and asks to wait ${asked / 1000} s; allowed are ${allowed} s (--max-wait)`;
  }

  /**
   * Milliseconds to wait before the question is asked again; undefined if the answer counts. `asked`: how often it was
   * asked.
   */
  pauseMs(request: ApiRequest, answer: Answered, asked: number): number | undefined {
    const { status } = answer.response;
    if (status === idleStatus) return asked === 1 ? 0 : undefined;
    const name = request.operation ?? request.method;
    if (!isAwayAnswer(answer)) {
      this.#stayed.delete(name);
      this.#streak = 0;
      return undefined;
    }
    const own = this.#stayed.get(name) ?? 0;
    const stayed = Math.max(own, this.#streak);
    const pause = pausesMs[asked - 1];
    if (pause !== undefined && stayed < questionsBeforeStanding) {
      const due = askedFor(answer.response);
      return Math.min(this.#maxWaitMs, due > this.#maxWaitMs ? pause : Math.max(pause, due));
    }
    this.#stayed.set(name, own + 1);
    this.#streak += 1;
    return undefined;
  }
}

/** Milliseconds that `Retry-After` asks for; 0 if it asks for nothing, or for too long. */
function askedFor(response: Answered['response']): number {
  const seconds = retryAfters(response).filter((text) => /^\d{1,5}$/.test(text));
  const ms = Math.max(0, ...seconds.map(Number)) * 1000;
  return ms > longestPauseMs ? 0 : ms;
}
