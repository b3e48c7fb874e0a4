import { suiteCredentials } from '../package/credentials.ts';
import type { Facts } from '../report/assemble.ts';
import { keyId } from '../report/certifiable.ts';
import { freeFolder, runArguments } from '../report/rerun.ts';
import type { ReadSettings } from '../settings/read-settings.ts';

/** What a report says besides the run itself: the suite, and the command that repeats the run. */
export function factsOf(
  { settings, given, signingKey }: Pick<ReadSettings, 'settings' | 'given' | 'signingKey'>,
  isReference = false,
): Facts {
  const suite = suiteCredentials();
  const argv = runArguments(settings, given, isReference);
  const signed = settings.profile === 'full' && signingKey ? { signingKey: keyId(signingKey) } : {};
  return { suite, argv, again: freeFolder(settings.out), settings: given, ...signed };
}
