import { type GapId, type RequirementId, rows } from '../catalogue.ts';
import type { Row } from '../row.ts';

/** The parts of the description that clauses and gaps belong to. */
export type Place =
  | 'document'
  | 'bearer'
  | 'listPets'
  | 'createPet'
  | 'getPet'
  | 'Pet'
  | 'NewPet'
  | 'Error'
  | 'TooManyRequests'
  | 'X-RateLimit-Limit'
  | 'X-RateLimit-Remaining'
  | 'X-RateLimit-Reset'
  | 'Retry-After';

/** Where each requirement and each gap is said; a row without a place does not compile. */
const placeOf: Readonly<Record<RequirementId | GapId, Place>> = {
  'version.base-path': 'document',
  'auth.missing-key': 'bearer',
  'auth.invalid-key': 'bearer',
  'auth.bearer-only': 'bearer',
  'list.returns-pets': 'listPets',
  'list.default-limit': 'listPets',
  'list.limit': 'listPets',
  'list.status-filter': 'listPets',
  'list.filter-with-limit': 'listPets',
  'list.shows-animals': 'listPets',
  'list.unique-ids': 'listPets',
  'create.created': 'createPet',
  'create.server-id': 'createPet',
  'create.keeps-values': 'createPet',
  'create.status-optional': 'createPet',
  'create.status-values': 'createPet',
  'create.missing-name': 'createPet',
  'create.missing-category-id': 'createPet',
  'create.invalid-name': 'createPet',
  'create.invalid-category-id': 'createPet',
  'create.invalid-status': 'createPet',
  'create.invalid-body': 'createPet',
  'get.found': 'getPet',
  'get.same-animal': 'getPet',
  'get.not-found': 'getPet',
  'pet.id': 'Pet',
  'pet.name': 'Pet',
  'pet.category-id': 'Pet',
  'pet.status': 'Pet',
  'error.fields': 'Error',
  'error.status': 'Error',
  'media.json': 'document',
  'rate.limit-header': 'X-RateLimit-Limit',
  'rate.limit-value': 'X-RateLimit-Limit',
  'rate.plan-limit': 'X-RateLimit-Limit',
  'rate.remaining-header': 'X-RateLimit-Remaining',
  'rate.remaining-value': 'X-RateLimit-Remaining',
  'rate.remaining-falls': 'X-RateLimit-Remaining',
  'rate.reset-header': 'X-RateLimit-Reset',
  'rate.reset-value': 'X-RateLimit-Reset',
  'rate.enforced': 'TooManyRequests',
  'rate.not-early': 'TooManyRequests',
  'rate.retry-after': 'Retry-After',
  'rate.recovers': 'Retry-After',
  'gap.status-default': 'NewPet',
  'gap.limit-out-of-range': 'listPets',
  'gap.status-filter-unknown': 'listPets',
  'gap.list-order': 'listPets',
  'gap.paging': 'listPets',
  'gap.name-limits': 'NewPet',
  'gap.extra-properties': 'NewPet',
  'gap.client-id': 'NewPet',
  'gap.category-unknown': 'NewPet',
  'gap.category-negative': 'NewPet',
  'gap.integer-notation': 'NewPet',
  'gap.content-type': 'createPet',
  'gap.pet-id-format': 'getPet',
  'gap.error-codes': 'Error',
  'gap.429-body': 'TooManyRequests',
  'gap.retry-after-unit': 'Retry-After',
  'gap.rate-window': 'TooManyRequests',
  'gap.unknown-path': 'document',
  'gap.other-methods': 'document',
  'gap.store-orders': 'document',
};

/** What the description says at a place: its text, and the ids of the catalogue behind it. */
export interface Clauses {
  readonly description: string;
  readonly 'x-requirements'?: readonly string[];
  readonly 'x-gaps'?: readonly string[];
}

/** The lead, then the clauses of the place and what the specification leaves open there (CommonMark). */
export function clausesOf(place: Place, lead: string): Clauses {
  const places = new Map<string, Place>(Object.entries(placeOf));
  const here = rows.filter(({ id }) => places.get(id) === place);
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

function listed(title: string, clauses: readonly Row[]): string {
  if (clauses.length === 0) return '';
  const lines = clauses.map(
    ({ id, section, statement }) => `- \`${id}\` (§ ${section}): ${statement}`,
  );
  return `**${title}**\n\n${lines.join('\n')}`;
}
