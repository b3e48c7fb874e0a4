/** The lab's servers by their ids. There are many, so import this only when one is asked for. */
import { faults } from '../../lab/faults.ts';
import { variants } from '../../lab/variants.ts';
import type { Subject } from '../reference/subject.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { didYouMean } from '../text/nearest.ts';
import { quoted } from '../text/visible.ts';

const known: Readonly<Record<'fault' | 'variant', readonly Subject[]>> = {
  fault: faults,
  variant: variants,
};

/** The server with the id; throws SettingsError, with the nearest id, if there is none. */
export function labServer(kind: keyof typeof known, id: string): Subject {
  const found = known[kind].find((one) => one.id === id);
  if (found) return found;
  const ids = known[kind].map((one) => one.id);
  const near = didYouMean(id, ids, '; list --lab has them all');
  throw new SettingsError(`--${kind} ${quoted(id)}: the lab has no such ${kind}${near}`);
}

/** The lab's servers, for programs. */
export const labIds = {
  faults: faults.map(({ id, title, breaks }) => ({ id, title, breaks })),
  variants: variants.map(({ id, title }) => ({ id, title })),
};

/** The lab's servers, a line each: id, what it does, and what a fault breaks. */
export function labList(): string {
  const broken = faults.map(
    ({ id, title, breaks }) => `${id}: ${title} (breaks ${breaks.join(', ')})`,
  );
  const conformant = variants.map(({ id, title }) => `${id}: ${title}`);
  const lines = [
    'FAULTS (serve --fault ID)',
    ...broken,
    '',
    'VARIANTS (serve --variant ID)',
    ...conformant,
  ];
  return `${lines.join('\n')}\n`;
}
