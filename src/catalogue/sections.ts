/** The sections of the specification, as its table of contents has them. */
export const sections: readonly (readonly [number: string, title: string])[] = [
  ['1', 'What the service does'],
  ['2', 'Resources and their fields'],
  ['3', 'States and transitions'],
  ['4', 'Endpoints'],
  ['4.1', 'List all animals'],
  ['4.2', 'Add an animal'],
  ['4.3', 'Get an animal (deprecated)'],
  ['4.4', 'Gaps in the endpoint list'],
  ['5', 'Authentication'],
  ['6', 'Events'],
  ['7', 'Errors'],
  ['8', 'Limits'],
  ['9', 'Versioning'],
];

const numbers = new Set(sections.map(([number]) => number));

/** The sections that the `section` of a requirement names: `2, 4.2 r1` is 2 and 4.2, `5.3` is a rule of 5. */
export function sectionsOf(section: string): string[] {
  const named = section.split(',').map((part) => part.trim().split(' ')[0] ?? '');
  return [...new Set(named.map((one) => (numbers.has(one) ? one : (one.split('.')[0] ?? ''))))];
}
