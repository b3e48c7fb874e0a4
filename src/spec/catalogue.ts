import { advisories as advisoryClauses } from './advisories.ts';
import { gaps as gapClauses, untested as untestedClauses } from './gaps.ts';
import type { Profile } from './plans.ts';
import { required as requiredClauses } from './required.ts';
import type { Clause, Level, Requirement } from './requirement.ts';

export type RequiredId = keyof typeof requiredClauses;
export type AdvisoryId = keyof typeof advisoryClauses;
export type GapId = keyof typeof gapClauses;

/** An id that a check can decide or record. */
export type RequirementId = RequiredId | AdvisoryId | GapId;

type Known<Id extends string> = Requirement & { readonly id: Id };

/** A requirement that a run decides or records. */
export type CatalogueRequirement = Known<RequirementId>;

function listed<Id extends string>(
  level: Level,
  clauses: Readonly<Record<Id, Clause>>,
): readonly Known<Id>[] {
  const isId = (id: string): id is Id => Object.hasOwn(clauses, id);
  return Object.keys(clauses)
    .filter(isId)
    .map((id) => ({ id, level, profile: 'read-only', ...clauses[id] }));
}

export const required = listed('required', requiredClauses);
export const advisories = listed('advisory', advisoryClauses);
export const gaps = listed('gap', gapClauses);

/** What no run probes, each with its reason in `decided`. */
export const untested: readonly Requirement[] = listed('untested', untestedClauses);

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
