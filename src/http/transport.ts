/** Connections to the implementation, and what goes over them. */
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { decode, readBounded } from './content-coding.ts';
import type {
  Caller,
  Exchange,
  HeaderPair,
  RecordedResponse,
  TransportFailure,
} from './exchange.ts';
import { Agent, Pool, ProxyAgent } from './undici.ts';

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

/** For an answer from a recording: its number there, the recorded request, and its times. */
type AsRecorded = Pick<Exchange, 'index' | 'request' | 'startedAt' | 'finishedAt'>;

/** Who asks, and how: at the pace of the limit, or spending it, so that each answer depends on the requests before. */
export interface Asking {
  readonly caller: Caller;
  readonly manner: 'paced' | 'spending';
}

/** How the message begins if the failure may be that of the proxy, and not of the service. */
export const ofProxy = 'the proxy ';

/** Codes of failed handshakes. Their own messages are OpenSSL's, with addresses in memory and lines of its source. */
export const tlsFailures = /^ERR_SSL_|^EPROTO$/;

/** A set of connections to the implementation, or to a recording of one. */
export interface Connections {
  /**
   * Called just before `send` with the same request. Throws Unrecorded if a recording has no answer to it; it then
   * counts as not sent.
   */
  reserve?(request: WireRequest, asking: Asking): void;
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
  /** Bytes of the next body that are read; more is cut off and marked. */
  readonly bodyBound: () => number;
  /** Called with such a bound when its body has been read, with the bytes of its text. */
  readonly bodyRead?: (bound: number, bytes: number) => void;
}

/** Opens a set of connections. undici follows no redirect and sends nothing again by itself. */
export function openConnections(options: TransportOptions): Connections {
  const dispatcher = newDispatcher(options);
  const { bodyRead = () => {} } = options;
  let answered = 0;
  return {
    async send(request, signal, seconds = options.timeout) {
      const deadline = AbortSignal.timeout(Math.round(seconds * 1000));
      let begun = false;
      const onHead = () => {
        begun = true;
        return options.bodyBound();
      };
      try {
        const either = AbortSignal.any([signal, deadline]);
        const asking = attempt(dispatcher, request, { signal: either, onHead, bodyRead });
        const result = await orAborted(asking, either);
        answered += 1;
        return result;
      } catch (error) {
        signal.throwIfAborted();
        const failed = deadline.aborted
          ? { code: 'timeout', message: `no complete answer within ${seconds} s` }
          : describe(error, options.proxy !== undefined);
        const failure = options.proxy === undefined ? failed : ofEither(failed);
        // If an answer has begun, the connection was not an idle one that the service closed.
        const reusedConnection = answered > 0 && !begun && brokeOff.has(failure.code);
        return { failure, reusedConnection };
      }
    },
    close: () => dispatcher.destroy(),
  };
}

const brokeOff = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'unasked']);

function newDispatcher({ connections, timeout, ca, proxy }: TransportOptions): Dispatcher {
  const tls = ca === undefined ? {} : { ca };
  const options = {
    connections,
    pipelining: 1,
    headersTimeout: timeout * 1000,
    bodyTimeout: timeout * 1000,
  };
  if (proxy === undefined) {
    return new Agent({
      ...options,
      connect: { ...tls, timeout: timeout * 1000 },
    });
  }
  const bounded = { ...tls, timeout: timeout * 1000 };
  return new ProxyAgent({
    ...options,
    uri: proxy,
    requestTls: bounded,
    proxyTls: bounded,
    // By itself it waits for a way through the proxy for five minutes.
    clientFactory: (origin, given) =>
      new WaysOfProxy(origin, { ...given, headersTimeout: timeout * 1000 }),
  });
}

/** Connections to a proxy. undici would ask one that closes them for a way again and again, without a pause. */
class WaysOfProxy extends Pool {
  override connect(options: WayOptions): Promise<Dispatcher.ConnectData>;
  override connect(options: WayOptions, callback: OnWay): void;
  override connect(options: WayOptions, callback?: OnWay) {
    if (callback !== undefined) return super.connect(options, callback);
    return super.connect(options).catch((cause: unknown) => {
      throw new Error('no way through the proxy', { cause });
    });
  }
}

type WayOptions = Omit<Dispatcher.ConnectOptions, 'origin'>;
type OnWay = (error: Error | null, data: Dispatcher.ConnectData) => void;

/** How an answer is read. */
interface Reading {
  readonly signal: AbortSignal;
  /** Gives the bytes of the body to read. */
  readonly onHead: () => number;
  readonly bodyRead: (bound: number, bytes: number) => void;
}

async function attempt(
  dispatcher: Dispatcher,
  request: WireRequest,
  { signal, onHead, bodyRead }: Reading,
): Promise<WireResult> {
  const { method, url, body } = request;
  const isCoding = ([name]: HeaderPair) => name.toLowerCase() === 'transfer-encoding';
  const chunked = request.headers.some(isCoding);
  const headers = request.headers.filter((pair) => !isCoding(pair));
  const sentAt = performance.now();
  const answer = await dispatcher.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: headers.flat(),
    body: chunked ? inChunks(body ?? '') : (body ?? null),
    signal,
    responseHeaders: 'raw',
  });
  const waitMs = performance.now() - sentAt;
  const received = pairs(answer.headers);
  if (received.length > mostFields) {
    await answer.body.dump({ limit: 0 }).catch(() => {});
    throw new TooManyFields(received.length);
  }
  const bound = onHead();
  let size = 0;
  try {
    const { bytes, truncated } = await readBounded(answer.body, bound);
    const decoded = await decode(bytes, received, bound);
    size = Buffer.byteLength(decoded.body);
    return {
      waitMs,
      response: {
        status: answer.statusCode,
        statusText: answer.statusText,
        headers: received,
        ...decoded,
        truncated: truncated || decoded.truncated,
      },
    };
  } finally {
    bodyRead(bound, size);
  }
}

/**
 * What comes of a request, or the end of the signal, which undici heeds only once there is a connection. A request that
 * is aborted before is never sent.
 */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    signal.throwIfAborted();
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    promise.catch(() => {});
  }
}

/** The most header fields of an answer, each of which is recorded. A real service sends some twenty. */
const mostFields = 200;

class TooManyFields extends Error {
  readonly code = 'UND_ERR_HEADERS_OVERFLOW';

  constructor(fields: number) {
    super(`the answer has ${fields} header fields; no more than ${mostFields} are read`);
  }
}

/** A body of unknown length, which undici sends in two chunks. */
function inChunks(body: string): Readable {
  const bytes = Buffer.from(body);
  const half = Math.ceil(bytes.length / 2);
  return Readable.from([bytes.subarray(0, half), bytes.subarray(half)]);
}

/** With `responseHeaders: 'raw'` undici gives names and values in turn, against its own type. */
function pairs(raw: unknown): HeaderPair[] {
  if (!Array.isArray(raw)) return [];
  const texts = raw.map(String);
  return texts.flatMap((name, at) => (at % 2 === 0 ? [[name, texts[at + 1] ?? '']] : []));
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Interim answers that undici does not skip (RFC 9110, section 15.2), by the words of its errors. */
const unaskedAnswers: Readonly<Record<string, string>> = {
  'bad response': 'an answer before or beside the due one, as 100 (Continue)',
  'bad upgrade': '101 (Switching Protocols)',
};

/** Through a proxy nobody can tell who was silent or closed the connection. */
function ofEither({ code, message }: TransportFailure): TransportFailure {
  const unclear = (code === 'timeout' || brokeOff.has(code)) && !message.startsWith(ofProxy);
  return { code, message: unclear ? `${ofProxy}or the service behind it: ${message}` : message };
}

/** The innermost cause names the reason: undici and node wrap it. */
function describe(error: unknown, overProxy: boolean): TransportFailure {
  const cause = innermost(error);
  const unasked = cause instanceof Error ? unaskedAnswers[cause.message] : undefined;
  if (unasked !== undefined) {
    return { code: 'unasked', message: `the service sent ${unasked}, that nobody had asked for` };
  }
  const name = cause instanceof Error ? cause.name : 'failed';
  const code = codeOf(cause) ?? codeOf(error) ?? name;
  const own = cause instanceof Error ? cause.message : String(cause);
  const message = tlsFailures.test(code) ? 'the handshake of TLS failed' : own;
  if (!overProxy) return { code, message };
  const status = /Proxy response \((\d+)\)/.exec(message)?.[1];
  if (status !== undefined)
    return { code, message: `${ofProxy}answered ${status} to being asked for a way` };
  // Whatever fails before a connection exists is the way to the proxy.
  return { code, message: neverReached.has(code) ? `${ofProxy}could not be reached` : message };
}

const neverReached = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

function innermost(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  if (error instanceof Error && error.cause instanceof Error) return innermost(error.cause);
  return error;
}

/** What is sent together to spend a limit must not wait for one another's connections. */
const mostToSpend = 64;

/**
 * The connections of a run: shared ones, single ones for requests that must have one to themselves, and those with which
 * a limit is spent.
 */
export class ConnectionSet {
  readonly #open: (connections: number) => Connections;
  readonly #most: number;
  readonly #opened = new Set<Connections>();
  #shared: Connections | undefined;
  #many: Connections | undefined;

  /** `most`: how many shared connections may be open at once. */
  constructor(open: (connections: number) => Connections, most: number) {
    this.#open = open;
    this.#most = most;
  }

  get shared(): Connections {
    this.#shared ??= this.#add(this.#most);
    return this.#shared;
  }

  /** As many connections as a limit takes to be spent; one, if there may be only one. */
  get many(): Connections {
    this.#many ??= this.#most === 1 ? this.shared : this.#add(mostToSpend);
    return this.#many;
  }

  /** A single connection. */
  single(): Connections {
    const one = this.#add(1);
    return { ...one, close: () => this.#drop(one) };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#opened].map((one) => this.#drop(one)));
  }

  async #drop(one: Connections): Promise<void> {
    this.#opened.delete(one);
    await one.close();
  }

  #add(connections: number): Connections {
    const opened = this.#open(connections);
    this.#opened.add(opened);
    return opened;
  }
}
