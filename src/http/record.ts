import { curlLine } from './curl.ts';
import type { Exchange, HeaderPair } from './exchange.ts';
import type { ApiRequest } from './request.ts';
import type { WireRequest } from './transport.ts';

/** What became of one attempt: when it was made, and a response or a failure. */
export type Attempted = Pick<
  Exchange,
  'index' | 'startedAt' | 'finishedAt' | 'response' | 'failure'
> & {
  readonly waitMs?: number;
  /** The request as it was recorded, where the answer comes out of a recording. */
  readonly request?: Exchange['request'];
};

/** The request as it goes over the wire. */
export function wireOf(
  request: ApiRequest,
  { baseUrl, userAgent }: { readonly baseUrl: string; readonly userAgent: string },
): WireRequest {
  const { method, path, body } = request;
  return {
    method,
    url: new URL(baseUrl + path),
    headers: headersOf(request, userAgent),
    ...(body === undefined ? {} : { body }),
  };
}

/** The header fields of a request, the credential first. */
function headersOf(request: ApiRequest, userAgent: string): HeaderPair[] {
  const { body, credential } = request;
  const { contentType = body === undefined ? null : 'application/json' } = request;
  return [
    ...(credential.header ? [credential.header] : []),
    ['Accept', 'application/json'],
    ['User-Agent', userAgent],
    ...(contentType === null ? [] : [['Content-Type', contentType] as const]),
  ];
}

/** One attempt as an exchange, still with the key in it: the session takes it out. */
export function recordOf(request: ApiRequest, wire: WireRequest, attempted: Attempted): Exchange {
  const { credential, operation, purpose } = request;
  const { waitMs = 0, index, startedAt, finishedAt, response, failure } = attempted;
  const url = wire.url.href;
  const shown = wire.headers.filter(
    (pair) => pair !== credential.header && pair[0] !== 'User-Agent',
  );
  const shell = credential.shell === undefined ? {} : { credential: credential.shell };
  return {
    index,
    ...(operation === undefined ? {} : { operation }),
    purpose,
    caller: credential.caller,
    request: attempted.request ?? { ...wire, url },
    ...(response === undefined ? {} : { response }),
    ...(failure === undefined ? {} : { failure }),
    startedAt,
    finishedAt,
    waitMs,
    curl: curlLine({ ...wire, url, headers: shown, ...shell }),
  };
}
