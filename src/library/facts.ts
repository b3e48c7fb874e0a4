import { suiteCredentials } from '../package/credentials.ts';
import type { Facts } from '../report/assemble.ts';
import { freeFolder, runArguments } from '../report/command-line.ts';
import type { GivenSettings } from '../settings/read-settings.ts';

/** What a report says besides the run itself: the suite, and the command that repeats the run. */
export function factsOf({ settings, given }: GivenSettings, isReference = false): Facts {
  const suite = suiteCredentials();
  const argv = runArguments(settings, given, isReference);
  return { suite, argv, again: freeFolder(settings.out), settings: given };
}
