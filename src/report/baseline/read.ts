import { codeOf, readText } from '../../settings/files.ts';
import { SettingsError } from '../../settings/settings-error.ts';
import { quoted, visible } from '../../text/visible.ts';
import type { Baseline, ExpectedFailure } from './expected-failure.ts';
import { parseBaseline } from './parse.ts';

/** Where a baseline is to be read from. */
export interface BaselineSource {
  readonly file: string;
  /** The setting that names the file, as in `--baseline`. */
  readonly label: string;
  /** Whether a text holds a key. No entry may hold one, as reports show entries. */
  readonly holdsKey: (text: string) => boolean;
}

/** The baseline of a file. Throws a `SettingsError` of one line. */
export function readBaseline(source: BaselineSource): Baseline {
  const { file, holdsKey } = source;
  const { entries } = parseBaseline(readBaselineText(source), file);
  refuseKeys(entries, file, holdsKey);
  return { file, entries };
}

/** The text of a baseline file. Throws a `SettingsError` if it cannot be read. */
export function readBaselineText({ file, label }: Pick<BaselineSource, 'file' | 'label'>): string {
  try {
    return readText(file);
  } catch (error) {
    const none = codeOf(error) === 'ENOENT' ? '; baseline update makes one' : '';
    throw new SettingsError(
      `${label} ${quoted(file)}: must name a readable file (${codeOf(error)})${none}`,
    );
  }
}

/** Throws a `SettingsError` if reason or owner of an entry holds a key, in whatever form. */
export function refuseKeys(
  entries: readonly ExpectedFailure[],
  file: string,
  holdsKey: (text: string) => boolean,
): void {
  for (const { requirement, reason, owner } of entries) {
    if (holdsKey(reason) || holdsKey(owner)) {
      throw new SettingsError(
        `${visible(file)}: the entry of ${requirement} holds the API key: must not, as reports show it`,
      );
    }
  }
}
