import '../../suites/index.ts';
import {
  type CatalogueRequirement,
  inProfile,
  type RequirementId,
  requirements,
} from '../catalogue/catalogue.ts';
import { checks } from '../engine/checks/requirement.ts';
import type { Settings } from '../settings/settings.ts';

/** Requirements that stand together in a list of tests. */
export interface Chapter {
  readonly title: string;
  readonly requirements: readonly CatalogueRequirement[];
}

/**
 * The requirements that the settings select, by chapter, in the order of a run: those that spend the rate limit late,
 * and those that are judged on every answer last.
 */
export function chaptersOf({
  profile,
  selected,
}: Pick<Settings, 'profile' | 'selected'>): Chapter[] {
  const wanted = requirements.filter(
    (requirement) => inProfile(requirement, profile) && selected.includes(requirement.id),
  );
  const chapters = new Map<string, CatalogueRequirement[]>();
  for (const requirement of wanted.toSorted((a, b) => place(a) - place(b))) {
    const title = titleOf(requirement);
    chapters.set(title, [...(chapters.get(title) ?? []), requirement]);
  }
  return [...chapters]
    .map(([title, found]) => ({ title, requirements: found }))
    .toSorted((a, b) => startOf(a) - startOf(b));
}

/** The place of its second requirement: one that a run asks ahead of the others must not move its chapter. */
function startOf({ requirements: [first, second = first] }: Chapter): number {
  return second === undefined ? 0 : place(second);
}

function titleOf(requirement: CatalogueRequirement): string {
  if (onEveryAnswer(requirement)) return 'every answer';
  if (requirement.profile === 'full') return 'beyond the rate limit';
  return requirement.id.split('.', 1)[0] ?? requirement.id;
}

const firstCheck = new Map<RequirementId, number>(
  checks.map(({ id }, at) => [id, at] as const).reverse(),
);

function place(requirement: CatalogueRequirement): number {
  return (firstCheck.get(requirement.id) ?? 0) + (onEveryAnswer(requirement) ? checks.length : 0);
}

/** Whether a requirement is decided only when all answers are there. */
function onEveryAnswer({ decidedBy }: CatalogueRequirement): boolean {
  return decidedBy !== 'checks';
}
