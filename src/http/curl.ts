import { shellQuoted } from '../text/shell.ts';
import type { HeaderPair } from './exchange.ts';

/**
 * A curl line that sends the request again. `credential` is the shell form of the header that carries the
 * key; it expands `$PETSTORE_API_KEY` and so stands in double quotes.
 */
export function curlLine(request: {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly body?: string;
  readonly credential?: string;
}): string {
  const parts = ['curl', '-gi'];
  if (request.method !== 'GET') parts.push('-X', request.method);
  if (request.credential !== undefined) parts.push('-H', `"${request.credential}"`);
  for (const [name, value] of request.headers) parts.push('-H', shellQuoted(`${name}: ${value}`));
  const typed = request.headers.some(([name]) => name.toLowerCase() === 'content-type');
  // curl would give a body a media type of its own.
  if (request.body !== undefined && !typed) parts.push('-H', 'Content-Type:');
  if (request.body !== undefined) parts.push('--data-raw', shellQuoted(request.body));
  return [...parts, shellQuoted(request.url)].join(' ');
}
