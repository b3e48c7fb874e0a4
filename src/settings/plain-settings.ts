import type { Plan, Profile } from '../catalogue/plans.ts';

/**
 * The settings of a run as a plain object: those of the command line, under the names of this package, with
 * the same rules and defaults. Nothing is read from the environment or from `.env`.
 */
export interface PlainSettings {
  /** Address of the implementation, with its version segment and without trailing slash. */
  readonly baseUrl: string;
  /** The API key itself. */
  readonly apiKey: string;
  /** The key whose rate limit the full profile spends; default `apiKey`. */
  readonly rateLimitKey?: string | undefined;
  /** `quick` asks what tells most, `read-only` creates nothing, `core` (default) creates animals, `full` asks everything. */
  readonly profile?: Profile | undefined;
  /** Plan of the API key; default unknown. */
  readonly plan?: Plan | undefined;
  /** A category that exists, an int64; default: taken from a listed animal, else 1. */
  readonly categoryId?: string | number | bigint | undefined;
  /** Decides all generated data, a 32-bit signed integer; default that of the challenge, else random. */
  readonly seed?: number | undefined;
  /** Token that the certifier gave, to which seed and data are bound; default none. */
  readonly challenge?: string | undefined;
  /** Decide these alone: ids, and patterns as `auth.*`. */
  readonly only?: string | readonly string[] | undefined;
  /** Leave these out: ids, and patterns as `auth.*`. */
  readonly skip?: string | readonly string[] | undefined;
  /** Requests that the plan of a core run may count on, 10 to 2000; default: the profile's own. */
  readonly budget?: number | undefined;
  /** Most requests that a run may send; default 2000. */
  readonly maxRequests?: number | undefined;
  /** Most animals that a run may create; default 60. */
  readonly maxCreations?: number | undefined;
  /** Seconds, 0 to 86400: the longest wait for the rate limit; default 120. */
  readonly maxWait?: number | undefined;
  /** Seconds, up to 600: the longest wait for one answer; default 10. */
  readonly timeout?: number | undefined;
  /** Seconds, 0 to 600: time for reads to catch up with writes; default 5. */
  readonly grace?: number | undefined;
  /** Requests in flight at once, 1 to 32; default 4. */
  readonly concurrency?: number | undefined;
  /** MiB of an answer's body that are read; default 2. */
  readonly maxBody?: number | undefined;
  /** Path of a PEM file with further certificate authorities. */
  readonly ca?: string | undefined;
  /** Name of the implementation, for the report. */
  readonly implementation?: string | undefined;
  readonly implementationVersion?: string | undefined;
  /** Whom to ask about it. */
  readonly contact?: string | undefined;
  /** Folder for the report's files; default: none are written. */
  readonly out?: string | undefined;
}
