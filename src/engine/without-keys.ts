import type { Exchange, HeaderPair } from '../http/exchange.ts';
import type { Finding } from '../judge/outcome.ts';
import type { RunEvent } from './events.ts';

type Redact = (text: string) => string;

/**
 * An event with the keys taken out of every text that the implementation, or a message about it, may hold.
 * Ids, outcomes and titles are the suite's own words: a key like `passed` leaves them alone. Results were
 * redacted as they were made.
 */
export function withoutKeys(event: RunEvent, redact: Redact): RunEvent {
  switch (event.type) {
    case 'exchange':
      return {
        ...event,
        exchange: exchangeWithoutKeys(event.exchange, redact),
        findings: findingsWithoutKeys(event.findings, redact),
      };
    case 'concluded':
      return { ...event, findings: findingsWithoutKeys(event.findings, redact) };
    case 'observed': {
      const { observation } = event;
      return { ...event, observation: { ...observation, answer: redact(observation.answer) } };
    }
    case 'pause':
      return { ...event, pause: { ...event.pause, reason: redact(event.pause.reason) } };
    case 'ended-early':
      return { ...event, reason: redact(event.reason) };
    case 'defect':
      return { ...event, message: redact(event.message), stack: redact(event.stack) };
    case 'check-started':
    case 'check-finished':
      return event;
  }
}

function findingsWithoutKeys(findings: readonly Finding[], redact: Redact): Finding[] {
  return findings.map((finding) =>
    finding.problem === undefined ? finding : { ...finding, problem: redact(finding.problem) },
  );
}

/** The exchange with the keys taken out of all that was sent and received. */
export function exchangeWithoutKeys(exchange: Exchange, redact: Redact): Exchange {
  const { request, response, failure } = exchange;
  const headers = (pairs: readonly HeaderPair[]) =>
    pairs.map(([name, value]) => [redact(name), redact(value)] as const);
  const body = request.body === undefined ? {} : { body: redact(request.body) };
  return {
    ...exchange,
    request: { ...request, url: redact(request.url), headers: headers(request.headers), ...body },
    ...(response === undefined
      ? {}
      : {
          response: {
            ...response,
            statusText: redact(response.statusText),
            headers: headers(response.headers),
            body: redact(response.body),
          },
        }),
    ...(failure === undefined ? {} : { failure: { ...failure, message: redact(failure.message) } }),
    curl: redact(exchange.curl),
  };
}
