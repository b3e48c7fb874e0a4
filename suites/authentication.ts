/** Section 5: every operation takes the key as a bearer token, and nothing else. */

import {
  asGatewaysWrite,
  bare,
  besideWrongKey,
  type Credential,
  emptyBearer,
  inOtherPlaces,
  lowerCaseScheme,
  membersWithKey,
  nearMisses,
  noKey,
  sessionCookies,
  underBasic,
  underScheme,
  withCookies,
  withoutSpace,
  wrongKey,
} from '../src/http/credential.ts';
import type { Answered } from '../src/http/exchange.ts';
import type { Connections } from '../src/http/transport.ts';
import { operationMayBeGone, showsService } from '../src/judge/answers.ts';
import type { CheckContext } from '../src/run/checks/check-context.ts';
import { expect } from '../src/run/checks/matchers.ts';
import { answeredUnlessStopped } from '../src/run/checks/refusal.ts';
import {
  requirement as alone,
  check,
  checkCases,
  together,
} from '../src/run/checks/registration.ts';
import type { Tier } from '../src/run/plan/plan.ts';
import type { Query } from '../src/run/requests/api.ts';
import { NotApplicable, orUndefined } from '../src/run/requests/outcomes.ts';
import { strangeId } from '../src/run/values/arbitraries.ts';
import { bySeed } from '../src/run/values/by-seed.ts';
import { foreignKey } from '../src/run/values/foreign-key.ts';
import { declaredUtf8 } from '../src/run/values/forms.ts';
import { type Operation, operationNames } from '../src/spec/operations.ts';
import {
  asPagesAsk,
  type Calling,
  callAs,
  excuseLock,
  expectRefused,
  petsBeside,
} from './unauthenticated-requests.ts';

const { requirement } = together('unauthenticated requests');

/** For fewer animals than there are likely to be. */
const lowerCaseQuery: Query = { limit: 10 };

/**
 * A list for the key under `bearer`. By turns, a caller without the key asks for the same list next, because a cache in
 * front of the service may keep it only for some seconds.
 */
const lowerCaseList = (
  { once, settings }: CheckContext,
  options: { readonly over?: Connections } = {},
) =>
  once('a list under bearer in lower case', ({ api }) =>
    api.listPets(lowerCaseQuery, { ...options, as: lowerCaseScheme(settings.apiKey) }),
  );

/** What a page for everybody asks for: the list without a query, or what is sold. */
const unauthenticatedQueries: readonly Query[] = [{}, { status: 'sold', limit: 2 }];

alone('auth.missing-key', () => {
  const title = 'a creation without a key on a connection that the key has just used';
  check(title, { tier: 1, requests: 2, logIns: 1 }, async (context) => {
    await context.inventory.stock();
    await context.onOneConnection(async (connection) => {
      const used = await orUndefined(lowerCaseList(context, { over: connection }));
      if (used?.response.status !== 200) {
        await context.api.listPets(lowerCaseQuery, { over: connection });
      }
      // A guard may compare the media type as a whole.
      await expectRefused(noKey, 'createPet', context, { over: connection, form: declaredUtf8 });
    });
  });

  const beside = "lists and an animal without a key, together with the key's own call";
  check(beside, { tier: 1, requests: 4, logIns: 3 }, async (context) => {
    await context.inventory.stock();
    const { api } = context;
    const pets = petsBeside(context);
    const [pet] = pets;
    const own = pet ? api.getPet(pet.id) : api.listPets({ limit: 2 });
    const visitor = withCookies(sessionCookies(context.exchanges));
    const lists = unauthenticatedQueries.map((query, place) =>
      callAs('listPets', place === 0 ? visitor : noKey, context, { place, query }),
    );
    const read = callAs('getPet', asGatewaysWrite, context, { place: 1, pets });
    await Promise.allSettled([own, ...lists, read]);
    for (const list of lists) expect(await list).toBeRefused(401);
    const animal = await read;
    if (operationMayBeGone(animal)) return;
    // Shown without the headers of gateways if that is enough.
    if (animal.response.status === 200) await expectRefused(noKey, 'getPet', context, { pets });
    expect(animal).toBeRefused(401);
  });
});

// Before the wrong keys below: a caller who is locked out for them can show nothing with the right key.
requirement('auth.scheme-case', () => {
  check('bearer in lower case', async (context) => {
    const answer = await lowerCaseList(context);
    context.cite(answer);
    await excuseLock(answer, context.api);
    expect(answer).toBeList();
  });
});

/** Not keys, but a look-up may take them for one: in a query, as a pattern, or among the members of an object. */
const oddTokens = ['null', '[!-~]*', 'constructor'] as const;

/** A pattern of SQL that matches all, as long as a token by mistake, and by the seed another one. */
const shownTokens = (seed: number) => ['%'.repeat(1_000), bySeed(oddTokens, seed, 0)];

/** Beyond the 8 KiB of headers that services read. */
const veryLong = 'k'.repeat(9_000);

/** Bytes beyond ASCII, which HTTP lets a server refuse by itself (RFC 9110, section 5.5). */
const beyondAscii = 'cl\u00e9';

requirement('auth.invalid-key', () => {
  check('a key of which one half is wrong', { tier: 4, logIns: 1 }, async (context) => {
    const { apiKey, seed } = context.settings;
    const half = bySeed(['createPet', 'getPet'] as const, seed, 0);
    const operation = bySeed(operationNames, seed, 0);
    await expectRefused(foreignKey(apiKey, seed, half), operation, context);
  });

  const expectNearRefused = async (
    context: CheckContext,
    near: ReturnType<typeof nearMisses>[number]['kind'],
    operation: Operation,
    calling: Calling,
  ) => {
    const miss = nearMisses(context.settings.apiKey, 'last').find(({ kind }) => kind === near);
    if (miss === undefined) throw new NotApplicable('the form of the key allows no such key');
    await expectRefused(miss.credential, operation, context, calling);
  };
  // One operation is enough to find a look-up that folds letters; a look-up by prefix is tried on more.
  const shorter = { tier: 1, logIns: 1, cases: operationNames } as const;
  checkCases('a key near the real one: shorter', shorter, (context, operation) =>
    expectNearRefused(context, 'shorter', operation, { place: 0 }),
  );
  // The list without a query, which may be public on purpose elsewhere.
  const longer = { ...shorter, tier: 4 } as const;
  checkCases('a key near the real one: longer', longer, (context, operation) =>
    expectNearRefused(context, 'longer', operation, { query: {} }),
  );
  for (const [at, kind] of (['twice', 'case'] as const).entries()) {
    check(`a key near the real one: ${kind}`, { tier: 1, logIns: 1 }, async (context) => {
      const operation = bySeed(operationNames, context.settings.seed, at);
      await expectNearRefused(context, kind, operation, { place: at + 1 });
    });
  }

  check('tokens that are no keys', { tier: 3, requests: 2, logIns: 2 }, async (context) => {
    const { seed } = context.settings;
    for (const [place, token] of shownTokens(seed).entries()) {
      const operation = bySeed(operationNames, seed, place);
      const answer = await answeredUnlessStopped(() =>
        callAs(operation, wrongKey(token), context, { place }),
      );
      await expectOddRefused(answer, context);
    }
  });

  check('further wrong keys', { tier: 4, requests: 5, logIns: 5 }, async (context) => {
    const { apiKey, seed } = context.settings;
    // This one was shown before: the service may remember the result wrongly.
    const known = foreignKey(apiKey, seed, 'getPet');
    await expectRefused(known, bySeed(operationNames, seed, 0), context, { place: 0 });
    const shown: readonly string[] = shownTokens(seed);
    const left = oddTokens.filter((token) => !shown.includes(token));
    for (const [place, token] of [...left, veryLong, beyondAscii].entries()) {
      const operation = bySeed(operationNames, seed, place);
      const purpose = token === beyondAscii ? 'gap' : 'clause';
      const answer = await callAs(operation, wrongKey(token), context, { place, purpose });
      if (token === beyondAscii && answer.response.status === 400) continue;
      await expectOddRefused(answer, context);
    }
  });
});

/** Expects a token to be refused that something before the service may stop: a firewall, or a limit on headers. */
async function expectOddRefused(answer: Answered, { api }: CheckContext): Promise<void> {
  await excuseLock(answer, api);
  const isStopped = [400, 403, 413, 431].includes(answer.response.status) && !showsService(answer);
  if (!isStopped && !operationMayBeGone(answer)) expect(answer).toBeRefused(401);
}

requirement('auth.bearer-only', () => {
  type Way = (key: string, seed: number, at: number) => Credential;
  const ways: readonly (readonly [title: string, tier: Tier, way: Way])[] = [
    ['the key under Basic', 1, underBasic],
    [
      'the key without a scheme',
      3,
      // For services that cut off as many letters as Bearer has.
      (key, seed, at) => ((seed + at) % 2 === 0 ? withoutSpace(key) : bare(key)),
    ],
    [
      'the key under a scheme that begins and ends like Bearer',
      3,
      (key) => underScheme('BearersXBearer', key),
    ],
    ['Bearer and no key', 1, () => emptyBearer],
    [
      'the key in other headers and in cookies',
      1,
      (key, seed, at) =>
        at === 2 ? besideWrongKey(key, foreignKey(key, seed, 'listPets')) : inOtherPlaces(key),
    ],
  ];
  for (const [place, [title, tier, credential]] of ways.entries()) {
    const cost = { tier, logIns: 1, cases: operationNames };
    // A list without Authorization and with a query, for services that then look for no key at all.
    const asked = place === ways.length - 1 ? { query: asPagesAsk } : {};
    checkCases(title, cost, async (context, operation, at) => {
      const { apiKey, seed } = context.settings;
      const calling = { place: place + at, animal: place, ...asked };
      await expectRefused(credential(apiKey, seed, at), operation, context, calling);
    });
  }

  check('the key under another scheme', { tier: 3, logIns: 1 }, async (context) => {
    const { apiKey, seed } = context.settings;
    // Known to some frameworks, and as long as Bearer, of which a service may only cut off the letters.
    const credential = underScheme('ApiKey', apiKey);
    await expectRefused(credential, bySeed(operationNames, seed, 2), context, { place: 2 });
  });

  check('the key in the body of a creation', { tier: 4, logIns: 1 }, async (context) => {
    const { apiKey } = context.settings;
    const members = Object.fromEntries(membersWithKey.map((name) => [name, apiKey]));
    const answer = await callAs('createPet', noKey, context, { members });
    await excuseLock(answer, context.api);
    // A service that looks at the body first may refuse members that are not described.
    if (answer.response.status !== 400) expect(answer).toBeRefused(401);
  });
});

requirement('auth.comes-first', () => {
  // The body cannot be parsed: a service that validates before it asks for the key must parse before it, too.
  check(
    'a creation without a key and with a body that breaks off',
    { tier: 4, logIns: 1 },
    async (context) => {
      const { api, inventory } = context;
      await inventory.look();
      const answer = await api.createPetFrom('{"name":', { as: noKey });
      await excuseLock(answer, api);
      expect(answer).toBeRefused(401);
    },
  );
  check(
    'an id that no animal has, without a key',
    { tier: 4, logIns: 1 },
    async ({ api, forAll }) => {
      await forAll({ arbitrary: strangeId, runs: 1, show: String }, async (id) => {
        const answer = await api.getPet(id, { as: noKey });
        await excuseLock(answer, api);
        expect(answer).toBeRefused(401);
      });
    },
  );
});
