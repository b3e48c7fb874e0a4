/** Requests to the implementation, as they are asked, sent and recorded. */
import type { Operation, RepeatableOperation } from '../spec/operations.ts';
import { shellQuoted } from '../text/words.ts';
import type { Credential } from './credential.ts';
import type { Exchange, HeaderPair, Purpose } from './exchange.ts';
import { traceparent } from './trace.ts';
import type { Connections, WireRequest } from './transport.ts';

/** One question to the implementation. */
export interface ApiRequest {
  /** Absent for what the specification does not document. */
  readonly operation?: Operation;
  readonly method: string;
  /** Below the base address, with its query. */
  readonly path: string;
  readonly body?: string;
  /**
   * The body of a further attempt, counted from 1: the first attempt may have created its animal although its answer
   * was lost, so the same animal must not be asked for again.
   */
  readonly anew?: (attempt: number) => string;
  /** Default: `application/json` if there is a body; null for none. */
  readonly contentType?: string | null;
  /** Default `application/json`; null for none. */
  readonly accept?: string | null;
  /** `Accept-Encoding`; default none. */
  readonly codings?: string;
  /** `Accept-Language`; default none. */
  readonly languages?: string;
  /** How the names of headers are written; default as RFC 9110 has them. */
  readonly names?: 'lower' | 'upper';
  /** Whether the body is sent in chunks (RFC 9112, section 7.1) instead of with its length. */
  readonly chunked?: boolean;
  readonly credential: Credential;
  readonly purpose: Purpose;
  /** Whether a conformant implementation may create an animal for it. */
  readonly mayCreate?: boolean;
  /** A log-in for which the budget of refused log-ins keeps room. */
  readonly isReserved?: boolean;
  /** The requirement on whose behalf it is asked; absent if it serves many. */
  readonly topic?: string;
  /** Instead of the shared connections. */
  readonly over?: Connections;
}

/** A request that may be sent any number of times under a valid key. */
export type RepeatableRequest = ApiRequest & { readonly operation?: RepeatableOperation };

/** The result of one attempt: its times, a response or a failure, and the recorded request if it comes from a recording. */
type Attempted = Omit<
  Exchange,
  'operation' | 'purpose' | 'caller' | 'request' | 'waitMs' | 'curl'
> &
  Partial<Pick<Exchange, 'request' | 'waitMs'>>;

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
    ...credential.headers.map(({ header }) => header),
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
  return {
    ...came,
    ...(operation && { operation }),
    purpose,
    caller: credential.caller,
    request: recorded ?? { ...wire, url },
    waitMs,
    curl: commandOf({ ...wire, url }, credential, (name) => spelt(name, request)),
  };
}

/** Header fields that tell runs apart, and that no command needs. */
const ofTheRun = ['user-agent', 'traceparent'];

/**
 * A curl line that sends the request again. The headers of the credential are in their form for a shell: they expand
 * `$PETSTORE_API_KEY`, and so are put in double quotes. `spell` writes the name of a header.
 */
export function commandOf(
  { method, url, headers, body }: Exchange['request'],
  credential: Credential,
  spell = (name: string) => name,
): string {
  const carrying = credential.headers.map(({ header: [name] }) => name.toLowerCase());
  const left = new Set([...ofTheRun, ...carrying]);
  const shown = headers.filter(([name]) => !left.has(name.toLowerCase()));
  const has = (wanted: string) => shown.some(([name]) => name.toLowerCase() === wanted);
  return [
    'curl -gi',
    ...(method === 'GET' ? [] : ['-X', method]),
    ...credential.headers.map(({ shell }) => `-H "${shell.replace(/^[^:]+/, spell)}"`),
    ...shown.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(has('accept-encoding') ? ['--compressed'] : []),
    // curl would accept anything.
    ...(has('accept') ? [] : ["-H 'Accept:'"]),
    // curl would give a body a media type of its own.
    ...(body === undefined || has('content-type') ? [] : ['-H Content-Type:']),
    ...(body === undefined ? [] : ['--data-raw', shellQuoted(body)]),
    shellQuoted(url),
  ].join(' ');
}
