import type { Caller } from './exchange.ts';

/**
 * How a request presents itself: the configured key in its right form, or one of the forms that section 5
 * does not accept.
 */
export interface Credential {
  readonly caller: Caller;
  /** The header that carries it; absent for a request without credentials. */
  readonly header?: readonly [name: string, value: string];
  /** The same header for a shell that knows `$PETSTORE_API_KEY`; expands inside double quotes. */
  readonly shell?: string;
  /** A form of the key that must be redacted, and how it is shown instead. */
  readonly secret?: { readonly text: string; readonly shown: string };
}

const variable = '$' + '{PETSTORE_API_KEY}';

/** The key as section 5.1 has it: `Authorization: Bearer <API_KEY>`. */
export function theKey(key: string): Credential {
  return bearer('key-holder', key, variable);
}

/** The key whose rate limit is spent; `own` where it is the configured one. */
export function theLimitKey(key: string, own: boolean): Credential {
  const caller = own ? 'key-holder' : 'limit-key';
  return bearer(caller, key, own ? variable : '$' + '{PETSTORE_RATE_LIMIT_API_KEY}');
}

export const noKey: Credential = { caller: 'stranger' };

/** `Bearer` and nothing after it. */
export const emptyBearer: Credential = {
  caller: 'stranger',
  header: ['Authorization', 'Bearer'],
  shell: 'Authorization: Bearer',
};

/** The key under HTTP Basic, as user name and as password (RFC 7617). */
export function underBasic(key: string): Credential {
  const encoded = Buffer.from(`${key}:${key}`).toString('base64');
  return {
    caller: 'stranger',
    header: ['Authorization', `Basic ${encoded}`],
    // A peer may encode the header as a whole, and what is in it a second time.
    secret: { text: encoded, shown: '[API key]' },
    shell: `Authorization: Basic $(printf %s "${variable}:${variable}" | base64 | tr -d '\\n')`,
  };
}

/** The key under a scheme that nobody has registered. */
export function underToken(key: string): Credential {
  return {
    caller: 'stranger',
    header: ['Authorization', `Token ${key}`],
    shell: `Authorization: Token ${variable}`,
  };
}

/** The key in `Authorization` without a scheme. */
export function bare(key: string): Credential {
  return {
    caller: 'stranger',
    header: ['Authorization', key],
    shell: `Authorization: ${variable}`,
  };
}

/** The key in a header of its own. */
export function inApiKeyHeader(key: string): Credential {
  return { caller: 'stranger', header: ['X-API-Key', key], shell: `X-API-Key: ${variable}` };
}

/** The key under `bearer` in lower case (RFC 9110, section 11.1). */
export function lowerCaseScheme(key: string): Credential {
  return {
    caller: 'key-holder',
    header: ['Authorization', `bearer ${key}`],
    shell: `Authorization: bearer ${variable}`,
  };
}

/**
 * A bearer token that is no key. `shown`: it holds a part of one and is shown so; then `shell` says how a
 * shell makes it of the key, without which no line can send it again.
 */
export function wrongKey(token: string, shown?: string, shell?: string): Credential {
  if (shown === undefined) return bearer('stranger', token, inDoubleQuotes(token));
  const credential = bearer('stranger', token, shell ?? inDoubleQuotes(shown));
  return { ...credential, secret: { text: token, shown } };
}

function inDoubleQuotes(text: string): string {
  return text.replace(/[\\"$`]/g, '\\$&');
}

/** Which end of the key a near miss changes. */
export type End = 'first' | 'last';

/** Hexadecimal digits, as of a UUID: they mean the same in either letter case. */
const hexadecimal = /^(?:0x)?[0-9a-f-]+$/i;

/** Base64 that shows as such: what stands at its end may be padding, or bits that nobody reads. */
const base64 = /^(?=.*[+/=])[a-z0-9+/]+=*$/i;

/**
 * Wrong keys near the real one, each with the words for it; those that the key's form does not allow, or that
 * may be another spelling of the same key, are left out.
 */
export function nearMisses(key: string, at: End): { title: string; credential: Credential }[] {
  const swapped = hexadecimal.test(key) ? key : swapCase(key);
  const end = base64.test(key) ? 'first' : at;
  const last = end === 'last';
  const misses = [
    {
      title: `the key with one character more, the ${end}`,
      token: last ? `${key}x` : `x${key}`,
      shell: last ? `${variable}x` : `x${variable}`,
    },
    {
      title: `the key without its ${end} character`,
      token: last ? key.slice(0, -1) : key.slice(1),
      shell: last ? '$' + '{PETSTORE_API_KEY%?}' : '$' + '{PETSTORE_API_KEY#?}',
    },
    {
      title: 'the key in the other letter case',
      token: swapped,
      shell: `$(printf %s "${variable}" | tr A-Za-z a-zA-Z)`,
    },
  ];
  return misses
    .filter(({ token }) => token !== '' && token !== key)
    .map(({ title, token, shell }) => ({
      title,
      credential: wrongKey(token, `[API key] (${title.replace('the key ', '')})`, shell),
    }));
}

function bearer(caller: Caller, token: string, shell: string): Credential {
  return {
    caller,
    header: ['Authorization', `Bearer ${token}`],
    shell: `Authorization: Bearer ${shell}`,
  };
}

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
