/** Keys: their spelling, what they may do, and the consequences of bad ones. */

import type { Operation } from '../../src/catalogue/operations.ts';
import { Refusal } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  type Change,
  onReply,
  remembering,
  together,
  without,
} from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { html, needCreations, rich, spelt, withKey } from './freedoms.ts';
import { staging } from './limiters.ts';

const bytesOf = (encoding: BufferEncoding) => (key: string) =>
  Buffer.from(key, encoding).toString('hex');

const uuid = '6f1c0b9e-3d52-4a7e-9c41-8be2d05a7f13';

const spellings: readonly Variant[] = [
  {
    id: 'staging.key-uuid',
    title: 'has a UUID for a key, in any letter case',
    ...withKey(uuid),
    change: spelt((key) => key.toLowerCase()),
  },
  {
    id: 'staging.key-uuid-upper',
    title: 'has a UUID in capitals for a key, in any letter case',
    ...withKey(uuid.toUpperCase()),
    change: spelt((key) => key.toLowerCase()),
  },
  {
    id: 'staging.key-uuid-without-hyphens',
    title: 'has a UUID for a key, with hyphens or without',
    ...withKey(uuid),
    change: spelt((key) => key.toLowerCase().replaceAll('-', '')),
  },
  {
    id: 'staging.key-hex',
    title: 'has 32 hexadecimal digits for a key, compared as bytes',
    ...withKey('9f86d081884c7d659a2feaa0c55ad015'),
    change: spelt((key) => (/^[0-9a-f]+$/i.test(key) ? key.toLowerCase() : `no key: ${key}`)),
  },
  {
    id: 'staging.key-hex-upper',
    title: 'has 40 hexadecimal digits in capitals for a key, in any letter case',
    ...withKey('9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B'),
    change: spelt((key) => key.toLowerCase()),
  },
  {
    id: 'staging.key-base64',
    title: 'has Base64 with padding for a key, compared as bytes',
    ...withKey('qL8/3vXn+0aYk5rT7uWc2Q=='),
    change: spelt(bytesOf('base64')),
  },
  {
    id: 'staging.key-base64-one-sign-of-padding',
    title: 'has Base64 with one sign of padding for a key, compared as bytes',
    ...withKey('qL8/3vXn+0aYk5rT7uWc2QE='),
    change: spelt(bytesOf('base64')),
  },
  {
    id: 'staging.key-base64url',
    title: 'has unpadded base64url for a key, and takes padding for nothing',
    ...withKey('qL8_3vXn-0aYk5rT7uWc2Q'),
    change: spelt((key) => key.replace(/=+$/, '')),
  },
  {
    id: 'staging.key-of-digits',
    title: 'has 16 digits for a key',
    ...withKey('4071995520386613'),
  },
  {
    id: 'staging.key-short',
    title: 'has eight letters for a key',
    ...withKey('kwzrtqmb'),
  },
  {
    id: 'staging.key-jwt',
    title: 'has a token in three parts for a key',
    ...withKey(
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzdGFnaW5nIiwidiI6M30.q0Zr8TnYbK3xWm5Lc7VtDh2JpSgFa9Ue1RiNoXyQzBk',
    ),
  },
  ...[
    ['ulid-behind-a-prefix', 'pet_01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['hex-behind-a-prefix', 'Pet_9f86d081884c7d659a2feaa0c55ad015'],
    ['uuid-behind-a-prefix', `Key-${uuid}`],
  ].map(
    ([name, key = '']): Variant => ({
      id: `staging.key-${name}`,
      title: `has the key ${key}, in any letter case`,
      ...withKey(key),
      change: spelt((token) => token.toLowerCase()),
    }),
  ),
];

const mayOnlyRead =
  (refuse: (call: Call) => Refusal | undefined): Change =>
  ({ newAnimal }) => ({ newAnimal: (call) => refuse(call) ?? newAnimal(call) });

const forbidden = () => new Refusal(403, 'forbidden', 'This key may not create animals.');

/** Something before the service answers, without the headers of the service. */
const fromBefore = (status: number, of: number): Change =>
  onReply((reply) => {
    if (reply.status !== of) return reply;
    const { type, text } = html(`${status}`);
    return { status, headers: { 'Content-Type': type }, text };
  });

const readOnly = { profile: 'read-only' } as const;

/** What a key that may not create leaves open in core. */
const refusals = [
  'create.missing-name',
  'create.missing-category-id',
  'create.invalid-name',
  'create.invalid-category-id',
  'create.invalid-status',
  'create.invalid-body',
] as const;

/** What a key that may not read animals by their ids leaves open. */
const readsById = ['get.found', 'get.same-animal', 'get.not-found'] as const;

/** What a key that may not list leaves open. */
const needLists = [
  'list.returns-pets',
  'list.default-limit',
  'list.limit',
  'list.status-filter',
  'list.filter-with-limit',
  'list.shows-animals',
  'list.unique-ids',
] as const;

/** Answers every call of an operation 403, if its key is valid. */
const forbidding = (operation: Operation): Change =>
  onReply((reply, call) =>
    call.operation === operation && [200, 404].includes(reply.status)
      ? {
          ...reply,
          status: 403,
          body: { code: 'forbidden', message: 'This key may not do that.', status: 403 },
        }
      : reply,
  );

const scopes: readonly Variant[] = [
  {
    id: 'staging.key-reads-only',
    title: 'is looked at without writing, with a key that may not create: 403',
    settings: readOnly,
    server: rich(90),
    change: mayOnlyRead(forbidden),
  },
  {
    id: 'staging.key-reads-only-at-the-gateway',
    title: 'is looked at without writing, with a key to which the gateway forbids creation',
    settings: readOnly,
    server: rich(90),
    change: together(mayOnlyRead(forbidden), fromBefore(403, 403)),
  },
  {
    id: 'staging.key-reads-only-in-core',
    title: 'has a key that may not create: a core run cannot decide creation',
    undecided: [...needCreations, ...refusals],
    server: rich(90),
    change: mayOnlyRead(forbidden),
  },
  {
    id: 'staging.key-reads-only-in-core-at-the-gateway',
    title: 'has a key to which the gateway forbids creation: a core run cannot decide it',
    undecided: [...needCreations, ...refusals],
    server: rich(90),
    change: together(mayOnlyRead(forbidden), fromBefore(403, 403)),
  },
  {
    id: 'staging.key-of-one-category',
    title: 'has a key that may create in one category only: 403 in any other',
    settings: { categoryId: '7' },
    change: ({ newAnimal }) => ({
      newAnimal: (call) => {
        const wanted = newAnimal(call);
        return wanted instanceof Refusal || wanted.categoryId === 7n ? wanted : forbidden();
      },
    }),
  },
  {
    id: 'staging.key-lists-and-creates',
    title: 'has a key that may list and create, and not read an animal by its id: 403',
    undecided: readsById,
    change: forbidding('getPet'),
  },
  {
    id: 'staging.key-lists-only-rich',
    title: 'is looked at without writing, with a key that may list and do nothing else: 403',
    settings: readOnly,
    undecided: ['get.found', 'get.not-found'],
    server: rich(90),
    change: together(mayOnlyRead(forbidden), forbidding('getPet')),
  },
  {
    id: 'staging.key-reads-and-creates',
    title: 'has a key that may create animals and read them by their ids, and not list them: 403',
    undecided: [...needLists, 'get.found'],
    change: forbidding('listPets'),
  },
];

/** Answers 429 to bad keys for a second once too many came within one; a good key is let in. */
const throttlingBadKeys = (most: number): Change => {
  return ({ authorized, tooMany, finish, rateHeaders }) => {
    let since = 0;
    let bad = 0;
    return {
      finish: (reply, call) => {
        if (authorized(call) || reply.status !== 401) return finish(reply, call);
        if (call.at - since > 1000) [since, bad] = [call.at, 0];
        bad += 1;
        if (bad <= most) return finish(reply, call);
        const resetsAt = since + 1000;
        const retryAfter = Math.max(1, resetsAt - call.at);
        const standing = { allowed: false, limit: most, remaining: 0, resetsAt, retryAfter };
        const { headers, ...refused } = tooMany(standing, call);
        return finish(
          { ...refused, headers: { ...headers, ...rateHeaders(standing, call) } },
          call,
        );
      },
    };
  };
};

/** Answers each refused log-in a second later than the one before, ten seconds at most. */
const tarpit = (): Change =>
  remembering(() => {
    let bad = 0;
    return onReply((reply) => {
      if (reply.status !== 401) return reply;
      bad += 1;
      return { ...reply, heldMs: Math.min(10, bad) * 1000 };
    });
  });

const lockOuts: readonly Variant[] = [
  {
    id: 'staging.bad-keys-slowed-down-in-full',
    title: 'lets callers without the right key wait a second longer each time, ten at most',
    settings: { profile: 'full', plan: 'free' },
    server: () => ({ plan: 'free' }),
    inVirtualTime: staging,
    // In the end it takes longer than --timeout.
    undecided: ['auth.invalid-key', 'auth.bearer-only'],
    change: tarpit(),
  },
  {
    id: 'staging.bad-keys-throttled',
    title: 'answers 429 to the eleventh bad key within a second',
    settings: { plan: 'unknown' },
    change: throttlingBadKeys(10),
  },
  {
    id: 'staging.no-challenge-at-the-gateway',
    title: 'has a gateway that asks for the key, in the same words',
    advised: ['auth.challenge'],
    change: onReply((reply) =>
      reply.status === 401
        ? {
            ...reply,
            headers: without({ ...reply.headers, Server: 'gateway/3' }, 'WWW-Authenticate'),
          }
        : reply,
    ),
  },
];

/** Keys as staging services hand them out. */
export const keyVariants: readonly Variant[] = [...spellings, ...scopes, ...lockOuts];
