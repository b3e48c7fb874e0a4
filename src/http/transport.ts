/** Connections to the implementation, and what goes over them. */
import { Readable } from 'node:stream';
import { Agent, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { cut, writtenBytes } from '../text/visible.ts';
import { decode, readBounded } from './content-coding.ts';
import type {
  Caller,
  Exchange,
  HeaderPair,
  RecordedResponse,
  TransportFailure,
} from './exchange.ts';

export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly HeaderPair[];
  readonly body?: string;
}

/** The result of one attempt: a response, or the reason why there is none. */
export type WireResult = (
  | { readonly response: RecordedResponse; readonly waitMs: number }
  | { readonly failure: TransportFailure; readonly reusedConnection: boolean }
) &
  Partial<AsRecorded>;

/** For a response from a recording: its number there, the recorded request, and its times. */
type AsRecorded = Pick<Exchange, 'index' | 'request' | 'startedAt' | 'finishedAt'>;

/** How the message begins if the failure may be that of the proxy, and not of the service. */
export const ofProxy = 'the proxy or the service behind it: ';

/** Failures that a proxy may cause as well as the service. */
const onTheWay =
  /^(?:timeout|ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|E\w+UNREACH|UND_ERR_(?:SOCKET|ABORTED|CONNECT_TIMEOUT))$/;

/** Failures of a connection that the service may have closed while it was idle. */
const brokeOff = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'unasked']);

/** Codes of failed handshakes. Their own messages are OpenSSL's, with addresses in memory and lines of its source. */
export const tlsFailures = /^ERR_SSL_|^EPROTO$/;

/** The most header fields of a response, each of which is recorded. A real service sends some twenty. */
const mostFields = 200;

/** A set of connections to the implementation, or to a recording of one. */
export interface Connections {
  /**
   * Called just before `send` with the same request. Throws Unrecorded if a recording has no response to it; it then
   * counts as not sent.
   */
  reserve?(request: WireRequest, caller: Caller): void;
  /** `seconds`: for the request as a whole, if less than the timeout of the connections. */
  send(request: WireRequest, signal: AbortSignal, seconds?: number): Promise<WireResult>;
  close(): Promise<void>;
}

export interface TransportOptions {
  /** Connections at once. */
  readonly connections: number;
  /** Seconds for a request as a whole. */
  readonly timeout: number;
  readonly ca?: string;
  readonly proxy?: string;
  /** Whether header fields that take so many bytes in a recording are read; default: always. */
  readonly fieldsFit?: (bytes: number) => boolean;
  /** Bytes of the next body that are read; more is cut off and marked. */
  readonly bodyBound: () => number;
  /** Called with such a bound when its body has been read, with the bytes of its text. */
  readonly bodyRead?: (bound: number, bytes: number) => void;
}

/** Opens a set of connections. undici follows no redirect and sends nothing again by itself. */
export function openConnections(options: TransportOptions): Connections {
  const dispatcher = newDispatcher(options);
  let answered = 0;
  return {
    async send(request, signal, seconds = options.timeout) {
      const deadline = AbortSignal.timeout(Math.round(seconds * 1000));
      const either = AbortSignal.any([signal, deadline]);
      let hasBegun = false;
      const bodyBound = () => {
        hasBegun = true;
        return options.bodyBound();
      };
      // undici heeds a signal only once there is a connection.
      const aborted = new Promise<never>((_, reject) => {
        either.addEventListener('abort', () => reject(either.reason), { once: true });
      });
      try {
        either.throwIfAborted();
        const sent = attempt(dispatcher, request, either, { ...options, bodyBound });
        const result = await Promise.race([sent, aborted]);
        answered += 1;
        return result;
      } catch (error) {
        signal.throwIfAborted();
        const { code, message } = deadline.aborted
          ? { code: 'timeout', message: `no complete answer within ${seconds} s` }
          : describe(error);
        const isUnclear = options.proxy !== undefined && onTheWay.test(code);
        const failure = { code, message: isUnclear ? ofProxy + message : message };
        // If a response has begun, the connection was not an idle one that the service closed.
        return { failure, reusedConnection: answered > 0 && !hasBegun && brokeOff.has(code) };
      }
    },
    close: () => dispatcher.destroy(),
  };
}

function newDispatcher({ connections, timeout, ca, proxy }: TransportOptions): Dispatcher {
  const ms = timeout * 1000;
  const connect = { ...(ca === undefined ? {} : { ca }), timeout: ms };
  const options = { connections, pipelining: 1, headersTimeout: ms, bodyTimeout: ms };
  if (proxy === undefined) return new Agent({ ...options, connect });
  const tls = { requestTls: connect, proxyTls: connect };
  return new ProxyAgent({ ...options, ...tls, uri: proxy, clientFactory: newProxyPool });
}

/** Connections to a proxy. By itself undici would ask one that closes them again and again, without a pause. */
function newProxyPool(origin: URL, given: object): Dispatcher {
  const pool = new Pool(origin, given);
  const connect = pool.connect.bind(pool);
  return Object.assign(pool, {
    connect: (options: Omit<Dispatcher.ConnectOptions, 'origin'>) =>
      connect(options).catch((cause: unknown) => {
        throw new Error('no way through the proxy', { cause });
      }),
  });
}

async function attempt(
  dispatcher: Dispatcher,
  { method, url, headers, body }: WireRequest,
  signal: AbortSignal,
  { bodyBound, bodyRead, fieldsFit = () => true }: TransportOptions,
): Promise<WireResult> {
  const isCoding = ([name]: HeaderPair) => name.toLowerCase() === 'transfer-encoding';
  const sentAt = performance.now();
  const answer = await dispatcher.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: headers.filter((pair) => !isCoding(pair)).flat(),
    // undici sends a stream in chunks.
    body: headers.some(isCoding) ? Readable.from([body ?? '']) : (body ?? null),
    signal,
    responseHeaders: 'raw',
  });
  const waitMs = performance.now() - sentAt;
  const received = pairs(answer.headers);
  const bytes = recordedBytes(received) + writtenBytes(answer.statusText);
  if (received.length > mostFields || !fieldsFit(bytes)) {
    await answer.body.dump({ limit: 0 }).catch(() => {});
    const message = `the answer has ${received.length} header fields; no more than ${mostFields} are read`;
    throw Object.assign(new Error(message), { code: 'UND_ERR_HEADERS_OVERFLOW' });
  }
  const bound = bodyBound();
  let size = 0;
  try {
    const { bytes, truncated } = await readBounded(answer.body, bound);
    const decoded = decode(bytes, received, bound);
    size = Buffer.byteLength(decoded.body);
    const { statusCode: status, statusText } = answer;
    const response = { status, statusText, headers: received, ...decoded };
    return { waitMs, response: truncated ? { ...response, truncated } : response };
  } finally {
    bodyRead?.(bound, size);
  }
}

/** Bytes of header fields in `traffic.har` at most: each has its layout, and some are repeated. */
function recordedBytes(fields: readonly HeaderPair[]): number {
  const bytes = ([name, value]: HeaderPair) => 90 + writtenBytes(name) + writtenBytes(value);
  const repeated = fields.filter(([name]) => /^(?:content-type|location)$/i.test(name));
  return [...fields, ...repeated].reduce((sum, field) => sum + bytes(field), 0);
}

/** With `responseHeaders: 'raw'` undici gives names and values in turn, against its own type. */
function pairs(raw: unknown): HeaderPair[] {
  if (!Array.isArray(raw)) return [];
  const texts = raw.map(String);
  return texts.flatMap((name, at) => (at % 2 === 0 ? [[name, texts[at + 1] ?? '']] : []));
}

/** The innermost cause names the reason: undici and node wrap it. */
function describe(error: unknown): TransportFailure {
  const cause = innermost(error);
  const codeOf = (one: Error) => ('code' in one && typeof one.code === 'string' ? one.code : '');
  const outer = error instanceof Error ? codeOf(error) : '';
  const code = codeOf(cause) || outer || cause.name;
  // Interim responses that undici does not skip (RFC 9110, section 15.2), by the words of its errors.
  if (/^bad (?:response|upgrade)$/.test(cause.message)) return { code: 'unasked', message: '' };
  // A certificate may list any number of names.
  const message = tlsFailures.test(code) ? 'the handshake of TLS failed' : cut(cause.message, 500);
  return { code, message };
}

function innermost(error: unknown): Error {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? innermost(error.cause) : error;
}
