import '../../suites/index.ts';
import { type CatalogueRow, inProfile, type RowId, rows } from '../catalogue/catalogue.ts';
import { checks } from '../engine/requirement.ts';
import type { Settings } from '../settings/settings.ts';

/** Rows that stand together in a list of tests. */
export interface Chapter {
  readonly title: string;
  readonly rows: readonly CatalogueRow[];
}

/**
 * The rows that the settings have decided, by chapter, in the order of a run: what spends the rate limit
 * late, and last of all the rows that are judged on every answer, when all answers are there.
 */
export function chaptersOf({
  profile,
  selected,
}: Pick<Settings, 'profile' | 'selected'>): Chapter[] {
  const wanted = rows.filter((row) => inProfile(row, profile) && selected.includes(row.id));
  const chapters = new Map<string, CatalogueRow[]>();
  for (const row of wanted.toSorted((a, b) => place(a) - place(b))) {
    const title = titleOf(row);
    chapters.set(title, [...(chapters.get(title) ?? []), row]);
  }
  return [...chapters].map(([title, found]) => ({ title, rows: found }));
}

function titleOf(row: CatalogueRow): string {
  if (onEveryAnswer(row)) return 'every answer';
  if (row.profile === 'full') return 'beyond the rate limit';
  return row.id.split('.', 1)[0] ?? row.id;
}

const firstCheck = new Map<RowId, number>(checks.map(({ id }, at) => [id, at] as const).reverse());

function place(row: CatalogueRow): number {
  return (firstCheck.get(row.id) ?? 0) + (onEveryAnswer(row) ? checks.length : 0);
}

/** Such a row is decided when all answers are there. */
function onEveryAnswer({ decidedBy }: CatalogueRow): boolean {
  return decidedBy !== 'checks';
}
