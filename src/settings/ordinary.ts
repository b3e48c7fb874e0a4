import { requirements } from '../catalogue/catalogue.ts';
import { petStatuses } from '../catalogue/operations.ts';
import { planNames, profiles } from '../catalogue/plans.ts';
import { suiteName, suiteVersion } from '../package/package.ts';
import type { Settings } from './settings.ts';
import { table } from './table.ts';

/** Words of HTTP and of this suite that stand in what is sent, received and shown. */
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
 * What everybody may know: if a part of a key, as of `acme-staging-7f3k29`, stands in these, too, it gives
 * nothing away, and the evidence stays as it is.
 */
export function ordinaryTexts({ baseUrl }: Pick<Settings, 'baseUrl'>): string[] {
  return [baseUrl, ...words, ...requirements.flatMap(({ id, statement }) => [id, statement])];
}
