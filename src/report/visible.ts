const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * What acts on a terminal or cannot be seen: C0, DEL and C1 controls, bidirectional controls (UAX #9),
 * line and paragraph separators, zero-width space, byte order mark, tag characters, lone surrogates.
 */
const acting = /[\p{Cc}\p{Bidi_Control}\p{Cs}\u2028\u2029\u200b\u2060\ufeff\u{e0000}-\u{e007f}]/gu;

/** Shows control and invisible characters as escapes (`\u001b`, `\n`), so that the text is one harmless line. */
export function visible(text: string): string {
  return text.replace(acting, (character) => named[character] ?? escaped(character));
}

/** As `visible`, but line feeds stay: for texts of several lines that the suite itself wrote. */
export function visibleLines(text: string): string[] {
  return text.split(/\r?\n/).map(visible);
}

/** `::` where a line begins, colours aside, which GitHub Actions takes for a command. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with ESC.
const command = /^((?:\s|\u001b\[[\d;]*m)*):(?=:)/gm;

/** `##[` and `##vso[` anywhere (GitHub Actions, Azure Pipelines), `##teamcity[`. */
const oldCommand = /##(?=(?:vso|teamcity)?\[)/gi;

/** Lines for a build server's log, none of which is a command to it: of what begins one, a character is escaped. */
export function withoutCommands(text: string): string {
  return text.replace(command, '$1\\u003a').replace(oldCommand, '#\\u0023');
}

/** The first `max` characters (code points), and how long the text was where that cuts it. */
export function cut(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  return `${characters.slice(0, max).join('')}… (${characters.length} characters)`;
}

function escaped(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const hex = point.toString(16);
  return point > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}
