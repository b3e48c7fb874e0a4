import { planNames, profiles } from '../catalogue/plans.ts';
import { parseBaseUrl, showAddress } from './address.ts';
import { keyInFile, parseKey, signingKey } from './keys.ts';
import { mostRequests } from './most-requests.ts';
import {
  certificates,
  challengeToken,
  choice,
  int64Digits,
  integer,
  line,
  onOrOff,
  path,
  seconds,
} from './parsers.ts';
import { parseIds } from './selection.ts';
import { type Setting, settingsOf } from './setting.ts';

/** Every setting of a run, in the order of the help. */
export const table = settingsOf({
  baseUrl: {
    placeholder: 'URL',
    help: 'address of the implementation, with its version segment and without trailing slash',
    parse: parseBaseUrl,
    show: showAddress,
    repeat: false,
  },
  apiKey: {
    flag: '--api-key-file',
    placeholder: 'FILE',
    help: 'file that holds the API key (the variable holds the key itself)',
    parse: parseKey,
    file: { of: 'flag', read: keyInFile },
    secret: true,
  },
  rateLimitKey: {
    flag: '--rate-limit-key-file',
    placeholder: 'FILE',
    variable: 'PETSTORE_RATE_LIMIT_API_KEY',
    help: 'file that holds the key whose rate limit the full profile spends (the variable: the key itself)',
    fallbackText: 'the API key',
    parse: parseKey,
    file: { of: 'flag', read: keyInFile },
    secret: true,
  },
  profile: {
    placeholder: 'NAME',
    help: 'quick asks what tells most, read-only sends only creations that must be refused, core creates animals, full asks everything and spends a rate limit',
    fallback: 'core',
    parse: choice(profiles),
    repeat: false,
  },
  plan: {
    placeholder: 'NAME',
    help: 'plan of the API key: free, pro, business or enterprise',
    fallbackText: 'unknown',
    parse: choice(planNames),
  },
  categoryId: {
    placeholder: 'INT64',
    help: 'a category that exists',
    fallbackText: 'taken from a listed animal, else 1',
    parse: int64Digits,
  },
  out: {
    placeholder: 'DIR',
    help: 'folder for the reports',
    fallback: 'reports',
    parse: path,
    repeat: false,
  },
  seed: {
    placeholder: 'INT32',
    help: 'decides all generated data',
    fallbackText: 'random, printed; that of the challenge, if there is one',
    parse: integer(-(2 ** 31), 2 ** 31 - 1),
    repeat: false,
  },
  challenge: {
    placeholder: 'TOKEN',
    help: 'token that the certifier, who will verify, gave you: the seed and the data asked with follow from it, and the certificate names it; a new one for each run',
    parse: challengeToken,
  },
  only: {
    placeholder: 'IDS',
    variable: null,
    help: 'decide these alone: ids by comma, auth.* too',
    fallbackText: 'all',
    parse: parseIds,
    list: true,
  },
  skip: {
    placeholder: 'IDS',
    variable: null,
    help: 'leave these out: ids by comma, auth.* too',
    fallback: [],
    fallbackText: 'none',
    parse: parseIds,
    list: true,
  },
  budget: {
    placeholder: 'N',
    help: 'requests that the plan of a core run may count on, 10 to 2000: the most telling questions first',
    fallbackText: "the profile's own",
    parse: integer(10, 2000),
  },
  maxRequests: {
    placeholder: 'N',
    help: `most requests that a run may send, 1 to ${mostRequests}`,
    fallback: 2000,
    parse: integer(1, mostRequests),
  },
  maxCreations: {
    placeholder: 'N',
    help: 'most animals that a run may create',
    fallback: 60,
    parse: integer(0),
  },
  maxWait: {
    placeholder: 'SECONDS',
    help: 'longest wait for the rate limit, 0 to 86400',
    fallback: 120,
    parse: seconds(0, 86_400),
  },
  timeout: {
    placeholder: 'SECONDS',
    help: 'longest wait for one answer, up to 600',
    fallback: 10,
    parse: seconds(0.001, 600),
  },
  grace: {
    placeholder: 'SECONDS',
    help: 'time for reads to catch up with writes, 0 to 600',
    fallback: 5,
    parse: seconds(0, 600),
  },
  concurrency: {
    placeholder: 'N',
    help: 'requests in flight at once, 1 to 32',
    fallback: 4,
    parse: integer(1, 32),
  },
  maxBody: {
    placeholder: 'MIB',
    help: 'most of one body that is read, 1 to 64 MiB; what is longer is not judged',
    fallback: 2,
    parse: integer(1, 64),
  },
  ca: {
    placeholder: 'FILE',
    help: 'PEM file with further certificate authorities',
    fallbackText: "the system's",
    parse: certificates,
    file: { of: 'all' },
  },
  implementation: {
    placeholder: 'NAME',
    help: 'name of the implementation, for a certificate',
    parse: line,
  },
  implementationVersion: {
    placeholder: 'VERSION',
    help: 'its version, for a certificate',
    parse: line,
  },
  contact: {
    placeholder: 'TEXT',
    help: 'whom to ask about it, for a certificate',
    parse: line,
  },
  sign: {
    placeholder: 'FILE',
    help: 'PEM file with the Ed25519 private key that signs the certificate',
    fallbackText: 'unsigned',
    parse: signingKey,
    file: { of: 'all' },
    secret: true,
  },
  baseline: {
    placeholder: 'FILE',
    help: 'YAML file with known failures; the run exits with 0 while every failure is covered and in date',
    parse: path,
    repeat: false,
  },
  debug: {
    flag: null,
    help: '1: print the stack of an internal error',
    fallback: false,
    fallbackText: '0',
    parse: onOrOff,
  },
});

/** Every setting of a run, as a list. */
export const allSettings: readonly Setting<unknown>[] = Object.values(table);

/** Every variable that means something to the project. */
export const knownVariables: readonly string[] = allSettings.flatMap(({ variable }) =>
  variable === undefined ? [] : [variable],
);
