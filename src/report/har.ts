import type { Entry, Har, Request, Response } from 'har-format';
import { type Exchange, header, type RecordedResponse } from '../http/exchange.ts';

/** HAR 1.2 for a size or a time that is not known. */
const unknown = -1;

/** What is the same in every request and response. */
const message = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: unknown };

/**
 * All exchanges as an HTTP Archive 1.2. Entry n is exchange n: reports point to entries by number, so a
 * request that never came back (the run was cut short) keeps its place. Keys are already redacted.
 */
export function toHar(
  exchanges: readonly Exchange[],
  { name, version }: { readonly name: string; readonly version: string },
): Har {
  let startedAt = 0;
  // Holes are filled, which `map` would leave.
  const entries = Array.from(exchanges, (exchange: Exchange | undefined, index) => {
    startedAt = exchange?.startedAt ?? startedAt;
    return exchange ? entryOf(exchange) : unfinished(index, startedAt);
  });
  return { log: { version: '1.2', creator: { name, version }, entries } };
}

function entryOf(exchange: Exchange): Entry {
  const { request, response, failure, startedAt } = exchange;
  const total = Math.max(0, exchange.finishedAt - startedAt);
  const wait = Math.min(Math.max(0, exchange.waitMs), total);
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: total,
    request: requestOf(request),
    // Read back by `exchangesOf`: the code holds no `: `.
    response: response
      ? responseOf(response)
      : noResponse(`${failure?.code ?? ''}: ${failure?.message ?? ''}`),
    cache: {},
    timings: { send: 0, wait, receive: total - wait },
    _index: exchange.index,
    _operation: exchange.operation ?? null,
    _purpose: exchange.purpose,
    _caller: exchange.caller,
    // The timings above are rounded to the clock, which is coarser.
    _waitMs: exchange.waitMs,
    _arrival: exchange.arrival ?? null,
    _reusedConnection: exchange.reusedConnection ?? null,
    _curl: exchange.curl,
  };
}

/** The place of a request that was not answered before the run ended. */
function unfinished(index: number, startedAt: number): Entry {
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: 0,
    request: requestOf({ method: 'UNKNOWN', url: 'about:blank', headers: [] }),
    response: noResponse('the run ended before this request was answered'),
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
    ...{ _index: index, _operation: null, _purpose: null, _caller: null },
    ...{ _waitMs: null, _arrival: null, _reusedConnection: null, _curl: null },
  };
}

function requestOf({ method, url, headers, body }: Exchange['request']): Request {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return {
    method,
    url,
    ...message,
    headers: pairs(headers),
    queryString: URL.canParse(url) ? pairs([...new URL(url).searchParams]) : [],
    ...(body !== undefined && { postData: { mimeType: type ?? '', text: body } }),
    bodySize: Buffer.byteLength(body ?? ''),
  };
}

/** The default reason why a body is not whole. Read back by `exchangesOf`. */
export const cutOff = 'cut off here: the body is longer than the suite reads, or than it keeps';

function responseOf(response: RecordedResponse): Response {
  const { status, statusText, headers, body, truncated, unread = cutOff } = response;
  return {
    status,
    statusText,
    ...message,
    headers: pairs(headers),
    content: {
      size: Buffer.byteLength(body),
      mimeType: header(response, 'content-type') ?? 'x-unknown',
      text: body,
      ...(truncated && { comment: unread }),
    },
    redirectURL: header(response, 'location') ?? '',
    bodySize: unknown,
  };
}

/** As browsers write it: status 0, and the reason in `_error`. */
function noResponse(error: string): Response & { readonly _error: string } {
  return {
    status: 0,
    statusText: '',
    ...message,
    headers: [],
    content: { size: 0, mimeType: 'x-unknown' },
    redirectURL: '',
    bodySize: unknown,
    _error: error,
  };
}

function pairs(fields: readonly (readonly [name: string, value: string])[]) {
  return fields.map(([name, value]) => ({ name, value }));
}
