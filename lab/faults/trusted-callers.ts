import { type Behaviour, bearerToken, Refusal } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  admitting,
  type Change,
  faultsOf,
  onReply,
  withStatus,
} from '../../src/reference/changes.ts';
import { demoKey } from '../../src/reference/server.ts';
import { everyTurn, type Fault } from '../../src/reference/subject.ts';
import { isA } from '../limit-changes.ts';

const inFull = (faults: readonly Fault[]) => faults.map((one) => ({ ...one, settings: everyTurn }));

/** Lets in callers whose call has this header field. */
const saying = (name: string, value = /./): Change =>
  admitting(({ headers }) => value.test(String(headers[name] ?? '')));

// Anybody can write what only the gateway should.
const gateways = faultsOf('auth.missing-key', {
  'trusted.forwarded': [
    'asks for no key if a caller claims to be on this machine (Forwarded)',
    saying('forwarded', /for="?127\./),
  ],
  'trusted.client-address': [
    'asks for no key of the address that its network of caches names (True-Client-IP)',
    saying('true-client-ip', /^127\./),
  ],
  'trusted.consumer': [
    'believes the consumer that its gateway has found (X-Consumer-Username)',
    saying('x-consumer-username'),
  ],
  'trusted.proxy-user': [
    'believes the user that its proxy has found (X-Auth-Request-User)',
    saying('x-auth-request-user'),
  ],
  'trusted.cluster': [
    'asks for no key if its cluster says that the caller is on this machine (X-Cluster-Client-IP)',
    saying('x-cluster-client-ip', /^127\./),
  ],
  'trusted.web-server': [
    'believes the user that its web server has found (Remote-User)',
    saying('remote-user'),
  ],
  'trusted.identity-proxy': [
    'believes whom its proxy of identities has found (X-Goog-Authenticated-User-Email)',
    saying('x-goog-authenticated-user-email'),
  ],
  'trusted.debugging': ['asks for no key of who debugs it (X-Debug)', saying('x-debug')],
  'trusted.internal': [
    'asks for no key of its own other services (X-Internal)',
    saying('x-internal'),
  ],
  'trusted.own-pages': [
    'asks for no key of the script of its own pages (X-Requested-With)',
    saying('x-requested-with'),
  ],
});

const isForAll = (status: string, { status: answered, body }: Reply) =>
  answered === 200 && Object(body).status === status;

/** Shows animals of one status to anybody, by id. */
const showingToAll =
  (status: string): Change =>
  ({ authorized, finish, error }: Behaviour) => ({
    authorized: (call) => authorized(call) || isA('getPet')(call),
    finish: (reply, call) => {
      if (authorized(call) || !isA('getPet')(call) || isForAll(status, reply)) {
        return finish(reply, call);
      }
      const refusal = new Refusal(401, 'unauthorized', 'The API key is missing or invalid.');
      const headers = { ...reply.headers, 'WWW-Authenticate': 'Bearer' };
      return finish({ status: 401, headers, body: error(refusal, call) }, call);
    },
  });

const anonymous = ({ headers }: Call) => headers.authorization === undefined;

// What is public, by its own status.
const published: readonly Fault[] = [
  ...faultsOf('auth.missing-key', {
    'trusted.available-for-all': [
      'lists what is available to anybody who sends no key, as its pages show it anyway',
      admitting(
        (call) =>
          isA('listPets')(call) &&
          anonymous(call) &&
          call.headers.cookie === undefined &&
          call.query.get('status') === 'available',
      ),
    ],
  }),
  ...inFull(
    faultsOf(['auth.missing-key', 'auth.invalid-key', 'auth.bearer-only'], {
      'trusted.sold-for-all': ['shows animals that are sold to anybody', showingToAll('sold')],
    }),
  ),
];

const token = (call: Call): string => bearerToken(call) ?? '';

/** Answers 500 to some of the wrong keys. */
const failingOn = (which: (call: Call) => boolean): Change =>
  onReply((reply, call) => (reply.status === 401 && which(call) ? withStatus(reply, 500) : reply));

// Wrong keys are of more kinds than a different text.
const keys: readonly Fault[] = [
  ...inFull(
    faultsOf('auth.invalid-key', {
      'trusted.key-as-pattern': [
        'looks whether the token, as a pattern, matches a key',
        admitting((call) => token(call) !== demoKey && /[[\]*]/.test(token(call)) && matches(call)),
      ],
      'trusted.key-beyond-ascii-crashes': [
        'compares keys in constant time as ASCII, and fails if a token is not: 500',
        failingOn((call) => /[^\p{ASCII}]/u.test(call.headers.authorization ?? '')),
      ],
    }),
  ),
  ...faultsOf('auth.invalid-key', {
    'trusted.key-of-other-length-crashes': [
      'compares keys in constant time, and fails if a token is not of their length: 500',
      failingOn((call) => token(call) !== '' && token(call).length !== demoKey.length),
    ],
  }),
];

function matches(call: Call): boolean {
  try {
    return new RegExp(`^${token(call)}$`).test(demoKey);
  } catch {
    return false;
  }
}

/** Section 5: callers who are believed without a key, or with something that is not one. */
export const trustedCallerFaults: readonly Fault[] = [...inFull(gateways), ...published, ...keys];
