import type { RowId } from '../catalogue/catalogue.ts';
import type { Plan, Profile } from '../catalogue/plans.ts';

/** Who made the implementation under test; a certificate must name all three. */
export interface Implementation {
  readonly name?: string;
  readonly version?: string;
  readonly contact?: string;
}

/** Every decision about a run, validated and frozen before the first request. */
export interface Settings {
  /** Absolute http(s) URL without trailing slash, query, fragment or user info. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The key whose limit the full profile spends. */
  readonly rateLimitKey: string;
  readonly profile: Profile;
  readonly plan?: Plan;
  /** A category that exists; decimal digits of an int64. */
  readonly categoryId?: string;
  /** Folder for the reports. */
  readonly out: string;
  /** A 32-bit signed integer; decides all generated data. */
  readonly seed: number;
  /** Cases for each property; absent: the suite's own choice for each. */
  readonly runs?: number;
  /** The rows to decide, in the catalogue's order. */
  readonly selected: readonly RowId[];
  /** True where `--only` or `--skip` left something out. */
  readonly partial: boolean;
  readonly maxRequests: number;
  readonly maxCreations: number;
  /** Percent of a daily quota that the run may spend where it can see one. */
  readonly dailyShare: number;
  /** Seconds for one rate-limit wait. */
  readonly maxWait: number;
  /** Seconds for one request. */
  readonly timeout: number;
  /** Seconds for reads to catch up with writes. */
  readonly grace: number;
  /** Requests in flight at once. */
  readonly concurrency: number;
  /** MiB of one body that are read. */
  readonly maxBody: number;
  /** PEM text of further certificate authorities. */
  readonly ca?: string;
  /** Proxy for the base address, from `HTTPS_PROXY`/`HTTP_PROXY`, unless `NO_PROXY` exempts it. */
  readonly proxy?: string;
  readonly implementation: Implementation;
  /** Path of the file with known failures. */
  readonly baseline?: string;
}
