import { standInKey, standInLimitKey } from '../engine/stand-in-key.ts';
import type { RecordedRun } from '../report/recorded-run.ts';
import type { Environment } from '../settings/files.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { SettingsError } from '../settings/settings-error.ts';

/**
 * The settings of a recorded run, with keys that stand in for those that the recording does not hold. `flags`
 * narrow it: `--only` in place of the run's own, `--skip` besides it. `given` is what a report says of them.
 * Throws a `SettingsError`, of one line, where they make no run.
 */
export function recordedSettings(
  run: RecordedRun,
  flags: Environment,
): { settings: Settings; given: Readonly<Record<string, string>> } {
  const { '--only': only, '--skip': skip } = flags;
  const skipped = [run.settings['--skip'], skip].filter((ids) => ids !== undefined).join(',');
  const given: Readonly<Record<string, string>> = {
    ...run.settings,
    ...(only === undefined ? {} : { '--only': only }),
    ...(skipped === '' ? {} : { '--skip': skipped }),
  };
  // The authorities of the connection are of no use here, and their file may be gone.
  const { '--ca': _authorities, ...usable } = given;
  const { exchanges } = run.recording;
  const ownLimitKey = exchanges.some(({ caller }) => caller === 'limit-key');
  try {
    const { settings } = readSettings({
      flags: {
        ...usable,
        '--base-url': run.baseUrl,
        '--profile': run.profile,
        '--seed': `${run.seed}`,
        ...(run.plan === null ? {} : { '--plan': run.plan }),
      },
      env: {
        PETSTORE_API_KEY: standInKey(exchanges),
        ...(ownLimitKey ? { PETSTORE_RATE_LIMIT_API_KEY: standInLimitKey } : {}),
      },
      dotenv: {},
    });
    return { settings, given };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new SettingsError(`the recorded run cannot be judged again: ${error.message}`);
  }
}
