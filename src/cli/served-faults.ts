/** The faults of `serve --fault`, for people and for programs. */
import { faults } from '../reference/faults.ts';
import type { Fault } from '../reference/variant.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { didYouMean, namesShown, nearby } from '../text/nearest.ts';
import { quoted } from '../text/visible.ts';
import { listed } from '../text/words.ts';

/** The fault with the id; throws SettingsError, with the nearest id, if there is none. */
export function servedFault(id: string): Fault {
  const found = faults.find((one) => one.id === id);
  if (found) return found;
  const near = didYouMean(
    id,
    faults.map((one) => one.id),
    breaking(id),
  );
  throw new SettingsError(`--fault ${quoted(id)}: there is no such fault${near}`);
}

/** Faults that break the requirement whose name is nearest. */
function breaking(id: string): string {
  const [broken] = nearby(id, [...new Set(faults.flatMap(({ breaks }) => breaks))]);
  const ids = faults.flatMap((one) => (one.breaks.some((of) => of === broken) ? one.id : []));
  return ids.length === 0
    ? '; list --lab has them all'
    : `; ${listed(ids.slice(0, namesShown), 'and')} break ${broken}`;
}

/** The faults as JSON. */
export const faultsJson = {
  faults: faults.map(({ id, title, breaks }) => ({ id, title, breaks })),
};

/** The faults, a line each: id, what the server does, and what that breaks. */
export function faultsText(): string {
  const lines = faults.map(
    ({ id, title, breaks }) => `${id}: ${title} (breaks ${breaks.join(', ')})`,
  );
  return `${['FAULTS (serve --fault ID)', ...lines].join('\n')}\n`;
}
