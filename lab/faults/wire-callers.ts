import { bearerToken } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  admitting,
  type Change,
  faultsOf,
  membersOf,
  remembering,
  together,
} from '../../src/reference/changes.ts';
import { demoKey } from '../../src/reference/server.ts';
import { everyTurn, type Fault } from '../../src/reference/subject.ts';
import { isA } from '../limit-changes.ts';
import { breakingOffOn, refusingAs } from '../wire-changes.ts';

const authorization = ({ headers }: Call): string => headers.authorization ?? '';
const anonymous = ({ headers }: Call) => headers.authorization === undefined;
const on =
  (operation: 'listPets' | 'createPet' | 'getPet', who: (call: Call) => boolean) => (call: Call) =>
    isA(operation)(call) && who(call);

/** Lets in callers that carry the key in this header field. */
const inField = (name: string, write: (key: string) => string = (key) => key): Change =>
  admitting(({ headers }) => headers[name] === write(demoKey));

/** Lets in callers whose `Authorization` is like this. */
const written = (form: RegExp, where: (call: Call) => boolean = () => true): Change =>
  admitting((call) => where(call) && form.exec(authorization(call))?.[1] === demoKey);

const basicPair = (call: Call) => {
  const encoded = /^basic (.*)$/i.exec(authorization(call))?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString();
};
const underBasic = (pair: string): Change => admitting((call) => basicPair(call) === pair);

const cookies = ({ headers }: Call): string => headers.cookie ?? '';

/** Holds the caller in a variable that all calls share, until the answer is sent. */
const sharedCaller: Change = remembering(() => {
  let holders = 0;
  return ({ authorized, transmit }) => ({
    authorized: (call) => {
      if (!authorized(call)) return holders > 0;
      holders += 1;
      return true;
    },
    transmit: (reply, response, call) => {
      if (!authorized(call)) return transmit(reply, response, call);
      setTimeout(() => {
        holders -= 1;
        transmit(reply, response, call);
      }, 4);
    },
  });
});

// No key is sent, and something else in the request gives access.
const missing = [
  ...faultsOf('auth.missing-key', {
    'wire.loopback-for-anonymous': [
      'asks for no key if a caller claims to be 127.0.0.1 (X-Forwarded-For)',
      admitting(({ headers }) => String(headers['x-forwarded-for'] ?? '').startsWith('127.0.0.1')),
    ],
    'wire.gateway-for-anonymous': [
      'believes the name that a gateway gives its caller, whoever writes it (X-Forwarded-User)',
      admitting(({ headers }) => headers['x-forwarded-user'] !== undefined),
    ],
    'wire.shared-caller': [
      'keeps the caller in a shared variable: no key is needed while another call has one',
      sharedCaller,
    ],
  }),
  ...faultsOf(['auth.missing-key', 'auth.bearer-only'], {
    'wire.creation-with-status-for-anonymous': [
      'asks for the key of a creation in a check of drafts, which have no status',
      admitting(
        on('createPet', (call) => anonymous(call) && membersOf(call.body)?.status !== undefined),
      ),
    ],
  }),
  ...faultsOf(['auth.missing-key', 'auth.bearer-only'], {
    'wire.short-list-for-anonymous': [
      'lists a few animals for anybody who says how many',
      admitting(on('listPets', (call) => anonymous(call) && call.query.has('limit'))),
    ],
    'wire.filtered-list-for-anonymous': [
      'lists the animals of one status for anybody, as its web page does',
      admitting(on('listPets', (call) => anonymous(call) && call.query.has('status'))),
    ],
  }),
];

/** Lets in callers that show any token and ask for the newest animal. */
const newest: Change = remembering(() => {
  let latest = '';
  return together(
    ({ newId }) => ({
      newId: (store, call) => {
        const id = newId(store, call);
        latest = String(id);
        return id;
      },
    }),
    admitting(on('getPet', (call) => bearerToken(call) !== undefined && call.petId === latest)),
  );
});

const withStatus = (wanted: string | undefined): Change =>
  admitting(
    on(
      'createPet',
      (call) => bearerToken(call) !== undefined && membersOf(call.body)?.status === wanted,
    ),
  );

// A key that nobody has is enough for some requests.
const asked: readonly Fault[] = [
  ...faultsOf('auth.invalid-key', {
    'wire.sold-animals-with-any-key': [
      'takes animals that are sold with any token, as partners report them',
      withStatus('sold'),
    ],
    'wire.newest-with-any-key': ['shows the newest animal for any token', newest],
  }),
  ...faultsOf('auth.invalid-key', {
    'wire.drafts-with-any-key': [
      'takes drafts, which have no status, with any token',
      withStatus(undefined),
    ],
  }).map((fault) => ({ ...fault, settings: everyTurn })),
].map((fault) => ({ ...fault, needsWholeRun: true }));

// A call without the header is never answered, whatever else it carries.
const unanswered = [
  ...faultsOf('auth.missing-key', {
    'wire.refusal-breaks-off': [
      'breaks off every 401 of getPet without a key in the middle of the body',
      breakingOffOn((call, { status }) => status === 401 && isA('getPet')(call) && anonymous(call)),
    ],
  }),
];

// The right key under another scheme, or in another spelling of this one.
const schemes = faultsOf('auth.bearer-only', {
  'wire.any-scheme-for-creations': [
    'looks at the scheme for lists, and for creations at the second word only',
    written(/^\S+ (\S+)$/, isA('createPet')),
  ],
  'wire.any-scheme-for-one-animal': [
    'looks at the scheme for lists, and for getPet at the second word only',
    written(/^[^B]\S* (\S+)$/, isA('getPet')),
  ],
  'wire.scheme-api-key': ['knows the scheme ApiKey as well', written(/^ApiKey (\S+)$/i)],
  'wire.basic-without-password': [
    'takes the key as a user name under Basic if there is no password',
    underBasic(`${demoKey}:`),
  ],
  'wire.basic-of-user-api': [
    'takes the key as the password of the user api under Basic',
    underBasic(`api:${demoKey}`),
  ],
  'wire.empty-bearer-creates': [
    'takes an empty token for a call of its own, in creations',
    admitting(on('createPet', (one) => /^bearer *$/i.test(authorization(one)))),
  ],
  'wire.empty-bearer-crashes-reading': [
    'fails in getPet if Bearer stands without a token: 500',
    refusingAs(
      500,
      on('getPet', (one) => /^bearer *$/i.test(authorization(one))),
    ),
  ],
});

// The right key in another place than Authorization.
const places = faultsOf('auth.bearer-only', {
  'wire.key-in-x-authorization': [
    'takes what a proxy has put aside as X-Forwarded-Authorization',
    inField('x-forwarded-authorization', (key) => `Bearer ${key}`),
  ],
  'wire.key-in-x-auth-token': ['takes the key in X-Auth-Token', inField('x-auth-token')],
  'wire.key-in-api-key': ['takes the key in Api-Key', inField('api-key')],
  'wire.key-in-x-access-token': ['takes the key in X-Access-Token', inField('x-access-token')],
  'wire.key-in-cookie': [
    'takes the key in a cookie',
    admitting((one) =>
      cookies(one)
        .split(/; */)
        .some((pair) => pair.split('=')[1] === demoKey),
    ),
  ],
  'wire.key-beside-wrong-bearer': [
    'looks into X-API-Key if the bearer token is not a key',
    admitting(
      ({ headers }) => headers.authorization !== undefined && headers['x-api-key'] === demoKey,
    ),
  ],
});

/** Section 5: callers without a key, and with the key in other forms than a bearer token. */
export const wireCallerFaults: readonly Fault[] = [
  ...missing,
  ...asked,
  ...unanswered,
  ...schemes,
  ...places,
];
