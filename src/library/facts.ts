import { suiteDigest } from '../digest.ts';
import { labFigures } from '../lab/figures.ts';
import { suiteName, suiteVersion } from '../package.ts';
import type { Facts } from '../report/assemble.ts';
import { runCommandLine } from '../report/command-line.ts';
import type { ReadSettings } from '../settings/read-settings.ts';

/** What a report says beyond the run itself: the suite, and the command line that asks the same again. */
export function factsOf({ settings, given }: ReadSettings): Facts {
  const suite = { name: suiteName, version: suiteVersion, digest: suiteDigest(), lab: labFigures };
  return { suite, command: runCommandLine(settings, given, false), settings: given };
}
