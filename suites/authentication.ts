/** Section 5: every operation takes the key as a bearer token, and nothing else. */

import { type Operation, operationNames } from '../src/catalogue/operations.ts';
import { strangeId } from '../src/engine/arbitraries.ts';
import type { CheckContext } from '../src/engine/context.ts';
import { foreignKey } from '../src/engine/foreign-key.ts';
import { expect } from '../src/engine/matchers.ts';
import { NotApplicable, undecided } from '../src/engine/outcomes.ts';
import { fewOf } from '../src/engine/pet.ts';
import { check, requirement } from '../src/engine/requirement.ts';
import {
  bare,
  type Credential,
  emptyBearer,
  inApiKeyHeader,
  lowerCaseScheme,
  nearMisses,
  noKey,
  underBasic,
  underToken,
} from '../src/http/credential.ts';
import type { Answered } from '../src/http/exchange.ts';
import type { Connections } from '../src/http/transport.ts';
import { mayBeGone } from '../src/judge/defined.ts';

/** A call that would succeed with the key: on an animal that exists, with a body that is valid. */
async function callAs(
  operation: Operation,
  as: Credential,
  { api, inventory }: CheckContext,
  over?: Connections,
): Promise<Answered> {
  const options = { as, ...(over === undefined ? {} : { over }) };
  if (operation === 'listPets') return api.listPets({}, options);
  if (operation === 'createPet') {
    await inventory.stock();
    const { id: categoryId } = inventory.category();
    return api.createPet({ name: inventory.name('stranger'), categoryId }, options);
  }
  await inventory.stock();
  const pets = inventory.pets();
  if (pets.length === 0) {
    const answer = await api.getPet(nobodys, options);
    // Looking up before asking for the key is no fault: only an animal that exists decides.
    if (answer.response.status === 404) undecided(`no animal is known${inventory.lack()}`);
    return answer;
  }
  for (const { id } of fewOf(pets)) {
    const answer = await api.getPet(id, options);
    if (answer.response.status !== 404 || mayBeGone(answer)) return answer;
    const toHolder = await api.getPet(id);
    if (toHolder.response.status !== 404) return answer;
  }
  return undecided('the animals that were asked for have been taken away');
}

/** An id to ask for where no animal is known. */
const nobodys = 2n ** 62n + 4_040_404_041n;

/** Every operation refuses the credential with 401. */
async function expectRefused(
  as: Credential,
  operations: readonly Operation[],
  context: CheckContext,
) {
  for (const operation of operations) {
    const answer = await callAs(operation, as, context);
    if (!mayBeGone(answer)) expect(answer).toBeRefused(401);
  }
}

requirement('auth.missing-key', () => {
  for (const operation of operationNames) {
    check(`${operation} without a key`, async (context) => {
      await context.inventory.stock();
      await context.onOneConnection(async (connection) => {
        const answer = await callAs(operation, noKey, context, connection);
        if (mayBeGone(answer)) throw new NotApplicable('getPet is gone, as announced');
        expect(answer).toBeRefused(401);
      });
    });
  }

  check('without a key on a connection that the key has just used', async (context) => {
    await context.onOneConnection(async (connection) => {
      await useKey(context, connection);
      for (const operation of operationNames) {
        const answer = await callAs(operation, noKey, context, connection);
        if (!mayBeGone(answer)) expect(answer).toBeRefused(401);
      }
    });
  });
});

/** A request with the key: an animal is read once more, as whether it is still the same is of interest anyway. */
async function useKey({ api, inventory }: CheckContext, over: Connections): Promise<void> {
  const unusual = inventory.creations.find(({ planned, pet }) => planned.pieces && pet?.id);
  const pet = unusual?.pet ?? inventory.pets()[0];
  if (pet?.id === undefined) await api.listPets({ limit: 1 }, { over });
  else await api.getPet(pet.id, { over });
}

requirement('auth.invalid-key', () => {
  // One wrong key for each operation and kind makes a dozen: more might lock the caller out.
  for (const operation of operationNames) {
    check(`${operation} with a key that nobody has`, async (context) => {
      const { apiKey, seed } = context.settings;
      await expectRefused(foreignKey(apiKey, seed, operation), [operation], context);
    });

    check(`${operation} with a key near the real one`, async (context) => {
      const end = operation === 'createPet' ? 'first' : 'last';
      for (const { credential } of nearMisses(context.settings.apiKey, end)) {
        await expectRefused(credential, [operation], context);
      }
    });
  }
});

requirement('auth.bearer-only', () => {
  check('the key under Basic', async (context) => {
    await expectRefused(underBasic(context.settings.apiKey), operationNames, context);
  });
  check('the key without a scheme', async (context) => {
    await expectRefused(bare(context.settings.apiKey), operationNames, context);
  });
  check('the key in X-API-Key', async (context) => {
    await expectRefused(inApiKeyHeader(context.settings.apiKey), operationNames, context);
  });
  check('the key under another scheme', async (context) => {
    await expectRefused(underToken(context.settings.apiKey), ['listPets'], context);
  });
  check('Bearer and no key', async (context) => {
    await expectRefused(emptyBearer, ['listPets'], context);
  });
});

requirement('auth.comes-first', () => {
  // What cannot be parsed: a service that validates before it asks for the key must parse before it, too.
  check('a creation without a key and with a body that breaks off', async ({ api }) => {
    expect(await api.createPetFrom('{"name":', { as: noKey })).toBeRefused(401);
  });
  check('an id that no animal has, without a key', async ({ api, forAll }) => {
    await forAll({ arbitrary: strangeId, runs: 1, show: String }, async (id) => {
      expect(await api.getPet(id, { as: noKey })).toBeRefused(401);
    });
  });
});

requirement('auth.scheme-case', () => {
  check('bearer in lower case', async ({ api, settings }) => {
    // A whole page, as it also shows what creations without a key have left.
    const answer = await api.listPets({ limit: 100 }, { as: lowerCaseScheme(settings.apiKey) });
    expect(answer).toBeList();
  });
});
