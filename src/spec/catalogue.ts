import { advisories } from './advisories.ts';
import { gaps } from './gaps.ts';
import type { Profile } from './plans.ts';
import { required } from './required.ts';
import type { Requirement } from './requirement.ts';
import { untested } from './untested.ts';

export type RequiredId = (typeof required)[number]['id'];
export type AdvisoryId = (typeof advisories)[number]['id'];
export type GapId = (typeof gaps)[number]['id'];

/** An id that a check can decide or record. */
export type RequirementId = RequiredId | AdvisoryId | GapId;

/** A requirement that a run decides or records. */
export type CatalogueRequirement = Requirement & { readonly id: RequirementId };

/** Every requirement that a run decides or records, in the order of the specification's chapters. */
export const requirements: readonly CatalogueRequirement[] = [...required, ...advisories, ...gaps];

const byId = new Map<string, Requirement>(
  [...requirements, ...untested].map((requirement) => [requirement.id, requirement]),
);

/** The requirement with this id, untested ones too; undefined if there is none. */
export function findRequirement(id: string): Requirement | undefined {
  return byId.get(id);
}

/** The requirement with an id that is known to exist. */
export function requirementOf(id: RequirementId): Requirement {
  const requirement = byId.get(id);
  if (requirement === undefined) throw new Error(`the catalogue has no requirement ${id}`);
  return requirement;
}

const reach: Record<Profile, number> = { 'read-only': 0, quick: 1, core: 1, full: 2 };

/** Whether a run of the profile decides the requirement. */
export function inProfile(requirement: Requirement, profile: Profile): boolean {
  return reach[requirement.profile] <= reach[profile];
}
