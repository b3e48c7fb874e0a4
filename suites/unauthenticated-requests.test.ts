import { describe, expect, test } from 'vitest';
import type { Caller } from '../src/http/exchange.ts';
import { petsOf } from '../src/judge/pet.ts';
import { answer } from '../src/judge/testing/answer.ts';
import { type Behaviour, Refusal } from '../src/reference/behaviour.ts';
import { onReply, withStatus } from '../src/reference/changes.ts';
import { type PetStatus, petStatuses } from '../src/spec/animal.ts';
import { type Change, type Judged, judged } from './testing/judged.ts';
import { petsFrom } from './unauthenticated-requests.ts';

const animal = (id: number, status?: PetStatus) => ({
  id,
  name: `Rex ${id}`,
  categoryId: 1,
  status,
});

/** The animals that are read without a key, by ids, at each turn. */
function turns(
  listed: readonly ReturnType<typeof animal>[],
  created: readonly ReturnType<typeof animal>[],
  reads: readonly (readonly [ReturnType<typeof animal>, Caller])[],
) {
  const of = (body: unknown) => ({ body: JSON.stringify(body) });
  const known = petsOf(answer(of([...listed, ...created]))) ?? [];
  const inventory = {
    pets: () => known.flatMap((pet) => (pet.id === undefined ? [] : [{ ...pet, id: pet.id }])),
    wasListed: (id: bigint) => listed.some((one) => BigInt(one.id) === id),
  };
  const exchanges = reads.map(([one, caller]) =>
    answer({ operation: 'getPet', caller, ...of(one) }),
  );
  return (number?: number) =>
    petsFrom({ exchanges, inventory }, number).map(({ id }) => Number(id));
}

describe('the animals that are read without a key', () => {
  const listed = [1, 2, 3, 4, 5].map((id) => animal(id, id === 4 ? 'pending' : 'sold'));
  const created = [6, 7].map((id) => animal(id, 'available'));
  const own = [animal(3, 'sold'), animal(5, 'sold'), animal(4, 'pending')].map(
    (one) => [one, 'authenticated'] as const,
  );

  test('are those that the key has read, one of each status first, from both ends in turn', () => {
    const at = turns(listed, created, [...own, [animal(2, 'sold'), 'anonymous']]);
    // In this order: 4, 3, 5, 1, 2, and the latest one, 7; 6 was never listed.
    expect(at()).toEqual([4, 7, 1]);
    expect([1, 2, 3, 4, 5, 6].map((number) => at(number)[0])).toEqual([7, 3, 2, 5, 1, 4]);
    expect(at(2)).toEqual([3, 4, 7, 1]);
  });
});

const full = { profile: 'full' } as const;

describe('an unauthenticated creation', () => {
  test('would succeed with the key, each with another status', async () => {
    const { exchanges } = await judged('auth.bearer-only', { settings: full, seed: 2 });
    const bodies = exchanges.flatMap(({ caller, operation, request: { body = '' } }) =>
      caller === 'anonymous' && operation === 'createPet' ? [JSON.parse(body)] : [],
    );
    expect(bodies.length).toBeGreaterThan(1);
    const begun = petStatuses.indexOf(bodies[1].status);
    expect(bodies.map(({ status }) => status)).toEqual(
      bodies.map((_, at) =>
        at % 2 === 0 ? undefined : petStatuses[(begun + (at - 1) / 2) % petStatuses.length],
      ),
    );
    for (const { name, categoryId } of bodies) {
      expect(name).toMatch(/^Pet[a-z]{5}$/);
      expect(categoryId).toBe(1);
    }
  });

  test('does not depend on whether a service looks at the body first', async () => {
    const { checks } = await judged('auth.bearer-only', {
      settings: { profile: 'core' },
      change: validatingFirst,
    });
    for (const { outcome } of checks) expect(outcome).not.toBe('failed');
  });
});

/** Looks at the body before it asks for the key. */
function validatingFirst({ newAnimal }: Behaviour): Partial<Behaviour> {
  return {
    finish(reply, call) {
      const refusal = call.operation === 'createPet' ? newAnimal(call) : undefined;
      return refusal instanceof Refusal ? withStatus(reply, refusal.status) : reply;
    },
  };
}

/** How the checks of a key in other places end, which ask for animals, too, and the reads with their callers. */
async function bare({ animals = stock, ...server }: Judged = {}) {
  const { check, checks, exchanges } = await judged('auth.bearer-only', {
    ...server,
    animals,
    settings: full,
    seed: 3,
  });
  const { outcome, message } = check('the key without a scheme');
  const asked = exchanges.flatMap(({ caller, operation, request: { url }, response }) =>
    caller === 'anonymous' && operation !== 'getPet'
      ? []
      : `${caller} ${url.replace(/.*\/v1/, '')} ${response?.status}`,
  );
  const outcomes = new Set(checks.map((one) => one.outcome));
  return { outcome, outcomes, message, asked };
}

const stock = [50, 60, 70].map((id) => ({ id: BigInt(id), name: `Rex ${id}`, categoryId: 1n }));

/** Answers unauthenticated reads with a status. */
const anonymousReads =
  (status: number): Change =>
  ({ authorized }) => ({
    finish: (reply, call) =>
      call.operation === 'getPet' && !authorized(call) ? withStatus(reply, status) : reply,
  });

/** Others take animals away as soon as they are asked for without a key. */
const takenAway =
  (most: number): Change =>
  ({ authorized, find }) => {
    const gone = new Set<string>();
    return {
      find: (store, call) => (gone.has(call.petId) ? undefined : find(store, call)),
      finish(reply, call) {
        if (call.operation !== 'getPet' || authorized(call)) return reply;
        if (gone.size < most) gone.add(call.petId);
        return gone.has(call.petId) ? withStatus(reply, 404) : reply;
      },
    };
  };

describe('an unauthenticated read', () => {
  test('fails with 404 if the key finds the animal', async () => {
    const { outcome, asked } = await bare({ change: anonymousReads(404) });
    expect(outcome).toBe('failed');
    const at = asked.findIndex((one) => /^anonymous .*404$/.test(one));
    const path = asked[at]?.split(' ')[1];
    expect(asked.slice(at)).toContain(`authenticated ${path} 200`);
  });

  test('is put again for another animal if this one has been taken away', async () => {
    const { outcomes, asked } = await bare({ change: takenAway(1) });
    expect([...outcomes]).toEqual(['passed']);
    const gone = asked.find((one) => /^anonymous .*404$/.test(one))?.split(' ')[1];
    expect(asked).toContain(`authenticated ${gone} 404`);
    expect(asked.at(-1)).toMatch(/^anonymous .* 401$/);
  });
});

/** Locks callers out after the first unauthenticated request: these, or everybody. */
const lockingOut =
  (key: number): Change =>
  (base) => {
    let isLocked = false;
    return onReply((reply, call) => {
      const { authorized } = base;
      if (!authorized(call)) isLocked = true;
      if (!isLocked) return reply;
      return withStatus(reply, authorized(call) ? key : 403);
    })(base);
  };

describe('an unauthenticated caller who is answered 403', () => {
  test('may be locked out if the right key is, too', async () => {
    const { outcome, message, asked } = await bare({ change: lockingOut(403) });
    expect(outcome).toBe('inconclusive');
    expect(message).toContain('403');
    expect(asked).toContain('authenticated /pets?limit=1 403');
  });

  test('is answered wrongly if the right key is served', async () => {
    expect((await bare({ change: lockingOut(200) })).outcome).toBe('failed');
  });
});
