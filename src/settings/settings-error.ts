/** A setting or an argument that no run can start with: one line for its reader, exit status 2. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Thrown by a parser: what would be right. The caller adds which setting it is and its value. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Refuses the value that is being parsed, saying what would be right. */
export function refuse(right: string): never {
  throw new Refusal(right);
}

/** A value in quotes, on one line, with nothing in it that acts on a terminal. Whole, as a cut could leave part of a key. */
export function quoted(text: string): string {
  return `"${oneLine(text)}"`;
}

/** The text with control, format and line-breaking characters as escapes. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16);
    return `\\u${hex.length > 4 ? `{${hex}}` : hex.padStart(4, '0')}`;
  });
}
