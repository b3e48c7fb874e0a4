import type { Credential } from './credential.ts';
import { commandOf } from './curl.ts';
import type { Exchange, HeaderPair } from './exchange.ts';
import type { ApiRequest } from './request.ts';
import { traceparent } from './trace.ts';
import type { WireRequest } from './wire/transport.ts';

/** The result of one attempt: its times, and a response or a failure. */
export type Attempted = Pick<
  Exchange,
  'index' | 'startedAt' | 'finishedAt' | 'arrival' | 'response' | 'failure' | 'reusedConnection'
> & {
  readonly waitMs?: number;
  /** The recorded request, if the answer comes from a recording. */
  readonly request?: Exchange['request'];
};

/** What is the same for all requests of a run. */
interface Sender {
  readonly baseUrl: string;
  readonly userAgent: string;
  /** The trace of the run: 32 hexadecimal digits. */
  readonly trace: string;
}

/** The request as it goes over the wire, as the exchange of an index. */
export function wireOf(request: ApiRequest, sender: Sender, index: number): WireRequest {
  const { method, path, body } = request;
  return {
    method,
    url: new URL(sender.baseUrl + path),
    headers: headersOf(request, sender, index),
    ...(body === undefined ? {} : { body }),
  };
}

/** The header fields of a request, the credential first. */
function headersOf(request: ApiRequest, sender: Sender, index: number): HeaderPair[] {
  const { body, credential, accept = 'application/json', chunked = false } = request;
  const { codings, languages } = request;
  const { contentType = body === undefined ? null : 'application/json' } = request;
  const pairs: HeaderPair[] = [
    ...carriedBy(credential),
    ...(accept === null ? [] : [['Accept', accept] as const]),
    ...(codings === undefined ? [] : [['Accept-Encoding', codings] as const]),
    ...(languages === undefined ? [] : [['Accept-Language', languages] as const]),
    ['User-Agent', sender.userAgent],
    traceparent(sender.trace, index),
    ...(contentType === null ? [] : [['Content-Type', contentType] as const]),
    ...(chunked ? [['Transfer-Encoding', 'chunked'] as const] : []),
  ];
  return pairs.map(([name, value]) => [spelt(name, request), value] as const);
}

/** The headers that carry a credential. */
function carriedBy({ header, also = [] }: Credential): HeaderPair[] {
  return [...(header ? [header] : []), ...also.map((one) => one.header)];
}

/** The name of a header as the request writes it; any letter case is the same name (RFC 9110, section 5.1). */
function spelt(name: string, { names }: ApiRequest): string {
  if (names === undefined) return name;
  return names === 'lower' ? name.toLowerCase() : name.toUpperCase();
}

/** One attempt as an exchange, still with the key in it: the session takes it out. */
export function recordOf(request: ApiRequest, wire: WireRequest, attempted: Attempted): Exchange {
  const { credential, operation, purpose } = request;
  const { waitMs = 0, request: recorded, ...came } = attempted;
  const url = wire.url.href;
  const shells = [credential.shell, ...(credential.also ?? []).map(({ shell: one }) => one)];
  return {
    ...came,
    ...(operation && { operation }),
    purpose,
    caller: credential.caller,
    request: recorded ?? { ...wire, url },
    waitMs,
    curl: commandOf(
      { ...wire, url },
      carriedBy(credential).map(([name]) => name),
      shells.flatMap((one) => one?.replace(/^[^:]+/, (name) => spelt(name, request)) ?? []),
    ),
  };
}
