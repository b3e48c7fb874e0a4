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

const whom = { ...everywhere, group: 'Whom to ask', shapes: 'questions' } as const;
const judged = {
  ...everywhere,
  group: 'What to judge',
  shapes: 'questions',
} as const;
const cost = {
  ...everywhere,
  group: 'What it may cost',
  shapes: 'questions',
} as const;
const maker = { ...everywhere, group: 'What to write', shapes: 'report' } as const;

/** Every setting of a run, in the order of the help. */
export const table = settingsOf({
  baseUrl: {
    ...whom,
    kind: baseAddress,
    fallback: unset(),
    help: 'address of the implementation, with its version segment',
  },
  apiKey: {
    ...whom,
    kind: apiKey,
    fallback: unset(),
    help: 'file that holds the API key (the variable: the key itself)',
    secret: true,
  },
  rateLimitKey: {
    ...whom,
    kind: apiKey,
    variable: 'PETSTORE_RATE_LIMIT_API_KEY',
    fallback: unset('the API key'),
    help: 'file that holds the key whose rate limit the full profile spends (the variable: the key itself)',
    secret: true,
  },
  plan: {
    ...whom,
    kind: choice(planNames),
    fallback: unset('unknown'),
    help: 'plan of the API key: free, pro, business or enterprise',
  },
  categoryId: {
    ...whom,
    kind: int64Digits,
    fallback: unset('taken from a listed animal, else 1'),
    help: 'a category that exists',
  },
  ca: {
    ...whom,
    kind: certificates,
    fallback: unset("the system's"),
    help: 'PEM file with further certificate authorities',
  },
  profile: {
    ...judged,
    kind: choice(profiles),
    fallback: 'core',
    help: 'how much to ask; quick: the most useful requests, read-only: creates nothing on a conforming service, core: all but exhausting a rate limit, full: everything',
  },
  seed: {
    ...judged,
    kind: integer(-(2 ** 31), 2 ** 31 - 1, 'INT32'),
    fallback: unset('random, printed; that of the challenge, if there is one'),
    help: 'decides all generated data',
  },
  challenge: {
    ...judged,
    kind: challengeToken,
    fallback: unset(),
    help: 'one-time token from the certifier; seed and test data follow from it, so old traffic cannot be used again',
  },
  only: {
    ...judged,
    from: ['flag', 'member'],
    kind: ids,
    fallback: unset('all'),
    help: 'decide these alone: ids by comma, auth.* too',
  },
  skip: {
    ...judged,
    from: ['flag', 'member'],
    kind: ids,
    fallback: [],
    help: 'leave these out: ids by comma, auth.* too',
  },
  baseline: {
    ...judged,
    ...command,
    kind: path('FILE'),
    fallback: unset(),
    help: 'YAML file with known failures; the run exits with 0 while every failure is covered and in date',
    shapes: 'output',
  },
  budget: {
    ...cost,
    kind: integer(10, 2000),
    fallback: unset("the profile's own"),
    help: 'requests that the plan of a core run may use, 10 to 2000: the most useful first',
  },
  maxRequests: {
    ...cost,
    kind: integer(1, mostRequests),
    fallback: 2000,
    help: `most requests that a run may send, 1 to ${mostRequests}`,
  },
  maxCreations: {
    ...cost,
    kind: integer(0),
    fallback: 60,
    help: 'most animals that a run may create',
  },
  maxWait: {
    ...cost,
    kind: seconds(0, 86_400),
    fallback: 120,
    help: 'longest wait for the rate limit, 0 to 86400 seconds',
  },
  wait: {
    ...command,
    group: 'Whom to ask',
    shapes: 'output',
    kind: seconds(0, 3600),
    fallback: 0,
    help: 'how long to wait for a service that is starting, 0 to 3600 seconds',
  },
  timeout: {
    ...cost,
    kind: seconds(0.001, 600),
    fallback: 10,
    help: 'longest wait for one response, up to 600 seconds',
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
    help: 'requests in flight at once, 1 to 32',
  },
  out: {
    ...everywhere,
    group: 'What to write',
    kind: path('DIR'),
    fallback: 'reports',
    help: 'folder for the reports',
    shapes: 'output',
  },
  implementation: {
    ...maker,
    kind: line(200, 'NAME'),
    fallback: unset(),
    help: 'name of the implementation, for a certificate',
  },
  implementationVersion: {
    ...maker,
    kind: line(200, 'VERSION'),
    fallback: unset(),
    help: 'version of the implementation, for a certificate',
  },
  contact: {
    ...maker,
    kind: line(),
    fallback: unset(),
    help: 'whom to ask about the implementation, for a certificate',
  },
  sign: {
    ...command,
    group: 'What to write',
    kind: signingKey,
    fallback: unset('unsigned'),
    help: 'PEM file with the Ed25519 private key that signs the certificate',
    secret: true,
    shapes: 'output',
  },
  debug: {
    from: ['variable'],
    group: 'What to write',
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
  group: 'Where to listen',
  shapes: 'output',
} as const;

/** The settings of `serve`. */
export const serveTable = {
  ...settingsOf({
    port: {
      ...listening,
      kind: integer(0, 65_535),
      fallback: 8080,
      help: 'port to listen on, 0 for any free one',
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
    'plan whose rate limits hold: free, pro, business or enterprise',
    'What it lets in',
  ),
  apiKey: { ...table.apiKey, fallbackText: 'a demo key', group: 'What it lets in' as const },
  ...settingsOf({
    window: {
      ...listening,
      kind: seconds(0.001, 86_400),
      fallback: unset('60'),
      help: "length of the rate limit's window in seconds",
    },
  }),
};

const trust = { ...flagAlone, group: 'Whom to trust', shapes: 'output' } as const;

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
    help: 'the token that you gave to whoever ran the suite: the run must be bound to it',
  },
});
