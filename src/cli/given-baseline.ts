import { type Baseline, dayOf } from '../report/baseline/expected-failure.ts';
import { holdingOneOf } from '../secrets/redact.ts';
import type { Settings } from '../settings/settings.ts';
import { commandLine, labelOf, type Sources } from '../settings/sources.ts';
import { table } from '../settings/table.ts';
import { visible } from '../text/visible.ts';
import { type Context, warn } from './context.ts';

/** A baseline, and the day in UTC that decides what is in date. */
export interface Known {
  readonly baseline: Baseline;
  readonly day: string;
}

/** The baseline that the settings name, if any. Throws a `SettingsError` before anything is sent. */
export async function givenBaseline(
  context: Context,
  { baseline: file }: Settings,
  sources: Sources,
): Promise<Known | undefined> {
  if (file === undefined) return undefined;
  // Loaded here, as most runs need no YAML.
  const { readBaseline } = await import('../report/baseline/read.ts');
  const label = labelOf(table.baseline, commandLine(sources));
  const baseline = readBaseline({ file, label, holdsKey: holdingOneOf(context.keys) });
  const day = dayOf(Date.now());
  const over = baseline.entries.filter(({ expires }) => day > expires);
  warn(
    context,
    over.map(
      ({ requirement, expires, owner }) =>
        `${visible(file)}: the entry of ${requirement} ended with ${expires} and covers nothing any more (${visible(owner)})`,
    ),
  );
  return { baseline, day };
}
