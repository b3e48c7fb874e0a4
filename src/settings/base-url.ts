import { refuse } from './settings-error.ts';

/**
 * The address of the implementation: an absolute http or https URL without query, fragment or user info, in normal form
 * (RFC 3986, section 6.2), its trailing slashes taken off. Its path need not end in `v1`: that is judged
 * (`version.base-path`).
 */
export function parseBaseUrl(text: string): string {
  if (!/^https?:\/\/[^/?#\\\s@][^?#\s@]*$/i.test(text) || !URL.canParse(text)) {
    return refuse(
      'must be an absolute http or https URL without user, query and fragment, as https://staging.example.com/v1',
    );
  }
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** The address that was probably meant by one without a version segment, or with something after it. */
export function versioned(baseUrl: string): string {
  const upToVersion = /^https?:\/\/[^/]+(?:\/[^/]+)*?\/v1(?=\/)/.exec(baseUrl)?.[0];
  return upToVersion ?? `${baseUrl.replace(/\/(?:pets|v\d+)$/, '')}/v1`;
}

/**
 * A base address as an error may show it: user info and query may hold a key, and what looks like no address may be one,
 * given in the wrong place.
 */
export function showAddress(text: string): string | undefined {
  if (!/^(?:\w+:[\\/]{2}|localhost[:/]|[\w-]+(?:\.[\w-]+)+(?:\/|:\d))/i.test(text))
    return undefined;
  return text.replace(/^(https?:\/\/)?[\s\S]*@/i, '$1[user info]@').replace(/\?[^#]*/, '?[query]');
}
