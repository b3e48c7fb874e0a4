import { shellQuoted } from '../text/shell-word.ts';
import type { HeaderPair } from './exchange.ts';

/** Quotes a text for a POSIX shell; control characters as `$'\x01'`, which bash and zsh read. */
export function shellQuote(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  if (/[\u0000-\u001f\u007f]/.test(text)) return `$'${text.replace(/[^ -&(-[\]-~]/gu, ansiC)}'`;
  return shellQuoted(text);
}

function ansiC(character: string): string {
  return [...Buffer.from(character)]
    .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
    .join('');
}

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
  for (const [name, value] of request.headers) parts.push('-H', shellQuote(`${name}: ${value}`));
  const typed = request.headers.some(([name]) => name.toLowerCase() === 'content-type');
  // curl would give a body a media type of its own.
  if (request.body !== undefined && !typed) parts.push('-H', 'Content-Type:');
  if (request.body !== undefined) parts.push('--data-raw', shellQuote(request.body));
  return [...parts, shellQuote(request.url)].join(' ');
}
