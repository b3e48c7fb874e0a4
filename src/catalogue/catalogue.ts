import { advisories } from './advisories.ts';
import { gaps } from './gaps.ts';
import type { Profile } from './plans.ts';
import { requirements } from './requirements.ts';
import type { Row } from './row.ts';
import { untested } from './untested.ts';

export type RequirementId = (typeof requirements)[number]['id'];
export type AdvisoryId = (typeof advisories)[number]['id'];
export type GapId = (typeof gaps)[number]['id'];

/** An id that a check can decide or record. */
export type RowId = RequirementId | AdvisoryId | GapId;

/** A row that a run decides or records. */
export type CatalogueRow = Row & { readonly id: RowId };

/** Every row that a run decides or records, in the order of the specification's chapters. */
export const rows: readonly CatalogueRow[] = [...requirements, ...advisories, ...gaps];

const byId = new Map<string, Row>([...rows, ...untested].map((row) => [row.id, row]));

/** The row of an id, untested ones too; undefined where no row has it. */
export function findRow(id: string): Row | undefined {
  return byId.get(id);
}

/** The row of an id that is known to exist. */
export function rowOf(id: RowId): Row {
  const row = byId.get(id);
  if (row === undefined) throw new Error(`the catalogue has no row ${id}`);
  return row;
}

const reach: Record<Profile, number> = { 'read-only': 0, core: 1, full: 2 };

/** Whether a run of the profile decides the row. */
export function inProfile(row: Row, profile: Profile): boolean {
  return reach[row.profile] <= reach[profile];
}
