import type { Content, Creator, Entry, Har, PostData, Request, Response } from 'har-format';
import { type Exchange, header, type RecordedResponse } from '../http/exchange.ts';

const httpVersion = 'HTTP/1.1';
/** HAR 1.2 for a size or a time that is not known. */
const unknown = -1;

/**
 * All exchanges as an HTTP Archive 1.2. Entry n is exchange n: reports point to entries by number, so a
 * request that never came back (the run was cut short) keeps its place. Keys are already redacted.
 */
export function toHar(
  exchanges: readonly Exchange[],
  creator: { readonly name: string; readonly version: string },
): Har {
  const { name, version }: Creator = creator;
  return {
    log: { version: '1.2', creator: { name, version }, entries: [...entriesOf(exchanges)] },
  };
}

/** The entries of the archive, made one at a time. */
export function* entriesOf(exchanges: readonly Exchange[]): Iterable<Entry> {
  let startedAt = 0;
  for (let index = 0; index < exchanges.length; index += 1) {
    const exchange = exchanges[index];
    startedAt = exchange?.startedAt ?? startedAt;
    yield exchange ? entryOf(exchange) : unfinished(index, startedAt);
  }
}

function entryOf(exchange: Exchange): Entry {
  const total = Math.max(0, exchange.finishedAt - exchange.startedAt);
  const wait = Math.min(Math.max(0, exchange.waitMs), total);
  return {
    startedDateTime: new Date(exchange.startedAt).toISOString(),
    time: total,
    request: requestOf(exchange),
    response: exchange.response ? responseOf(exchange.response) : noResponse(failed(exchange)),
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

/** The default reason why a body is not whole. Read back by `exchangesOf`. */
export const cutOff = 'cut off here: the body is longer than the suite reads, or than it keeps';

/** Read back by `exchangesOf`: the code holds no `: `. */
function failed({ failure }: Exchange): string {
  return `${failure?.code ?? ''}: ${failure?.message ?? ''}`;
}

function requestOf({ request }: Exchange): Request {
  const { method, url, headers, body } = request;
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const postData: PostData | undefined =
    body === undefined ? undefined : { mimeType: type ?? '', text: body };
  return {
    method,
    url,
    httpVersion,
    cookies: [],
    headers: pairs(headers),
    queryString: URL.canParse(url) ? pairs([...new URL(url).searchParams]) : [],
    ...(postData && { postData }),
    headersSize: unknown,
    bodySize: Buffer.byteLength(body ?? ''),
  };
}

function responseOf(response: RecordedResponse): Response {
  const { status, statusText, headers, body, truncated, unread = cutOff } = response;
  const content: Content = {
    size: Buffer.byteLength(body),
    mimeType: header(response, 'content-type') ?? 'x-unknown',
    text: body,
    ...(truncated && { comment: unread }),
  };
  return {
    status,
    statusText,
    httpVersion,
    cookies: [],
    headers: pairs(headers),
    content,
    redirectURL: header(response, 'location') ?? '',
    headersSize: unknown,
    bodySize: unknown,
  };
}

/** As browsers write it: status 0, and the reason in `_error`. */
function noResponse(error: string): Response & { readonly _error: string } {
  return {
    status: 0,
    statusText: '',
    httpVersion: '',
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: 'x-unknown' },
    redirectURL: '',
    headersSize: unknown,
    bodySize: unknown,
    _error: error,
  };
}

function unfinished(index: number, startedAt: number): Entry {
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: 0,
    request: {
      method: 'UNKNOWN',
      url: 'about:blank',
      httpVersion,
      cookies: [],
      headers: [],
      queryString: [],
      headersSize: unknown,
      bodySize: unknown,
    },
    response: noResponse('the run ended before this request was answered'),
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
    _index: index,
    _operation: null,
    _purpose: null,
    _caller: null,
    _waitMs: null,
    _arrival: null,
    _reusedConnection: null,
    _curl: null,
  };
}

function pairs(fields: readonly (readonly [name: string, value: string])[]) {
  return fields.map(([name, value]) => ({ name, value }));
}
