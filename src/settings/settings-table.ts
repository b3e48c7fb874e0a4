import { type Plan, planNames, profiles } from '../spec/plans.ts';
import { defaulting, type Setting, settingsOf, unset } from './setting.ts';
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
  line,
  onOrOff,
  path,
  seconds,
  signingKey,
  verifyingKey,
} from './value-kinds.ts';

/**
 * The most requests that a run may be allowed to send: half as many again as the longest plan (`--budget 2000`), for
 * retries and for spending a limit. A recording with more is not of a run, and is not read.
 */
export const mostRequests = 3000;

const everywhere = { from: ['flag', 'variable', 'member'] } as const;
const command = { from: ['flag', 'variable'] } as const;
const flagAlone = { from: ['flag'] } as const;

const whom = { ...everywhere, group: 'Target', shapes: 'questions' } as const;
const judged = {
  ...everywhere,
  group: 'What to run',
  shapes: 'questions',
} as const;
const cost = {
  ...everywhere,
  group: 'Limits',
  shapes: 'questions',
} as const;
const maker = { ...everywhere, group: 'Output', shapes: 'report' } as const;

/** Every setting of a run, in the order of the help. */
export const table = settingsOf({
  baseUrl: {
    ...whom,
    kind: baseAddress,
    fallback: unset(),
    help: 'base URL of the service, including the version segment',
  },
  apiKey: {
    ...whom,
    kind: apiKey,
    fallback: unset(),
    help: 'file with the API key; PETSTORE_API_KEY is the key itself',
    secret: true,
  },
  rateLimitKey: {
    ...whom,
    kind: apiKey,
    variable: 'PETSTORE_RATE_LIMIT_API_KEY',
    fallback: unset('the API key'),
    help: 'file with the key whose rate limit the full profile uses up; the variable is the key itself',
    secret: true,
  },
  plan: {
    ...whom,
    kind: choice(planNames),
    fallback: unset('unknown'),
    help: 'rate plan of the API key: free, pro, business or enterprise',
  },
  categoryId: {
    ...whom,
    kind: int64Digits,
    fallback: unset('that of a listed animal, or 1'),
    help: 'id of an existing category',
  },
  ca: {
    ...whom,
    kind: certificates,
    fallback: unset("the system's"),
    help: 'PEM file with additional certificate authorities',
  },
  profile: {
    ...judged,
    kind: choice(profiles),
    fallback: 'core',
    help: 'quick: the most useful requests; read-only: creates nothing on a conforming service; core: everything except using up a rate limit; full: everything',
  },
  seed: {
    ...judged,
    kind: integer(-(2 ** 31), 2 ** 31 - 1, 'INT32'),
    fallback: unset('random, and printed; derived from the challenge if there is one'),
    help: 'seed of all generated data',
  },
  challenge: {
    ...judged,
    kind: challengeToken,
    fallback: unset(),
    help: 'one-time token from the certifier; derives seed and test data, so that old traffic cannot be reused',
  },
  only: {
    ...judged,
    from: ['flag', 'member'],
    kind: ids,
    fallback: unset('all'),
    help: 'run only these: comma-separated ids or patterns such as auth.*',
  },
  skip: {
    ...judged,
    from: ['flag', 'member'],
    kind: ids,
    fallback: [],
    help: 'skip these: comma-separated ids or patterns such as auth.*',
  },
  baseline: {
    ...judged,
    ...command,
    kind: path('FILE'),
    fallback: unset(),
    help: 'YAML file of expected failures; the run exits with 0 if every failure is listed and has not expired',
    shapes: 'output',
  },
  budget: {
    ...cost,
    kind: integer(10, 2000),
    fallback: unset("the profile's own"),
    help: 'number of requests in a core run, 10 to 2000; the most useful go first',
  },
  maxRequests: {
    ...cost,
    kind: integer(1, mostRequests),
    fallback: 2000,
    help: `hard limit on requests, 1 to ${mostRequests}`,
  },
  maxCreations: {
    ...cost,
    kind: integer(0),
    fallback: 60,
    help: 'hard limit on created animals',
  },
  maxWait: {
    ...cost,
    kind: seconds(0, 86_400),
    fallback: 120,
    help: 'longest single wait for the rate limit, 0 to 86400 seconds',
  },
  wait: {
    ...command,
    group: 'Target',
    shapes: 'output',
    kind: seconds(0, 3600),
    fallback: 0,
    help: 'how long to wait for a service that is starting, 0 to 3600 seconds',
  },
  timeout: {
    ...cost,
    kind: seconds(0.001, 600),
    fallback: 10,
    help: 'timeout of one request, up to 600 seconds',
  },
  grace: {
    ...cost,
    kind: seconds(0, 600),
    fallback: 5,
    help: 'time for reads to catch up with writes, 0 to 600 seconds',
  },
  concurrency: {
    ...cost,
    kind: integer(1, 32),
    fallback: 4,
    help: 'concurrent requests, 1 to 32; if more than 1, up to 64 while full spends a limit',
  },
  out: {
    ...everywhere,
    group: 'Output',
    kind: path('DIR'),
    fallback: 'reports',
    help: 'output folder',
    shapes: 'output',
  },
  implementation: {
    ...maker,
    kind: line(200, 'NAME'),
    fallback: unset(),
    help: 'name of the implementation, required for a certificate',
  },
  implementationVersion: {
    ...maker,
    kind: line(200, 'VERSION'),
    fallback: unset(),
    help: 'version of the implementation, required for a certificate',
  },
  contact: {
    ...maker,
    kind: line(),
    fallback: unset(),
    help: 'contact for the implementation, required for a certificate',
  },
  sign: {
    ...command,
    group: 'Output',
    kind: signingKey,
    fallback: unset('unsigned'),
    help: 'PEM file with the Ed25519 private key that signs the certificate',
    secret: true,
    shapes: 'output',
  },
  debug: {
    from: ['variable'],
    group: 'Output',
    kind: onOrOff,
    fallback: false,
    help: '1: print the stack of an internal error',
    shapes: 'output',
  },
});

/** Every setting of a run, as a list. */
export const allSettings: readonly Setting<unknown>[] = Object.values(table);

/** Every variable that means something to the project. */
export const knownVariables: readonly string[] = allSettings.flatMap(
  ({ variable }) => variable ?? [],
);

const listening = {
  ...flagAlone,
  group: 'Listening',
  shapes: 'output',
} as const;

/** The settings of `serve`. */
export const serveTable = {
  ...settingsOf({
    port: {
      ...listening,
      kind: integer(0, 65_535),
      fallback: 8080,
      help: 'port to listen on; 0 picks a free one',
    },
    host: {
      ...listening,
      kind: {
        placeholder: 'HOST',
        parse: (text: string) =>
          /^[\w.:-]+$/.test(text) ? text : refuse('must be an IP address or a host name'),
      },
      fallback: '127.0.0.1',
      help: 'address to listen on',
    },
  }),
  plan: defaulting<Plan, Plan>(
    table.plan,
    'business',
    'rate plan to enforce: free, pro, business or enterprise',
    'Access',
  ),
  apiKey: { ...table.apiKey, fallbackText: 'a demo key', group: 'Access' as const },
  ...settingsOf({
    window: {
      ...listening,
      kind: seconds(0.001, 86_400),
      fallback: unset('60'),
      help: 'length of the rate-limit window in seconds',
    },
  }),
};

const trust = { ...flagAlone, group: 'Trust', shapes: 'output' } as const;

/** The settings of `verify`. */
export const verifyTable = settingsOf({
  key: {
    ...trust,
    kind: verifyingKey,
    fallback: unset(),
    help: "PEM file with the signer's Ed25519 public key; a signed certificate needs it",
    secret: true,
  },
  challenge: {
    ...trust,
    kind: challengeToken,
    fallback: unset(),
    help: 'the token that you gave to the vendor; the run must have used it',
  },
});
