import type { Level, Requirement } from '../catalogue/requirement.ts';

const headings: readonly (readonly [Level, string])[] = [
  ['required', 'Required: these decide the verdict'],
  ['advisory', 'Advisory: warnings, never in the verdict'],
  ['gap', 'Gaps: recorded, never judged'],
  ['untested', 'Untested: never probed'],
];

/** Every requirement as Markdown, by level: the clause, how it is decided and what must not trip it. */
export function rulings(requirements: readonly Requirement[]): string {
  const sections = headings.map(([level, heading]) =>
    [
      `## ${heading}`,
      ...requirements.filter((requirement) => requirement.level === level).map(ruling),
    ].join('\n\n'),
  );
  return `${sections.join('\n\n')}\n`;
}

function ruling({ id, section, level, statement, decided, allows }: Requirement): string {
  const how = level === 'untested' ? 'Why not' : 'Decided';
  return `**\`${id}\`** (§ ${section}) ${statement}  \n${how}: ${decided}  \nAllowed: ${allows}`;
}
