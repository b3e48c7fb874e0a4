import { refuse } from './settings-error.ts';

const longest = 4096;

/**
 * An API key: 1 to 4096 visible ASCII characters. Wider than the token of RFC 6750, section 2.1, as servers
 * are; what a header field cannot carry is refused. Nothing thrown shows the key.
 */
export function parseKey(text: string): string {
  if (/^Bearer\s/i.test(text)) return refuse('must be the key alone, without the word Bearer');
  if (text.length > longest) return refuse(`must be at most ${longest} characters long`);
  if (!/^[\x21-\x7e]+$/.test(text)) {
    return refuse('must be visible ASCII characters without spaces or line breaks');
  }
  return text;
}

/** The key in the text of a key file: all of it but one line break at the end. */
export function keyInFile(content: string): string {
  const key = content.replace(/\r?\n$/, '');
  return key === '' ? refuse('must name a file that holds the key; it is empty') : key;
}
