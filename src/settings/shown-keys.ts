/** Keys in what everybody may see. */

import { suiteName, suiteVersion } from '../package/package.ts';
import { kindOf } from '../secrets/key-forms.ts';
import { holdingOneOf, holdsKey } from '../secrets/redact.ts';
import { petStatuses } from '../spec/animal.ts';
import { requirements } from '../spec/catalogue.ts';
import { planNames, profiles } from '../spec/plans.ts';
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
  table.out.fallback,
];

/**
 * Texts that everybody may know. A part of a key such as `acme-staging-7f3k29` that is also in them gives nothing
 * away, and stays in the evidence.
 */
export function ordinaryTexts({ baseUrl }: { readonly baseUrl: string }): string[] {
  return [baseUrl, ...words, ...requirements.flatMap(({ id, statement }) => [id, statement])];
}

const shortKey = 6;

/**
 * Refuses keys in settings that reports, the command to repeat a run or the console show as they are: each as its entry
 * says (`text`). The path of a file that holds a key may hold no key, either. `own`: the key of the reference server,
 * which everybody knows.
 */
export function refuseShownKeys(
  source: Source,
  baseUrl: string,
  keys: readonly string[],
  own = '',
): void {
  // Everybody knows the address, too.
  const foreign = keys.filter((key) => key !== own && kindOf(key) === 'real');
  const holdsHalf = holdingOneOf(foreign, ordinaryTexts({ baseUrl }));
  const searched = {
    free: keys,
    path: keys.filter((key) => key.length >= shortKey),
    key: keys.filter((key) => kindOf(key) !== 'word'),
    fixed: [],
  };
  for (const setting of allSettings) {
    const given = source.find(setting);
    if (given === undefined || (setting.text === 'key' && !namesFile(setting, given))) continue;
    const { label, text } = given;
    const isWhole = searched[setting.text].some((key) => holdsKey(text, key));
    if (!isWhole && !(setting.text === 'free' && holdsHalf(text))) continue;
    const problem = 'must be without it, as reports or the console show it';
    const what = isWhole ? 'the API key' : 'half of the API key';
    throw new SettingsError(`${label} holds ${what}: ${problem}`, {
      setting: setting.name,
      problem,
    });
  }
}
