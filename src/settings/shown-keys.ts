/** Keys in what everybody may see. */

import { suiteName, suiteVersion } from '../package/package.ts';
import { kindOf, wordsOf } from '../secrets/key-forms.ts';
import { holdsKey } from '../secrets/redact.ts';
import { petStatuses } from '../spec/animal.ts';
import { requirements } from '../spec/catalogue.ts';
import { planNames, plans, profiles } from '../spec/plans.ts';
import { SettingsError } from './settings-error.ts';
import { allSettings, table } from './settings-table.ts';
import { namesFile, type Source } from './sources.ts';

/** Words of HTTP and of this suite that are in what is sent, received and shown. */
const words = [
  `${suiteName}/${suiteVersion}`,
  'PETSTORE_API_KEY PETSTORE_RATE_LIMIT_API_KEY',
  'Authorization: Bearer Basic Token X-API-Key WWW-Authenticate',
  'Accept User-Agent Content-Type Content-Length application/json charset=utf-8',
  'X-RateLimit-Limit X-RateLimit-Remaining X-RateLimit-Reset Retry-After',
  'Date Connection keep-alive Transfer-Encoding chunked Deprecation Sunset',
  'id name categoryId status code message Pet',
  ...petStatuses,
  ...profiles,
  ...planNames,
  `${plans.business.perDay}`,
  table.out.fallback,
];

/**
 * Texts that everybody may know. A part of a key such as `acme-staging-7f3k29` that is also in them gives nothing
 * away, and stays in the evidence.
 */
export function ordinaryTexts({ baseUrl }: { readonly baseUrl: string }): string[] {
  return [baseUrl, ...words, ...requirements.flatMap(({ id, statement }) => [id, statement])];
}

/** The kind of a key among the words of this suite. */
export const kindHere = (key: string) => kindOf(key, wordsOf(ordinaryTexts({ baseUrl: '' })));

/**
 * Refuses a whole key in a setting that reports, the command to repeat a run or the console show as it is. The path of a
 * file that holds a key may hold no key, either. `own`: the key of the reference server, which everybody knows.
 */
export function refuseShownKeys(source: Source, keys: readonly string[], own = ''): void {
  const sought = keys.filter((key) => key !== own && kindHere(key) !== 'word');
  for (const setting of allSettings) {
    const given = source.find(setting);
    if (given === undefined || (setting.secret && !namesFile(setting, given))) continue;
    if (!sought.some((key) => holdsKey(given.text, key))) continue;
    throw new SettingsError(
      `${given.label} contains the API key, which reports would show: remove it`,
      setting.name,
    );
  }
}
