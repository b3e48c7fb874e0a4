const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * What affects a terminal or cannot be seen: C0, DEL and C1 controls, bidirectional controls (UAX #9), line and
 * paragraph separators, interlinear annotations, lone surrogates, and all that Unicode does not draw
 * (`Default_Ignorable_Code_Point`: soft hyphen, fillers, zero-width space, tags), except the joiners and variation
 * selectors of ordinary words and emoji.
 */
const acting =
  /(?!\p{Join_Control}|[\ufe00-\ufe0f])[\p{Cc}\p{Bidi_Control}\p{Cs}\u2028\u2029\ufff9-\ufffb\p{Default_Ignorable_Code_Point}]/gu;

/** Shows control and invisible characters as escapes (`\u001b`, `\n`), so that the text is one harmless line. */
export function visible(text: string): string {
  return text.replace(acting, (character) => named[character] ?? escaped(character));
}

/** A run of characters that are drawn blank, or not at all. */
const undrawn = /[\s\u2800\p{Default_Ignorable_Code_Point}]{2,}/gu;
const blank = /[\s\u2800]/;

/** Each run of them with a blank in it becomes one blank, as it could push words to where a line seems to begin. */
export function withoutGaps(text: string): string {
  return text.replace(undrawn, (run) => (blank.test(run) ? ' ' : run));
}

/** Line feeds are JSON's own layout; those of a string are escapes already. */
const actingInJson = new RegExp(`(?!\\n)${acting.source}`, acting.flags);

/**
 * A value as indented JSON that is harmless in a terminal and in the log of a build server: what `visible` and
 * `withoutCommands` escape is escaped here, too, and JSON reads it as the character itself.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(actingInJson, (character) =>
    character.split('').map(escaped).join(''),
  );
  return text.replace(oldCommand, '#\\u0023');
}

/** Bytes that a text takes in what `jsonText` writes, at most. */
export function writtenBytes(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) bytes += writtenWidth(text.charCodeAt(at));
  return bytes;
}

/** The same of one character: `#` and all but plain ASCII may be an escape. */
export function writtenWidth(code: number): number {
  if (code === 0x22 || code === 0x5c) return 2;
  return code < 0x20 || code > 0x7e || code === 0x23 ? 6 : 1;
}

/**
 * Makes a whole document of XML or HTML harmless: its layout stays, everything else that `visible` escapes is escaped,
 * and no line of it is a command to a build server.
 */
export function harmless(document: string): string {
  const text = document.replace(acting, (character) =>
    character === '\n' || character === '\t' ? character : escaped(character),
  );
  return text.replace(command, '$1&#58;').replace(oldCommand, '#&#35;');
}

/** A text in quotes, visible. Whole, as a cut could leave part of a key. */
export function quoted(text: string): string {
  return `"${visible(text)}"`;
}

/** As `visible`, but line feeds stay: for texts of several lines that the suite itself wrote. */
export function visibleLines(text: string): string[] {
  return text.split(/\r?\n/).map(visible);
}

/**
 * `::` at the beginning of a line, apart from colours, which GitHub Actions takes for a command. Line ends are left out
 * of the blanks before it: over a run of them the search would take time in its square.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with ESC.
const command = /^((?:[^\S\n\r\u2028\u2029]|\u001b\[[\d;]*[a-z])*):(?=:)/gim;

/** `##[` and `##vso[` anywhere (GitHub Actions, Azure Pipelines), `##teamcity[`. */
const oldCommand = /##(?=(?:vso|teamcity)?\[)/gi;

/** Makes lines harmless for the log of a build server: in what would begin a command, a character is escaped. */
export function withoutCommands(text: string): string {
  return text.replace(command, '$1\\u003a').replace(oldCommand, '#\\u0023');
}

/** The first characters (code points) of a text, and how many more there are. */
export function shortened(
  text: string,
  max: number,
): { readonly text: string; readonly left: number } {
  let end = 0;
  let count = 0;
  // The characters of a body of megabytes are counted, not gathered.
  for (const character of text) {
    if (count < max) end += character.length;
    count += 1;
  }
  return { text: text.slice(0, end), left: Math.max(0, count - max) };
}

/** The first `max` characters (code points), and how long the text was if that cuts it. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const { text: shown, left } = shortened(text, max);
  return left === 0 ? text : `${shown}… (${max + left} characters)`;
}

/** A character as `\u001b` or `\u{e0001}`: what no reader takes for the character itself. */
export function escaped(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const hex = point.toString(16);
  return point > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}
