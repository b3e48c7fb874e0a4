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
 * The requirements that the settings have decided, by chapter, in the order of a run: what spends the rate limit
 * late, and last of all the requirements that are judged on every answer, when all answers are there.
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

/** Where its second requirement is asked: one that a run asks ahead of the others does not take its chapter along. */
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

/** Such a requirement is decided when all answers are there. */
function onEveryAnswer({ decidedBy }: CatalogueRequirement): boolean {
  return decidedBy !== 'checks';
}
