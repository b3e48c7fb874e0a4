import { carriesKey, membersWithKey } from '../http/credential.ts';
import type { Exchange, HeaderPair } from '../http/exchange.ts';
import { beginning } from '../http/json.ts';
import type { WireRequest } from '../http/transport.ts';
import type { Finding } from '../judge/outcome.ts';
import type { Redactor } from '../secrets/redact.ts';
import type { RunEvent } from './events.ts';

/** Takes keys out of a text, and out of the value of a header that carries one. */
export type Keyless = Pick<Redactor, 'redact' | 'credential'>;

/**
 * An event with the keys taken out of every text that the implementation, or a message about it, may hold. Ids,
 * outcomes and titles are the suite's own words: a key like `passed` leaves them alone. Exchanges and results were
 * redacted when they were made.
 */
export function withoutKeys(event: RunEvent, keyless: Keyless): RunEvent {
  const { redact } = keyless;
  switch (event.type) {
    case 'exchange':
      return {
        ...event,
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

function findingsWithoutKeys(findings: readonly Finding[], redact: Keyless['redact']): Finding[] {
  return findings.map((finding) =>
    finding.problem === undefined ? finding : { ...finding, problem: redact(finding.problem) },
  );
}

/** The exchange with the keys taken out of all that was sent and received. */
export function exchangeWithoutKeys(exchange: Exchange, keyless: Keyless): Exchange {
  const { redact } = keyless;
  const { request, response, failure } = exchange;
  const headers = (pairs: readonly HeaderPair[]) =>
    pairs.map((pair) => pairWithoutKeys(pair, redact));
  const body = request.body === undefined ? {} : { body: bodyWithoutKeys(request.body, keyless) };
  return {
    ...exchange,
    request: {
      ...request,
      url: redact(request.url),
      headers: headersWithoutKeys(request.headers, keyless),
      ...body,
    },
    ...(response === undefined
      ? {}
      : {
          response: {
            ...response,
            statusText: redact(response.statusText),
            headers: headers(response.headers),
            body: redact(response.body),
            ...(response.unread === undefined ? {} : { unread: redact(response.unread) }),
          },
        }),
    ...(failure === undefined ? {} : { failure: { ...failure, message: redact(failure.message) } }),
    curl: bodyWithoutKeys(exchange.curl, keyless),
  };
}

/** Members of a request body in which the suite sends the key, where it must not count. */
const memberWithKey = new RegExp(`"(${membersWithKey.join('|')})":"([^"\\\\]*)"`, 'g');

/**
 * The body of a request, or its command: in members that carry a credential, any key is redacted, even an ordinary
 * word.
 */
export function bodyWithoutKeys(text: string, { redact, credential }: Keyless): string {
  const sent = (_: string, name: string, value: string) => `"${name}":"${credential(value)}"`;
  return redact(text.replaceAll(memberWithKey, sent));
}

/** Returns the same pair if it holds no key: services may send many, and a run keeps them twice. */
function pairWithoutKeys(pair: HeaderPair, redact: Keyless['redact']): HeaderPair {
  const [name, value] = pair;
  const clean = [redact(name), redact(value)] as const;
  return clean[0] === name && clean[1] === value ? pair : clean;
}

/** The header fields of a request: in those that carry a credential, any key is redacted, even an ordinary word. */
export function headersWithoutKeys(
  headers: readonly HeaderPair[],
  { redact, credential }: Keyless,
): HeaderPair[] {
  return headers.map(([name, value]) => {
    if (!carriesKey(name)) return [redact(name), redact(value)] as const;
    const isCookies = /^cookie$/i.test(name);
    const clean = isCookies ? cookiesWithoutKeys(value, { redact, credential }) : credential(value);
    return [redact(name), clean] as const;
  });
}

/** Cookies: their names come from the service, and may be a key, or a part of one (RFC 6265, section 4.2.1). */
function cookiesWithoutKeys(cookies: string, { redact, credential }: Keyless): string {
  const clean = cookies.split('; ').map((cookie) => {
    const known = redact(cookie);
    const value = known.indexOf('=') + 1;
    return redact(known.slice(0, value)) + credential(known.slice(value));
  });
  return clean.join('; ');
}

/** A request in the form that it has in a recording. */
export function questionWithoutKeys(request: WireRequest, keyless: Keyless): Exchange['request'] {
  const { method, url, headers, body } = request;
  return {
    method,
    url: keyless.redact(url.href),
    headers: headersWithoutKeys(headers, keyless),
    ...(body === undefined ? {} : { body: bodyWithoutKeys(body, keyless) }),
  };
}

/** Characters of one sentence about a service, which may hold what the service sent. */
const sentenceRoom = 10_000;

/** A sentence about the service, of bounded length. */
export function sentenceWithoutKeys(text: string, { redact }: Keyless): string {
  const clean = redact(text);
  if (clean.length <= sentenceRoom) return clean;
  return `${beginning(clean, sentenceRoom)}… (${clean.length} characters)`;
}
