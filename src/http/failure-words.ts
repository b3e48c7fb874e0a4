import type { Exchange, TransportFailure } from './exchange.ts';
import type { ApiRequest } from './request.ts';
import { ofProxy, tlsFailures } from './transport.ts';

const startLater = 'give the service longer to start with --wait (in seconds)';

/** What codes mean whose own messages do not say it, and what to do if no request of a run is answered. */
const meanings: readonly (readonly [codes: RegExp, meaning: string, remedy?: string])[] = [
  [/^timeout$/, '', 'see whether the service hangs, or give it longer with --timeout (in seconds)'],
  [
    /^ECONNREFUSED$/,
    'the connection was refused',
    `start the service, check the address, or ${startLater.replace('the service', 'it')}`,
  ],
  [
    /^ECONNRESET$|^EPIPE$|^UND_ERR_SOCKET$/,
    'the connection was reset or closed before a whole answer',
    `${startLater}, or see whether it speaks https there`,
  ],
  [/^ENOTFOUND$|^EAI_AGAIN$/, 'the host name does not resolve'],
  [/^EHOSTUNREACH$|^ENETUNREACH$/, 'there is no route to the host'],
  [
    /^DEPTH_ZERO_SELF_SIGNED_CERT$|^SELF_SIGNED_CERT_IN_CHAIN$|^UNABLE_TO_/,
    'the certificate is signed by an unknown authority or self-signed; name it with --ca to trust it',
    'give --ca the certificate of who signed it, if it is the right service',
  ],
  [tlsFailures, 'TLS failed; does the service speak https there?', 'try the address with http://'],
  [
    /^UND_ERR_HEADERS_OVERFLOW$/,
    'the headers of the answer are too large, or those of all answers',
  ],
  [/^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/, 'the body is not as long as Content-Length says'],
  [/^UND_ERR_CONNECT_TIMEOUT$/, 'no connection in time'],
  [/^unasked$/, 'the service sent 100 (Continue) or 101 (Switching Protocols) unasked'],
  [/^HPE_|^HTTPParserError$|^ERR_ASSERTION$/, 'the answer is not HTTP'],
];

const meaningOf = (code = '') => meanings.find(([codes]) => codes.test(code));

/** What to do if no request of a run is answered. */
export function remedyOf(failure: TransportFailure | undefined): string {
  if (failure?.message.startsWith(ofProxy)) {
    return 'check the proxy (HTTP_PROXY, HTTPS_PROXY), or except the host from it with NO_PROXY';
  }
  const [, , remedy = 'check the address, and whether this machine may reach it'] =
    meaningOf(failure?.code) ?? [];
  return remedy;
}

/** A transport failure in words, with its code for those who search for it. */
export function failureWords({ code, message }: TransportFailure): string {
  if (code === 'timeout') return message;
  return `${message.startsWith(ofProxy) ? message : (meaningOf(code)?.[1] ?? message)} (${code})`;
}

/** Why a question got no answer after all tries. */
export function unansweredWords(
  { request }: Exchange,
  failure: TransportFailure,
  answeredBefore: boolean,
): string {
  const isGone =
    failure.code === 'ECONNREFUSED' && answeredBefore && !failure.message.startsWith(ofProxy);
  const why = isGone
    ? 'nothing listens there any more, though the service answered before: did a request end it? (ECONNREFUSED)'
    : failureWords(failure);
  return `no answer to ${request.method} ${request.url}, sent twice: ${why}`;
}

/** Why a question is not put any more. */
export function silentWords({ operation, method, path, purpose }: ApiRequest): string {
  const what = purpose === 'gap' ? 'requests about gaps' : 'requests';
  return `${operation ?? `${method} ${path}`} left several ${what} in a row without a response, and was not sent again`;
}

/** Why a silence is a failure. */
export function noResponseWords({ method, path }: ApiRequest, failure: TransportFailure): string {
  return (
    `expected: an answer to ${method} ${path}\n` +
    'received: none, whenever it was asked, three times alone on a connection of its own, while other requests in ' +
    `between were answered: ${failureWords(failure)}`
  );
}
