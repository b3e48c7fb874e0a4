/** `12,345`: of a whole number. Without `Intl`, which takes a run 13 ms to wake. */
export function grouped(amount: number): string {
  return String(amount).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 request`, `2 requests`, `2,000 requests`. */
export function count(amount: number, noun: string): string {
  return `${grouped(amount)} ${noun}${amount === 1 ? '' : 's'}`;
}

/** A duration in seconds for a person: `0.4 s`, `38 s`, `2 min 5 s`. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** `a`, `a or b`, `a, b or c`; empty if there is none. */
export function listed(words: readonly string[], conjunction: 'and' | 'or'): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

/** The first of several, and how many more there are: `a, b and 3 more`. */
export function firstOf(words: readonly string[], most: number): string {
  const more = words.length - most;
  return `${words.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A moment of ISO 8601 for a person: `2026-01-02 03:04 UTC`, or with its seconds. */
export function utc(iso: string, last: 'minute' | 'second' = 'minute'): string {
  return `${iso.slice(0, last === 'minute' ? 16 : 19).replace('T', ' ')} UTC`;
}

/** The text with a capital letter first. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The lines of a message one behind the other. */
export function inOneLine(message: string): string {
  // A pattern with blanks on both sides of the line's end would take time in the square of a run of blanks.
  const lines = message.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join('; ');
}

/** The day in UTC of a moment in milliseconds since the epoch, as 2027-01-31. */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/**
 * Lines of at most `width` characters, broken at white space; a longer word stays whole. For the suite's own words, each
 * character of which takes one column.
 */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.trim().split(/\s+/)) {
    const line = lines.at(-1);
    const longer = line === undefined ? word : `${line} ${word}`;
    if (line === undefined || longer.length > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** One word for a POSIX shell; control characters as `$'\x01'`, which bash and zsh read. */
export function shellQuoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  if (/[\u0000-\u001f\u007f]/.test(word)) return `$'${word.replace(/[^ -&(-[\]-~]/gu, ansiC)}'`;
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function ansiC(character: string): string {
  return [...Buffer.from(character)]
    .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
    .join('');
}
