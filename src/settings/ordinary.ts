import { requirements } from '../catalogue/catalogue.ts';
import { petStatuses } from '../catalogue/operations.ts';
import { planNames, profiles } from '../catalogue/plans.ts';
import { suiteName, suiteVersion } from '../package/package.ts';
import type { Settings } from './settings.ts';
import { table } from './table.ts';

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
  table.out.fallback ?? '',
];

/**
 * Texts that everybody may know. A part of a key such as `acme-staging-7f3k29` that is also in them gives nothing
 * away, and stays in the evidence.
 */
export function ordinaryTexts({ baseUrl }: Pick<Settings, 'baseUrl'>): string[] {
  return [baseUrl, ...words, ...requirements.flatMap(({ id, statement }) => [id, statement])];
}
