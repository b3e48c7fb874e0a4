/** The pieces that the figures of the lab are written with. */

/** A table of Markdown; `aligned` is the line below its head. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  aligned: readonly string[] = head.map(() => '---'),
): string[] {
  return [head, aligned, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

/** A share of a whole in percent: `99.5 %`. */
export function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}
