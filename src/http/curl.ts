import { shellQuoted } from '../text/shell.ts';
import type { HeaderPair } from './exchange.ts';

/**
 * A curl line that sends the request again. `credentials` are the shell forms of the headers that carry
 * the key; they expand `$PETSTORE_API_KEY` and so stand in double quotes.
 */
export function curlLine(request: {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly body?: string;
  readonly credentials?: readonly string[];
}): string {
  const parts = ['curl', '-gi'];
  if (request.method !== 'GET') parts.push('-X', request.method);
  for (const one of request.credentials ?? []) parts.push('-H', `"${one}"`);
  for (const [name, value] of request.headers) parts.push('-H', shellQuoted(`${name}: ${value}`));
  if (request.headers.some(([name]) => name.toLowerCase() === 'accept-encoding')) {
    parts.push('--compressed');
  }
  const typed = request.headers.some(([name]) => name.toLowerCase() === 'content-type');
  // curl would give a body a media type of its own.
  if (request.body !== undefined && !typed) parts.push('-H', 'Content-Type:');
  if (request.body !== undefined) parts.push('--data-raw', shellQuoted(request.body));
  return [...parts, shellQuoted(request.url)].join(' ');
}
