import { quoted } from '../text/visible.ts';
import { refuse } from './settings-error.ts';

/**
 * The address of the implementation: an absolute http or https URL without query, fragment or user info, in normal form
 * (RFC 3986, section 6.2), its trailing slashes taken off. Its path need not end in `v1`: that is judged
 * (`version.base-path`). Throws a `WrongValue` with the corrected address if it can be said.
 */
export function parseBaseUrl(text: string): string {
  const url = readUrl(text);
  if (url === undefined) {
    return refuse(`must be an absolute http or https URL${corrected(withScheme(text))}`);
  }
  const fault = faultOf(text, url);
  return fault === undefined ? plain(url) : refuse(`${fault}${corrected(url)}`);
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

function faultOf(text: string, url: URL): string | undefined {
  const authority = /^\s*https?:\/\/([^/?#\\]*)/i.exec(text)?.[1] ?? '';
  if (authority.includes('@') || url.username !== '' || url.password !== '') {
    return 'must carry no user name, password or key';
  }
  if (text.includes('?')) return 'must carry no query';
  if (text.includes('#')) return 'must carry no fragment';
  return /\s/.test(text) ? 'must hold no white space' : undefined;
}

function readUrl(text: string): URL | undefined {
  const trimmed = text.trim();
  const isAbsolute = /^https?:\/\/[^/?#\\]/i.test(trimmed) && URL.canParse(trimmed);
  return isAbsolute ? new URL(trimmed) : undefined;
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
