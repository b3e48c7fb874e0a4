import type { KeyObject } from 'node:crypto';
import { quoted } from '../text/visible.ts';
import { openMode } from './files.ts';
import type { Settings } from './settings.ts';
import { SettingsError } from './settings-error.ts';
import { readSetting, type Source } from './sources.ts';
import { table } from './table.ts';

interface Signing {
  readonly key?: KeyObject;
  readonly warnings: readonly string[];
}

/**
 * The key that signs the certificate of a run. Throws a `SettingsError` if it is not one, or if `--sign` asks for a
 * certificate that the run cannot earn. The variable counts only for a whole, full run, as it may be in `.env` for
 * all runs.
 */
export function readSigning(settings: Settings, source: Source, reference: boolean): Signing {
  const key = readSetting(table.sign, source);
  const given = source.find(table.sign);
  if (key === undefined || given === undefined) return { warnings: [] };
  const unfit = unfitness(settings, reference);
  if (unfit !== undefined && given.from !== 'flag') return { warnings: [] };
  const because = unfit ?? unnamed(settings);
  if (because !== undefined) {
    throw new SettingsError(
      `${given.label} signs the certificate of a whole, full run: ${because}, or leave ${given.label} out`,
    );
  }
  const mode = openMode(given.text);
  if (mode === undefined) return { key, warnings: [] };
  const file = quoted(given.text);
  return {
    key,
    warnings: [
      `${given.label} ${file} is open to other users (mode ${mode}); run: chmod 600 ${file}`,
    ],
  };
}

/** What to do if a run can earn no certificate whatever it finds. */
function unfitness({ profile, partial }: Settings, reference: boolean): string | undefined {
  if (reference) return 'name an implementation with --base-url instead of --reference';
  if (profile !== 'full') return 'add --profile full';
  return partial ? 'leave --only and --skip out' : undefined;
}

function unnamed(settings: Settings): string | undefined {
  const missing = namesMissing(settings);
  return missing.length === 0 ? undefined : `add ${missing.join(', ')}`;
}

/** The flags of the missing names that a certificate must carry. */
export function namesMissing({ implementation: { name, version, contact } }: Settings): string[] {
  return [
    ...(name ? [] : [table.implementation]),
    ...(version ? [] : [table.implementationVersion]),
    ...(contact ? [] : [table.contact]),
  ].flatMap(({ flag }) => flag ?? []);
}
