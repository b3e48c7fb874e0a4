/** The id of a requirement or of a gap as the name of its place on the page. */
export function placeOf(id: string): string {
  return `row-${id.replaceAll(/[^a-z0-9-]/g, '-')}`;
}
