import { planNames, profiles } from '../spec/plans.ts';
import { refuse } from './settings-error.ts';
import {
  apiKey,
  baseAddress,
  certificates,
  challengeToken,
  choice,
  ids,
  int64Digits,
  integer,
  type Kind,
  line,
  path,
  seconds,
  signingKey,
  verifyingKey,
} from './value-kinds.ts';

/** One setting: its names, its help and its rules. Options, help, variables, members and errors follow from it. */
export interface Setting<Value, Given = Value> extends Rules {
  /** Its name as a member of the settings of the library. */
  readonly name: string;
  readonly flag: string;
  readonly variable: string | undefined;
  readonly kind: Kind<Value, Given>;
  /** The value if nothing is given. */
  readonly fallback: Value;
  /** The same in words; empty if there are none. */
  readonly fallbackText: string;
}

interface Rules {
  /** A part of a sentence, without capital or full stop. */
  readonly help: string;
  /** Its heading in the help of `run`. */
  readonly group?: 'Target' | 'What to run' | 'Limits' | 'Output';
  /** It is a key, which is never shown. */
  readonly secret?: true;
  /** It is not among the settings of a report: it says where results go, or has a member of its own there. */
  readonly unrecorded?: true;
}

interface Names {
  /** Its variable, if it is not the one that follows from its name; undefined if it has none. */
  readonly variable?: string | undefined;
  /** The default in words, if there is no value. */
  readonly fallbackText?: string;
}

/** A setting, with the flag and the variable that follow from its name. */
export function setting<Value, Given>(
  name: string,
  kind: Kind<Value, Given>,
  rules: Rules & Names & { readonly fallback: NoInfer<Value> },
): Setting<Value, Given>;
export function setting<Value, Given>(
  name: string,
  kind: Kind<Value, Given>,
  rules: Rules & Names,
): Setting<Value | undefined, Given>;
export function setting<Value, Given>(
  name: string,
  kind: Kind<Value, Given>,
  rules: Rules & Names & { readonly fallback?: NoInfer<Value> },
): Setting<Value | undefined, Given> {
  const words = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return {
    flag: kind.file === 'of the flag' ? `--${words}-file` : `--${words}`,
    variable: `PETSTORE_${words.toUpperCase().replaceAll('-', '_')}`,
    fallback: undefined,
    fallbackText: rules.fallback === undefined ? '' : `${rules.fallback}`,
    ...rules,
    name,
    kind,
  };
}

/**
 * The most requests that a run may be allowed to send: half as many again as the longest plan (`--budget 2000`), for
 * retries and for spending a limit. A recording with more is not of a run, and is not read.
 */
export const mostRequests = 3000;

/** The settings of a run that the library takes, too. */
export const shared = {
  baseUrl: setting('baseUrl', baseAddress, {
    help: 'base URL of the service, including the version segment',
    group: 'Target',
    unrecorded: true,
  }),
  apiKey: setting('apiKey', apiKey, {
    help: 'API key: the flag names a file that holds it, the variable is the key itself',
    group: 'Target',
    secret: true,
    unrecorded: true,
  }),
  rateLimitKey: setting('rateLimitKey', apiKey, {
    variable: 'PETSTORE_RATE_LIMIT_API_KEY',
    fallbackText: 'the API key',
    help: 'key whose rate limit the full profile uses up: the flag names a file, the variable is the key itself',
    group: 'Target',
    secret: true,
    unrecorded: true,
  }),
  plan: setting('plan', choice(planNames), {
    fallbackText: 'unknown',
    help: 'rate plan of the API key: free, pro, business or enterprise',
    group: 'Target',
  }),
  categoryId: setting('categoryId', int64Digits, {
    fallbackText: 'that of a listed animal, or 1',
    help: 'id of an existing category',
    group: 'Target',
  }),
  ca: setting('ca', certificates, {
    fallbackText: "the system's",
    help: 'PEM file with additional certificate authorities',
    group: 'Target',
  }),
  profile: setting('profile', choice(profiles), {
    fallback: 'core',
    help: 'quick: the most useful requests; read-only: creates nothing on a conforming service; core: everything except using up a rate limit; full: everything',
    group: 'What to run',
    unrecorded: true,
  }),
  seed: setting('seed', integer(-(2 ** 31), 2 ** 31 - 1, 'INT32'), {
    fallbackText: 'random, and printed; derived from the challenge if there is one',
    help: 'seed of all generated data',
    group: 'What to run',
    unrecorded: true,
  }),
  challenge: setting('challenge', challengeToken, {
    help: 'one-time token from the certifier; derives seed and test data, so that old traffic cannot be reused',
    group: 'What to run',
  }),
  only: setting('only', ids, {
    variable: undefined,
    fallbackText: 'all',
    help: 'run only these: comma-separated ids or patterns such as auth.*',
    group: 'What to run',
  }),
  skip: setting('skip', ids, {
    variable: undefined,
    fallbackText: 'none',
    help: 'skip these: comma-separated ids or patterns such as auth.*',
    group: 'What to run',
  }),
  budget: setting('budget', integer(10, 2000), {
    fallbackText: "the profile's own",
    help: 'number of planned requests, 10 to 2000; the most useful go first',
    group: 'Limits',
  }),
  maxRequests: setting('maxRequests', integer(1, mostRequests), {
    fallback: 2000,
    help: `hard limit on requests, 1 to ${mostRequests}`,
    group: 'Limits',
  }),
  maxCreations: setting('maxCreations', integer(0), {
    fallback: 60,
    help: 'hard limit on created animals',
    group: 'Limits',
  }),
  maxWait: setting('maxWait', seconds(0, 86_400), {
    fallback: 120,
    help: 'longest single wait for the rate limit, 0 to 86400 seconds',
    group: 'Limits',
  }),
  timeout: setting('timeout', seconds(0.001, 600), {
    fallback: 10,
    help: 'timeout of one request, up to 600 seconds',
    group: 'Limits',
  }),
  grace: setting('grace', seconds(0, 600), {
    fallback: 5,
    help: 'time for reads to catch up with writes, 0 to 600 seconds',
    group: 'Limits',
  }),
  concurrency: setting('concurrency', integer(1, 32), {
    fallback: 4,
    help: 'concurrent requests, 1 to 32; unless 1, full uses up to 64 to exhaust a limit',
    group: 'Limits',
  }),
  out: setting('out', path('DIR'), {
    fallback: 'reports',
    help: 'output folder',
    group: 'Output',
    unrecorded: true,
  }),
  implementation: setting('implementation', line('NAME'), {
    help: 'name of the implementation, required for a certificate',
    group: 'Output',
  }),
  implementationVersion: setting('implementationVersion', line('VERSION'), {
    help: 'version of the implementation, required for a certificate',
    group: 'Output',
  }),
  contact: setting('contact', line('TEXT'), {
    help: 'contact for the implementation, required for a certificate',
    group: 'Output',
  }),
};

/** Every setting of a run, in the order of the help. */
export const table = {
  ...shared,
  wait: setting('wait', seconds(0, 3600), {
    fallback: 0,
    help: 'how long to wait for a service to start, 0 to 3600 seconds',
    group: 'Target',
    unrecorded: true,
  }),
  baseline: setting('baseline', path('FILE'), {
    help: 'YAML file of expected failures; the run exits with 0 if every failure is listed and has not expired',
    group: 'What to run',
  }),
  sign: setting('sign', signingKey, {
    fallbackText: 'unsigned',
    help: 'PEM file with the Ed25519 private key that signs the certificate',
    group: 'Output',
    secret: true,
    unrecorded: true,
  }),
};

/** Every setting of a run, as a list. */
export const allSettings: readonly Setting<unknown, unknown>[] = Object.values(table);

/** Every variable that means something to the project. */
export const knownVariables: readonly string[] = allSettings.flatMap(
  ({ variable }) => variable ?? [],
);

const flagOnly = { variable: undefined };

const host: Kind<string> = {
  placeholder: 'HOST',
  parse: (text) =>
    /^[\w.:-]+$/.test(text) ? text : refuse('must be an IP address or a host name'),
};

/** The settings of `serve`. */
export const serveTable = {
  port: setting('port', integer(0, 65_535), {
    ...flagOnly,
    fallback: 8080,
    help: 'port to listen on; 0 picks a free one',
  }),
  host: setting('host', host, {
    ...flagOnly,
    fallback: '127.0.0.1',
    help: 'address to listen on',
  }),
  plan: setting('plan', choice(planNames), {
    fallback: 'business',
    help: 'rate plan to enforce: free, pro, business or enterprise',
  }),
  apiKey: setting('apiKey', apiKey, {
    fallbackText: 'a demo key',
    help: shared.apiKey.help,
    secret: true,
  }),
  window: setting('window', seconds(0.001, 86_400), {
    ...flagOnly,
    fallback: 60,
    help: 'length of the rate-limit window in seconds',
  }),
};

/** The settings of `verify`. */
export const verifyTable = {
  key: setting('key', verifyingKey, {
    ...flagOnly,
    help: "PEM file with the signer's Ed25519 public key; a signed certificate needs it",
    secret: true,
  }),
  challenge: setting('challenge', challengeToken, {
    ...flagOnly,
    help: 'the token that you gave to the vendor; the run must have used it',
  }),
};

/** The values of some settings, under the names of these. */
export type ValuesOf<T> = {
  readonly [Name in keyof T]: T[Name] extends { readonly fallback: infer Value } ? Value : never;
};
