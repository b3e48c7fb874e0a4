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
