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
