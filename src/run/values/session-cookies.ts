import { type Exchange, headerValues, isAnswered } from '../../http/exchange.ts';

/** Services read 8 kB of headers; more is not certain. */
const mostCharacters = 4000;

/**
 * The cookies that answers to the key have set, as a browser returns them (RFC 6265): `JSESSIONID=5f3b`. Frameworks
 * begin sessions by themselves, and may then let in whoever names one.
 */
export function sessionCookies(exchanges: readonly Exchange[]): string[] {
  const kept = new Map<string, string>();
  for (const exchange of exchanges) {
    if (!isAnswered(exchange) || exchange.caller !== 'authenticated') continue;
    if (exchange.response.status >= 400) continue;
    for (const field of headerValues(exchange.response, 'Set-Cookie')) take(field, kept);
  }
  const cookies = [...kept.values()];
  while (cookies.join('; ').length > mostCharacters) cookies.pop();
  return cookies;
}

const nameAndValue = /^([!#$%&'*+\-.^_`|~\w]+)=([\x21-\x3a\x3c-\x7e]+)$/;

function take(field: string, kept: Map<string, string>): void {
  const [pair = '', ...attributes] = field.split(';').map((part) => part.trim());
  const name = nameAndValue.exec(pair)?.[1];
  const isTakenBack = attributes.some((one) => /^max-age=(?:0|-\d+)$/i.test(one));
  if (name === undefined) return;
  if (isTakenBack) kept.delete(name);
  else kept.set(name, pair);
}
