import { type Exchange, type HeaderPair, headerValues } from './exchange.ts';

const form = /^00-(?<trace>[0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * The `traceparent` of a request (W3C Trace Context, section 3.2): one trace for a run, of 32 hexadecimal digits,
 * and in it a span for each request, whose number is one more than its place in `traffic.har`.
 */
export function traceparent(trace: string, index: number): HeaderPair {
  return ['traceparent', `00-${trace}-${(index + 1).toString(16).padStart(16, '0')}-01`];
}

/** The trace that a request was sent in; undefined if it was sent in none. */
export function traceOf({ request }: Exchange): string | undefined {
  const [, value = ''] =
    request.headers.find(([name]) => name.toLowerCase() === 'traceparent') ?? [];
  return form.exec(value)?.groups?.trace;
}

/** Header fields in which services and gateways name a request as in their logs, the commonest first. */
const named = [
  'X-Request-Id',
  'Request-Id',
  'X-Correlation-Id',
  'X-Trace-Id',
  'X-Amzn-RequestId',
  'CF-Ray',
];

/** The name of a request in the logs of the service, with the field that holds it; undefined if the answer has none. */
export function requestIdOf({ response }: Exchange): HeaderPair | undefined {
  if (response === undefined) return undefined;
  return named.flatMap((name) =>
    headerValues(response, name).map((value) => [name, value] as const),
  )[0];
}
