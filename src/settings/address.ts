import { quoted } from '../text/visible.ts';
import { refuse } from './settings-error.ts';

const absolute = /^https?:\/\/[^/?#\\]/i;

/**
 * The address of the implementation: an absolute http or https URL without trailing slash, query, fragment
 * or user info, in normal form (RFC 3986, section 6.2). Its path need not end in `v1`: that is judged
 * (`version.base-path`). `keyNames` are the settings that a key goes into. Throws a `WrongValue` with the corrected address if it can be said.
 */
export function parseBaseUrl(text: string, keyNames: string): string {
  const url = readUrl(text);
  if (url === undefined) {
    const bare =
      /^https?:\/\/[\da-f]*:[\da-f:]*:/i.test(text) && '; an IPv6 address needs brackets';
    return refuse(`must be an absolute http or https URL${bare || corrected(withScheme(text))}`);
  }
  const fault = faultOf(text, url, keyNames);
  if (fault !== undefined) return refuse(`${fault}${corrected(url)}`);
  return plain(url);
}

/** The address that was probably meant by one without a version segment, or with something after it. */
export function versioned(baseUrl: string): string {
  const upToVersion = /^https?:\/\/[^/]+(?:\/[^/]+)*?\/v1(?=\/)/.exec(baseUrl)?.[0];
  return upToVersion ?? `${baseUrl.replace(/\/(?:pets|v\d+)$/, '')}/v1`;
}

/** A base address as an error may show it: user info and query may hold a key. */
export function showAddress(text: string): string {
  return text.replace(/^(https?:\/\/)?[\s\S]*@/i, '$1[user info]@').replace(/\?[^#]*/, '?[query]');
}

function faultOf(text: string, url: URL, keyNames: string): string | undefined {
  if (holdsUserInfo(text, url)) {
    return `must carry no user name or password (keys go into ${keyNames})`;
  }
  if (text.includes('?')) return 'must carry no query';
  if (text.includes('#')) return 'must carry no fragment';
  if (/\s/.test(text)) return 'must hold no white space';
  if (text.endsWith('/') || (url.pathname !== '/' && url.pathname.endsWith('/'))) {
    return 'must not end in a slash';
  }
  return undefined;
}

function holdsUserInfo(text: string, url: URL): boolean {
  const authority = /^\s*https?:\/\/([^/?#\\]*)/i.exec(text)?.[1] ?? '';
  return authority.includes('@') || url.username !== '' || url.password !== '';
}

function readUrl(text: string): URL | undefined {
  const trimmed = text.trim();
  return absolute.test(trimmed) && URL.canParse(trimmed) ? new URL(trimmed) : undefined;
}

/** Addresses such as `localhost:8080/v1` and `staging.example.com/v1` lack only the scheme. */
function withScheme(text: string): URL | undefined {
  const host = /^(localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:\/[^@]*)?$/.exec(text.trim())?.[1];
  if (host === undefined) return undefined;
  const scheme = /^(localhost|127\..*)$/.test(host) ? 'http' : 'https';
  return readUrl(`${scheme}://${text.trim()}`);
}

function corrected(url: URL | undefined): string {
  if (url === undefined) return ', as https://staging.example.com/v1';
  const right = plain(url);
  // If there is no path at all, the version would be missing next.
  return `; give ${quoted(right === url.origin ? versioned(right) : right)}`;
}

function plain(url: URL): string {
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
