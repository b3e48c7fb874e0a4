import { Refusal } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  type Change,
  inAnswers,
  inErrors,
  onReply,
  together,
  without,
} from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';

/** Looks at the body of a creation before it looks at the key. */
export const validationFirst: Change = ({ authorized, newAnimal }) => ({
  authorized: (call) =>
    authorized(call) || (call.operation === 'createPet' && newAnimal(call) instanceof Refusal),
});

/** Looks for the animal before it looks at the key. */
export const lookUpFirst: Change = ({ authorized, finish, error }) => ({
  authorized: (call) => authorized(call) || call.operation === 'getPet',
  finish: (reply, call) => {
    if (call.operation !== 'getPet' || authorized(call) || reply.status !== 200) {
      return finish(reply, call);
    }
    const headers = {
      ...without(reply.headers, 'Deprecation', 'Sunset'),
      'WWW-Authenticate': 'Bearer',
    };
    const refusal = new Refusal(401, 'unauthorized', 'The API key is missing or invalid.');
    return finish({ status: 401, headers, body: error(refusal, call) }, call);
  },
});

/** Knows the scheme only as Bearer; a key under another spelling counts as a stranger's, whose limit applies. */
export const schemeInExactCase: Change = ({ authorized, caller }) => {
  const isBearer = ({ headers }: Call) => (headers.authorization ?? '').startsWith('Bearer ');
  return {
    authorized: (call) => isBearer(call) && authorized(call),
    caller: (call) => (isBearer(call) ? caller(call) : 'stranger'),
  };
};

const challenging = (challenge: string): Change =>
  onReply((reply) =>
    reply.status === 401
      ? { ...reply, headers: { ...reply.headers, 'WWW-Authenticate': challenge } }
      : reply,
  );

/** Section 5: what it leaves open about how a key is checked. */
export const authenticationVariants: readonly Variant[] = [
  {
    id: 'gap.validation-before-key',
    title: 'refuses a faulty body before it asks for the key',
    advised: ['auth.comes-first'],
    change: validationFirst,
  },
  {
    id: 'gap.validation-before-key-by-own-limit',
    title:
      'refuses a faulty body before it asks for the key, and shows callers without one their own limit',
    advised: ['auth.comes-first'],
    change: together(
      ({ authorized, rateHeaders }) => ({
        rateHeaders: (standing, call) =>
          rateHeaders(
            authorized(call) ? standing : { ...standing, limit: 30, remaining: 20 },
            call,
          ),
      }),
      validationFirst,
    ),
  },
  {
    id: 'gap.look-up-before-key',
    title: 'says that there is no such animal before it asks for the key',
    advised: ['auth.comes-first'],
    change: lookUpFirst,
  },
  {
    id: 'gap.key-comes-last',
    title: 'asks for the key after all else',
    advised: ['auth.comes-first'],
    change: together(validationFirst, lookUpFirst),
  },
  {
    id: 'gap.no-challenge',
    title: 'names no scheme with a 401',
    advised: ['auth.challenge'],
    change: onReply((reply) => ({
      ...reply,
      headers: without(reply.headers, 'WWW-Authenticate'),
    })),
  },
  {
    id: 'gap.other-challenge',
    title: 'names several schemes with a 401',
    change: challenging('Bearer error="invalid_token", Basic realm="staff, \\"back\\" office"'),
  },
  {
    id: 'gap.bare-challenge',
    title: 'names no more than the scheme with a 401',
    change: challenging('bearer'),
  },
  {
    id: 'gap.scheme-in-exact-case',
    title: 'knows the scheme as Bearer only',
    advised: ['auth.scheme-case'],
    change: schemeInExactCase,
  },
  {
    id: 'gap.401s-tell-why',
    title: 'tells a missing key and a wrong one apart',
    change: inErrors((body, call) => ({
      ...body,
      code: call.headers.authorization === undefined ? 'key_missing' : 'key_unknown',
    })),
  },
  {
    id: 'gap.no-deprecation-headers',
    title: 'announces the end of getPet in its description only',
    advised: ['get.deprecation-headers'],
    change: onReply((reply) => ({
      ...reply,
      headers: without(reply.headers, 'Deprecation', 'Sunset'),
    })),
  },
  {
    id: 'gap.deprecated-as-in-drafts',
    title: 'says Deprecation: true, and names the last second of the day west of the Atlantic',
    change: inAnswers('getPet', 200, (reply) => ({
      ...reply,
      headers: {
        ...reply.headers,
        Deprecation: 'true',
        Sunset: 'Fri, 06 Dec 2030 04:59:59 GMT',
      },
    })),
  },
];
