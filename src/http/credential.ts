import { type Caller, type Exchange, headerValues, isAnswered } from './exchange.ts';

/**
 * How a request presents itself: the configured key in its right form, or one of the forms that section 5
 * does not accept.
 */
export interface Credential {
  readonly caller: Caller;
  /** The headers that carry it; none for a request without credentials. */
  readonly headers: readonly CarryingHeader[];
  /** A form of the key that must be redacted, and how it is shown instead. */
  readonly secret?: { readonly text: string; readonly shown: string };
}

/** A header that carries the key, and the same for a shell that knows `$PETSTORE_API_KEY`: it expands in double quotes. */
interface CarryingHeader {
  readonly header: readonly [name: string, value: string];
  readonly shell: string;
}

const variable = '$' + '{PETSTORE_API_KEY}';

/** Members of a body by which other interfaces take a key (RFC 6750, section 2.2, has the first). */
export const membersWithKey = ['access_token', 'api_key', 'apiKey', 'key', 'token'] as const;

/** `Authorization` with the key as `write` puts it, and the same with its variable for a shell. */
function authorization(
  caller: Caller,
  key: string,
  write: (key: string) => string,
  shellKey = variable,
): Credential {
  const shell = `Authorization: ${write(shellKey)}`;
  return { caller, headers: [{ header: ['Authorization', write(key)], shell }] };
}

const bearer = (key: string) => `Bearer ${key}`;

/** The key as section 5.1 has it: `Authorization: Bearer <API_KEY>`. */
export function theKey(key: string): Credential {
  return authorization('authenticated', key, bearer);
}

/** The key whose rate limit is spent; `own` if it is the configured one. */
export function theLimitKey(key: string, own: boolean): Credential {
  if (own) return theKey(key);
  return authorization('rate-limit-key', key, bearer, '$' + '{PETSTORE_RATE_LIMIT_API_KEY}');
}

export const noKey: Credential = { caller: 'anonymous', headers: [] };

/** `Bearer` and nothing after it. */
export const emptyBearer: Credential = authorization('anonymous', '', () => 'Bearer');

/** The key under HTTP Basic, as user name and as password: a service may look at either (RFC 7617). */
export function underBasic(key: string): Credential {
  const pair = (text: string) => `${text}:${text}`;
  const encoded = Buffer.from(pair(key)).toString('base64');
  const inShell = `$(printf %s "${pair(variable)}" | base64 | tr -d '\\n')`;
  return {
    ...authorization('anonymous', encoded, (text) => `Basic ${text}`, inShell),
    // A peer may encode the header as a whole, and what is in it a second time.
    secret: { text: encoded, shown: '[API key]' },
  };
}

/** The key under a scheme that nobody has registered, or that is meant for something else. */
export function underScheme(scheme: string, key: string): Credential {
  return authorization('anonymous', key, (text) => `${scheme} ${text}`);
}

/** The key in `Authorization` without a scheme. */
export function bare(key: string): Credential {
  return authorization('anonymous', key, (text) => text);
}

/** The key right behind the word Bearer, without the space between scheme and token (RFC 9110, section 11.4). */
export function withoutSpace(key: string): Credential {
  return authorization('anonymous', key, (text) => `Bearer${text}`);
}

/**
 * Headers that carry a key in other interfaces. Those named `…Authorization` or `Authentication` have the word Bearer
 * before it.
 */
const otherHeaders = [
  ...['X-API-Key', 'Api-Key', 'X-Auth-Token', 'X-Access-Token', 'X-Authorization'],
  ...['X-Forwarded-Authorization', 'apikey', 'X-API-Token', 'X-Auth-Key', 'X-Token'],
  ...['X-Session-Token', 'Private-Token', 'X-Goog-Api-Key', 'Ocp-Apim-Subscription-Key'],
  ...['Authentication', 'X-Original-Authorization'],
  // Spelt by one framework or another; with an underscore, something before the service may refuse them.
  ...['X-ApiKey', 'Access-Token', 'Auth-Token', 'Token', 'X-Key', 'X-Bearer-Token', 'X-App-Key'],
  ...['X-Api-Secret', 'X-Client-Key', 'Proxy-Authorization'],
];

/** Cookies by the names that frameworks give them. */
const cookieNames =
  'api_key token access_token session Authorization jwt auth_token apiKey auth sid'.split(' ');

/** The most characters of keys in one request: a service may read no more than 8 kB of headers. */
const mostCarried = 5000;

const carrying = new Set(
  ['Authorization', 'Cookie', ...otherHeaders].map((name) => name.toLowerCase()),
);

/** Whether a header field of a request carries a key in any form. */
export function carriesKey(name: string): boolean {
  return carrying.has(name.toLowerCase());
}

/**
 * The key in every place but the right one, all at once: a service that reads any of them lets the caller in. Never in
 * the address, which is logged. A long key goes into fewer places, but into one of each kind.
 */
export function inOtherPlaces(key: string): Credential {
  const most = Math.floor(mostCarried / Math.max(1, key.length));
  const headers = otherHeaders.slice(0, Math.max(2, most - cookieNames.length));
  const cookies = cookieNames.slice(0, Math.max(1, most - headers.length));
  const carried = (name: string, text: string) => {
    if (name === 'Cookie') return cookies.map((cookie) => `${cookie}=${text}`).join('; ');
    return /Auth(?:oriz|entic)ation$/.test(name) ? `Bearer ${text}` : text;
  };
  const all = [...headers, 'Cookie'].map(
    (name): CarryingHeader => ({
      header: [name, carried(name, key)],
      shell: `${name}: ${carried(name, variable)}`,
    }),
  );
  return { caller: 'anonymous', headers: all };
}

/** The same together with a wrong bearer token. */
export function besideWrongKey(key: string, wrong: Credential): Credential {
  return { ...wrong, headers: [...wrong.headers, ...inOtherPlaces(key).headers] };
}

/** No key, but headers that only a gateway or proxy of the service may set. */
export const asGatewaysWrite: Credential = {
  caller: 'anonymous',
  headers: Object.entries({
    '127.0.0.1': [
      ...['X-Forwarded-For', 'X-Real-IP', 'X-Client-IP', 'True-Client-IP', 'X-Cluster-Client-IP'],
      ...['X-Originating-IP', 'X-Remote-Addr'],
    ],
    admin: [
      ...['X-Forwarded-User', 'X-Remote-User', 'Remote-User', 'X-User', 'X-Authenticated-User'],
      ...['X-Auth-Request-User', 'X-Consumer-Username'],
    ],
    'admin@example.org': ['X-Forwarded-Email', 'X-Goog-Authenticated-User-Email'],
    'for=127.0.0.1': ['Forwarded'],
    '1': ['X-User-Id'],
    true: ['X-Internal', 'X-Admin', 'X-Debug'],
    XMLHttpRequest: ['X-Requested-With'],
  }).flatMap(([value, names]) =>
    names.map((name): CarryingHeader => ({ header: [name, value], shell: `${name}: ${value}` })),
  ),
};

/** No key, but the cookies that answers to the key have set: a session is not a key (section 5.1). */
export function withCookies(cookies: readonly string[]): Credential {
  if (cookies.length === 0) return noKey;
  const value = cookies.join('; ');
  return {
    ...noKey,
    headers: [{ header: ['Cookie', value], shell: inDoubleQuotes(`Cookie: ${value}`) }],
  };
}

/** Services read 8 kB of headers; more is not certain. */
const mostOfCookies = 4000;

const nameAndValue = /^([!#$%&'*+\-.^_`|~\w]+)=([\x21-\x3a\x3c-\x7e]+)$/;

/**
 * The cookies that answers to the key have set, as a browser returns them (RFC 6265): `JSESSIONID=5f3b`. Frameworks
 * begin sessions by themselves, and may then let in whoever names one.
 */
export function sessionCookies(exchanges: readonly Exchange[]): string[] {
  const served = exchanges
    .filter(isAnswered)
    .filter(({ caller, response }) => caller === 'authenticated' && response.status < 400);
  const kept = new Map<string, string>();
  for (const field of served.flatMap(({ response }) => headerValues(response, 'Set-Cookie'))) {
    const [pair = '', ...attributes] = field.split(';').map((part) => part.trim());
    const name = nameAndValue.exec(pair)?.[1];
    if (name === undefined) continue;
    const isDeleted = attributes.some((one) => /^max-age=(?:0|-\d+)$/i.test(one));
    if (isDeleted) kept.delete(name);
    else kept.set(name, pair);
  }
  const cookies = [...kept.values()];
  while (cookies.join('; ').length > mostOfCookies) cookies.pop();
  return cookies;
}

/** The key under `bearer` in lower case (RFC 9110, section 11.1). */
export function lowerCaseScheme(key: string): Credential {
  return authorization('authenticated', key, (text) => `bearer ${text}`);
}

/**
 * A wrong bearer token. `shown`: the token holds a part of the key, and is shown like this; `shell` then tells a shell
 * how to make the token from the key, without which the command cannot be repeated.
 */
export function wrongKey(token: string, shown?: string, shell?: string): Credential {
  const inShell = shell ?? inDoubleQuotes(shown ?? token);
  const credential = authorization('anonymous', token, bearer, inShell);
  return shown === undefined ? credential : { ...credential, secret: { text: token, shown } };
}

/** `!` stays outside of double quotes: within them an interactive shell would replace `!x` from its history. */
function inDoubleQuotes(text: string): string {
  return text.replace(/[\\"$`]/g, '\\$&').replaceAll('!', `"'!'"`);
}

/** Which end of the key a near miss changes. */
export type End = 'first' | 'last';

/** A wrong key near the real one, by what was done to it. */
interface NearMiss {
  readonly kind: 'longer' | 'shorter' | 'case' | 'twice';
  readonly title: string;
  readonly credential: Credential;
}

/**
 * Wrong keys that are close to the real one, each with its description. Left out are those that the form of the key
 * does not allow, and those that may be another spelling of it.
 */
export function nearMisses(key: string, end: End): NearMiss[] {
  const last = end === 'last';
  // Many readers of Base64 ignore the padding, and whatever follows it.
  const pad = /=*$/.exec(key)?.[0] ?? '';
  const core = key.slice(0, key.length - pad.length);
  const misses = [
    {
      kind: 'longer',
      title: `the key with two characters more, the ${end}`,
      token: last ? `${core}xx${pad}` : `xx${key}`,
      shell: last ? `${trimmed(pad)}xx${pad}` : `xx${variable}`,
    },
    {
      kind: 'shorter',
      title: `the key without its ${end} character`,
      token: last ? `${core.slice(0, -1)}${pad}` : key.slice(1),
      shell: last ? `$\{PETSTORE_API_KEY%?${pad}}${pad}` : '$' + '{PETSTORE_API_KEY#?}',
    },
    {
      kind: 'twice',
      title: 'the key twice',
      token: `${core}x${key}`,
      shell: `${trimmed(pad)}x${variable}`,
    },
    {
      kind: 'case',
      title: 'the key in the other letter case',
      token: isOfOneCase(key) ? key : swapCase(key),
      shell: `$(printf %s "${variable}" | tr A-Za-z a-zA-Z)`,
    },
  ] as const;
  return misses
    .filter(({ token }) => token !== '' && token !== key)
    .map(({ kind, title, token, shell }) => ({
      kind,
      title,
      credential: wrongKey(token, `[API key] (${title.replace('the key ', '')})`, shell),
    }));
}

const trimmed = (pad: string) => (pad === '' ? variable : `$\{PETSTORE_API_KEY%${pad}}`);

/** Words before the key proper: `pet_`, `Shop-Live-`. */
const prefix = /^(?:[a-z]+[_-])+/i;

/** Keys without letters of both cases, such as UUIDs, ULIDs and Base32, may mean the same in either, and so does hexadecimal. */
function isOfOneCase(key: string): boolean {
  const rest = key.replace(prefix, '');
  return (
    [rest.toLowerCase(), rest.toUpperCase()].includes(rest) || /^(?:0x)?[\da-f-]+$/i.test(rest)
  );
}

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** Whether a status refuses the caller, whatever was asked (RFC 9110, sections 15.5.2 and 15.5.4). */
export function isCallerRefused(status: number): boolean {
  return status === 401 || status === 403;
}
