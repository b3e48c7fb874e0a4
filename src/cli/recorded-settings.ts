import { standInKey, standInLimitKey } from '../engine/data/stand-in-key.ts';
import type { RecordedRun } from '../report/recorded-run.ts';
import type { Environment } from '../settings/files.ts';
import { type GivenSettings, isRepeated, readSettings } from '../settings/read-settings.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { allSettings } from '../settings/table.ts';

/**
 * The settings of a recorded run, with keys that stand in for those that the recording does not hold. `flags`
 * narrow it: `--only` in place of the run's own, `--skip` besides it.
 * Throws a `SettingsError`, of one line, if they make no run.
 */
export function recordedSettings(run: RecordedRun, flags: Environment): GivenSettings {
  const { '--only': only, '--skip': skip } = flags;
  const said = harmless(run.settings);
  const skipped = [said['--skip'], skip].filter((ids) => ids !== undefined).join(',');
  const given: Readonly<Record<string, string>> = {
    ...said,
    ...(only === undefined ? {} : { '--only': only }),
    ...(skipped === '' ? {} : { '--skip': skipped }),
  };
  const { exchanges } = run.recording;
  const ownLimitKey = exchanges.some(({ caller }) => caller === 'limit-key');
  try {
    const { settings } = readSettings({
      flags: {
        ...given,
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

/** Flags that are taken over from a report: they decide what is asked, and neither name a file nor open anything. */
const takenFlags: ReadonlySet<string> = new Set(
  allSettings
    .filter((setting) => isRepeated(setting) && setting.kind.file === undefined)
    .flatMap(({ flag }) => flag ?? []),
);

/** The settings in a report that are safe to take over: somebody else may have written the report. */
function harmless(settings: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).filter(([flag]) => takenFlags.has(flag)));
}
