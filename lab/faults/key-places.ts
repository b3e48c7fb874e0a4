import {
  admitting,
  type Change,
  faultsOf,
  membersOf,
  onReply,
} from '../../src/reference/changes.ts';
import { demoKey } from '../../src/reference/server.ts';
import { everyTurn, type Fault } from '../../src/reference/subject.ts';
import { isA } from '../limit-changes.ts';

const asItIs = (key: string) => key;
const asBearer = (key: string) => `Bearer ${key}`;

/** Lets in callers that carry the key in this header field. */
const inField = (name: string, write = asItIs): Change =>
  admitting(({ headers }) => headers[name] === write(demoKey));

const inCookie = (name: string): Change =>
  admitting(({ headers }) => (headers.cookie ?? '').split('; ').includes(`${name}=${demoKey}`));

/** Lets in callers whose creation has the key among its members. */
const inBody = (name: string): Change =>
  admitting((call) => isA('createPet')(call) && membersOf(call.body)?.[name] === demoKey);

// Where products before a service, or its predecessors, look for keys.
const fields = faultsOf('auth.bearer-only', {
  'place.apikey': [
    'takes the key in apikey, as its gateway does unless told otherwise',
    inField('apikey'),
  ],
  'place.auth-key': ['takes the key in X-Auth-Key', inField('x-auth-key')],
  'place.subscription-key': [
    'takes the key in Ocp-Apim-Subscription-Key, as it was published over another gateway before',
    inField('ocp-apim-subscription-key'),
  ],
  'place.authentication': [
    'takes the key in Authentication, for clients that confused the name',
    inField('authentication', asBearer),
  ],
  'place.original-authorization': [
    'takes what a load balancer has put aside as X-Original-Authorization',
    inField('x-original-authorization', asBearer),
  ],
  'place.x-apikey': [
    'takes the key in X-ApiKey, as the filter does that everybody copies',
    inField('x-apikey'),
  ],
  'place.token': ['takes the key in a header that is called Token', inField('token')],
  'place.bearer-token': [
    'takes the key in X-Bearer-Token, as it reads tokens of two kinds',
    inField('x-bearer-token'),
  ],
  'place.cookie-of-keys': ['takes the key in the cookie apiKey', inCookie('apiKey')],
  'place.cookie-of-tokens': ['takes the key in the cookie of its pages, jwt', inCookie('jwt')],
});

/** The word Bearer in a header, and nothing between it and the key. */
const unspaced = faultsOf('auth.bearer-only', {
  'place.bearer-unspaced': [
    'cuts off as many letters as Bearer has, and the white space behind them',
    admitting(
      ({ headers }) =>
        /^bearer/i.test(headers.authorization ?? '') && cutOff(headers.authorization) === demoKey,
    ),
  ],
}).map((fault) => ({ ...fault, settings: everyTurn }));

const cutOff = (field = ''): string => field.slice('bearer'.length).trim();

const bodies = faultsOf('auth.bearer-only', {
  'place.body-access-token': [
    'takes the key in the body of a creation, as access_token',
    inBody('access_token'),
  ],
  'place.body-api-key': ['takes the key in the body of a creation, as api_key', inBody('api_key')],
}).map((fault) => ({ ...fault, settings: everyTurn }));

const challenging = (value: string): Change =>
  onReply((reply) =>
    reply.status === 401
      ? { ...reply, headers: { ...reply.headers, 'WWW-Authenticate': value } }
      : reply,
  );

const challenges = faultsOf('auth.challenge', {
  'place.challenge-empty': ['has a challenge without a scheme', challenging('')],
});

/** Section 5: other places from which a key is accepted, and where a 401 sends its caller. */
export const keyPlaceFaults: readonly Fault[] = [...fields, ...unspaced, ...bodies, ...challenges];
