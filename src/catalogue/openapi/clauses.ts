import { requirements } from '../catalogue.ts';
import type { Place, Requirement } from '../requirement.ts';

/** What the description says in one place: its text, and the ids of the catalogue behind it. */
export interface Clauses {
  readonly description: string;
  readonly 'x-requirements'?: readonly string[];
  readonly 'x-gaps'?: readonly string[];
}

/** The lead, then the clauses of the place and what the specification leaves open there (CommonMark). */
export function clausesOf(place: Place, lead: string): Clauses {
  const here = requirements.filter((one) => one.place === place);
  const required = here.filter(({ level }) => level === 'required');
  const open = here.filter(({ level }) => level === 'gap');
  return {
    description: [lead, listed('Required', required), listed('Left open', open)]
      .filter((part) => part !== '')
      .join('\n\n'),
    ...(required.length === 0 ? {} : { 'x-requirements': required.map(({ id }) => id) }),
    ...(open.length === 0 ? {} : { 'x-gaps': open.map(({ id }) => id) }),
  };
}

function listed(title: string, clauses: readonly Requirement[]): string {
  if (clauses.length === 0) return '';
  const lines = clauses.map(
    ({ id, section, statement }) => `- \`${id}\` (§ ${section}): ${statement}`,
  );
  return `**${title}**\n\n${lines.join('\n')}`;
}
