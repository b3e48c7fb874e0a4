import type { KeyObject } from 'node:crypto';
import type { RowId } from '../catalogue/catalogue.ts';
import { type Plan, type Profile, planNames, profiles } from '../catalogue/plans.ts';
import { parseBaseUrl, showAddress } from './address.ts';
import { keyInFile, parseKey } from './key.ts';
import {
  certificates,
  choice,
  int64Digits,
  integer,
  line,
  onOrOff,
  type Parser,
  path,
  seconds,
} from './parsers.ts';
import { signingKey } from './pem.ts';
import { parseIds } from './selection.ts';

/** One setting: its names, its help and its rules. Options, help, known variables and errors follow from it. */
export interface Setting<T> {
  readonly flag?: string;
  readonly placeholder?: string;
  readonly variable?: string;
  readonly help: string;
  /** The value where nothing was given. */
  readonly fallback: T;
  /** The default in words, for the help. */
  readonly fallbackText?: string;
  readonly parse: Parser<T>;
  /** Reads the value out of the file that the flag names, or that flag and variable name. */
  readonly file?: { readonly of: 'flag' | 'flag and variable'; readonly read: Parser<string> };
  /** A value that nothing may show. */
  readonly secret?: true;
  /** How an error shows the value; default in quotes. */
  readonly show?: (text: string) => string;
  /** Whether the flag may be repeated, its lists joined. */
  readonly list?: true;
  /** Whether a run with another value may judge otherwise, so that the command to repeat it carries it. */
  readonly repeat?: true;
}

const setting = <T>(row: Setting<T>): Setting<T> => row;

/** Every setting of a run (contract, "Settings"), in the order of the help. */
export const table = {
  baseUrl: setting<string | undefined>({
    flag: '--base-url',
    placeholder: 'URL',
    variable: 'PETSTORE_BASE_URL',
    help: 'address of the implementation, with its version segment and without trailing slash',
    fallback: undefined,
    parse: parseBaseUrl,
    show: showAddress,
  }),
  apiKey: setting<string | undefined>({
    flag: '--api-key-file',
    placeholder: 'FILE',
    variable: 'PETSTORE_API_KEY',
    help: 'file that holds the API key (the variable holds the key itself)',
    fallback: undefined,
    parse: parseKey,
    file: { of: 'flag', read: keyInFile },
    secret: true,
  }),
  rateLimitKey: setting<string | undefined>({
    flag: '--rate-limit-key-file',
    placeholder: 'FILE',
    variable: 'PETSTORE_RATE_LIMIT_API_KEY',
    help: 'file that holds the key whose rate limit the full profile spends (the variable: the key itself)',
    fallback: undefined,
    fallbackText: 'the API key',
    parse: parseKey,
    file: { of: 'flag', read: keyInFile },
    secret: true,
  }),
  profile: setting<Profile>({
    flag: '--profile',
    placeholder: 'NAME',
    variable: 'PETSTORE_PROFILE',
    help: 'read-only creates nothing, core creates animals, full also spends a rate limit',
    fallback: 'core',
    fallbackText: 'core',
    parse: choice(profiles),
  }),
  plan: setting<Plan | undefined>({
    flag: '--plan',
    placeholder: 'NAME',
    variable: 'PETSTORE_PLAN',
    help: 'plan of the API key: free, pro, business or enterprise',
    fallback: undefined,
    fallbackText: 'unknown',
    parse: choice(planNames),
    repeat: true,
  }),
  categoryId: setting<string | undefined>({
    flag: '--category-id',
    placeholder: 'INT64',
    variable: 'PETSTORE_CATEGORY_ID',
    help: 'a category that exists',
    fallback: undefined,
    fallbackText: 'taken from a listed animal, else 1',
    parse: int64Digits,
    repeat: true,
  }),
  out: setting<string>({
    flag: '--out',
    placeholder: 'DIR',
    variable: 'PETSTORE_OUT',
    help: 'folder for the reports',
    fallback: 'reports',
    fallbackText: 'reports',
    parse: path,
  }),
  seed: setting<number | undefined>({
    flag: '--seed',
    placeholder: 'INT32',
    variable: 'PETSTORE_SEED',
    help: 'decides all generated data',
    fallback: undefined,
    fallbackText: 'random, printed',
    parse: integer(-(2 ** 31), 2 ** 31 - 1),
  }),
  runs: setting<number | undefined>({
    flag: '--runs',
    placeholder: 'N',
    variable: 'PETSTORE_RUNS',
    help: 'generated cases for each property, 1 to 1000',
    fallback: undefined,
    fallbackText: "each property's own",
    parse: integer(1, 1000),
    repeat: true,
  }),
  only: setting<readonly RowId[] | undefined>({
    flag: '--only',
    placeholder: 'IDS',
    help: 'decide these alone: ids by comma, auth.* too',
    fallback: undefined,
    fallbackText: 'all',
    parse: parseIds,
    list: true,
    repeat: true,
  }),
  skip: setting<readonly RowId[]>({
    flag: '--skip',
    placeholder: 'IDS',
    help: 'leave these out: ids by comma, auth.* too',
    fallback: [],
    fallbackText: 'none',
    parse: parseIds,
    list: true,
    repeat: true,
  }),
  maxRequests: setting<number>({
    flag: '--max-requests',
    placeholder: 'N',
    variable: 'PETSTORE_MAX_REQUESTS',
    help: 'most requests that a run may send',
    fallback: 2000,
    fallbackText: '2000',
    parse: integer(1),
    repeat: true,
  }),
  maxCreations: setting<number>({
    flag: '--max-creations',
    placeholder: 'N',
    variable: 'PETSTORE_MAX_CREATIONS',
    help: 'most animals that a run may create',
    fallback: 60,
    fallbackText: '60',
    parse: integer(0),
    repeat: true,
  }),
  dailyShare: setting<number>({
    flag: '--daily-share',
    placeholder: 'PERCENT',
    variable: 'PETSTORE_DAILY_SHARE',
    help: 'most that a run may spend of a daily quota that it can see, 1 to 100',
    fallback: 20,
    fallbackText: '20',
    parse: integer(1, 100),
    repeat: true,
  }),
  maxWait: setting<number>({
    flag: '--max-wait',
    placeholder: 'SECONDS',
    variable: 'PETSTORE_MAX_WAIT',
    help: 'longest wait for the rate limit, 0 to 86400',
    fallback: 120,
    fallbackText: '120',
    parse: seconds(0, 86_400),
    repeat: true,
  }),
  timeout: setting<number>({
    flag: '--timeout',
    placeholder: 'SECONDS',
    variable: 'PETSTORE_TIMEOUT',
    help: 'longest wait for one answer, up to 600',
    fallback: 10,
    fallbackText: '10',
    parse: seconds(0.001, 600),
    repeat: true,
  }),
  grace: setting<number>({
    flag: '--grace',
    placeholder: 'SECONDS',
    variable: 'PETSTORE_GRACE',
    help: 'time for reads to catch up with writes, 0 to 600',
    fallback: 5,
    fallbackText: '5',
    parse: seconds(0, 600),
    repeat: true,
  }),
  concurrency: setting<number>({
    flag: '--concurrency',
    placeholder: 'N',
    variable: 'PETSTORE_CONCURRENCY',
    help: 'requests in flight at once, 1 to 32',
    fallback: 4,
    fallbackText: '4',
    parse: integer(1, 32),
    repeat: true,
  }),
  maxBody: setting<number>({
    flag: '--max-body',
    placeholder: 'MIB',
    variable: 'PETSTORE_MAX_BODY',
    help: 'most of one body that is read, 1 to 64 MiB; what is longer is not judged',
    fallback: 2,
    fallbackText: '2',
    parse: integer(1, 64),
    repeat: true,
  }),
  ca: setting<string | undefined>({
    flag: '--ca',
    placeholder: 'FILE',
    variable: 'PETSTORE_CA',
    help: 'PEM file with further certificate authorities',
    fallback: undefined,
    fallbackText: "the system's",
    parse: certificates,
    file: { of: 'flag and variable', read: (content) => content },
    repeat: true,
  }),
  implementation: setting<string | undefined>({
    flag: '--implementation',
    placeholder: 'NAME',
    variable: 'PETSTORE_IMPLEMENTATION',
    help: 'name of the implementation, for a certificate',
    fallback: undefined,
    parse: line,
    repeat: true,
  }),
  implementationVersion: setting<string | undefined>({
    flag: '--implementation-version',
    placeholder: 'VERSION',
    variable: 'PETSTORE_IMPLEMENTATION_VERSION',
    help: 'its version, for a certificate',
    fallback: undefined,
    parse: line,
    repeat: true,
  }),
  contact: setting<string | undefined>({
    flag: '--contact',
    placeholder: 'TEXT',
    variable: 'PETSTORE_CONTACT',
    help: 'whom to ask about it, for a certificate',
    fallback: undefined,
    parse: line,
    repeat: true,
  }),
  sign: setting<KeyObject | undefined>({
    flag: '--sign',
    placeholder: 'FILE',
    variable: 'PETSTORE_SIGN',
    help: 'PEM file with the Ed25519 private key that signs the certificate',
    fallback: undefined,
    fallbackText: 'unsigned',
    parse: signingKey,
    file: { of: 'flag and variable', read: (content) => content },
    secret: true,
  }),
  baseline: setting<string | undefined>({
    flag: '--baseline',
    placeholder: 'FILE',
    variable: 'PETSTORE_BASELINE',
    help: 'YAML file with known failures; the run exits with 0 while every failure is covered and in date',
    fallback: undefined,
    parse: path,
  }),
  debug: setting<boolean>({
    variable: 'PETSTORE_DEBUG',
    help: '1: print the stack of an internal error',
    fallback: false,
    fallbackText: '0',
    parse: onOrOff,
  }),
} as const satisfies Record<string, Setting<unknown>>;

/** Every setting of a run, as a list. */
export const allSettings: readonly Setting<unknown>[] = Object.values(table);

/** Every variable that means something to the project. */
export const knownVariables: readonly string[] = allSettings.flatMap(({ variable }) =>
  variable === undefined ? [] : [variable],
);
