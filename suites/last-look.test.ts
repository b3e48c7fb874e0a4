import { describe, expect, test } from 'vitest';
import type { Animal } from '../src/catalogue/animal.ts';
import type { RequirementId } from '../src/catalogue/catalogue.ts';
import type { Exchange } from '../src/http/exchange.ts';
import { type Behaviour, Refusal } from '../src/reference/behaviour.ts';
import type { Call } from '../src/reference/call.ts';
import { type Change, type Judged, judged } from './testing/judged.ts';

const core = { profile: 'core' } as const;
const full = { profile: 'full' } as const;

/** A store so large that a quick run creates few animals, none of them ordinary and written in another form. */
const stocked: Judged = {
  settings: { profile: 'quick' },
  animals: Array.from({ length: 120 }, (_, at): Animal => {
    const status = (['available', 'pending', 'sold'] as const)[at % 3];
    return { id: BigInt(at + 1), name: `Rex ${at}`, categoryId: 1n, ...(status ? { status } : {}) };
  }),
};

const refused = new Refusal(400, 'refused', 'No.');

/** A server that differs from the first read on: then only what is asked at the end is left. */
const atEnd =
  (change: Change): Change =>
  (base) => {
    let hasRead = false;
    const changed: Behaviour = { ...base, ...change(base) };
    const then = () => (hasRead ? changed : base);
    return {
      newAnimal: (...all) => then().newAnimal(...all),
      newId: (...all) => then().newId(...all),
      show: (...all) => then().show(...all),
      finish: (...all) => then().finish(...all),
      find(...all) {
        hasRead = true;
        return then().find(...all);
      },
    };
  };

const last = 'an animal created at the end';

/** How a check ends, and the creations and reads since the created animals were read. */
async function looked(id: RequirementId, server: Judged, title = last) {
  const besides: readonly RequirementId[] = ['create.created', 'create.server-id', 'get.found'];
  const { check, exchanges } = await judged(id, server, besides);
  const { outcome } = check(title);
  const first = exchanges.findIndex(({ operation }) => operation === 'getPet');
  const since = exchanges.slice(first);
  const after = since.slice(since.findIndex(({ operation }) => operation === 'createPet'));
  return { outcome, created: after.filter(isCreation), after };
}

const isCreation = ({ operation }: Exchange) => operation === 'createPet';
const bodyOf = ({ request }: Exchange): unknown => JSON.parse(request.body ?? '');
const told = ({ operation, request, response }: Exchange) =>
  `${operation} ${operation === 'getPet' ? request.url.replace(/.*\//, '') : ''} ${response?.status}`.replace(
    '  ',
    ' ',
  );

const isEscaped = ({ request }: Exchange) => request.body?.includes('\\u') === true;

describe('an animal created at the end', () => {
  test.each<[string, Judged]>([
    ['core', { settings: core }],
    // Here the last ordinary animal has no status.
    ['full', { settings: full }],
  ])('is one like the ordinary ones before that have a status: %s', async (_, server) => {
    const { outcome, created } = await looked('create.created', server);
    expect(outcome).toBe('passed');
    expect(created.map(bodyOf)).toEqual([
      { name: expect.any(String), categoryId: 1, status: 'available' },
    ]);
    expect(created.map(isEscaped)).toEqual([false]);
  });

  test('has no status if no ordinary animal with one was accepted', async () => {
    const change: Change = ({ newAnimal }) => ({
      newAnimal(call) {
        const animal = newAnimal(call);
        return animal instanceof Refusal || animal.status === undefined ? animal : refused;
      },
    });
    const { outcome, created } = await looked('create.created', { settings: full, change });
    expect(outcome).toBe('passed');
    expect(created.map(bodyOf)).toEqual([{ name: expect.any(String), categoryId: 1 }]);
  });

  const escaped = (call: Call) => call.body.includes('\\u');

  test.each<[string, string, readonly string[], Change]>([
    ['passed', 'is accepted', ['form'], () => ({})],
    [
      'failed',
      'is refused',
      ['form', 'plain', 'form'],
      ({ newAnimal }) => ({
        newAnimal: (call) => (escaped(call) ? refused : newAnimal(call)),
      }),
    ],
    [
      'passed',
      'is stopped before the service',
      ['form', 'plain', 'form'],
      () => ({
        finish: (reply, call) => (escaped(call) ? { ...reply, status: 403, body: 'no' } : reply),
      }),
    ],
    [
      'not-applicable',
      'is refused as any other',
      ['form', 'plain'],
      () => ({ newAnimal: () => refused }),
    ],
  ])(
    'is written in another form on a large store: %s if it %s',
    async (outcome, _, written, change) => {
      const told = await looked('create.created', { ...stocked, change: atEnd(change) });
      expect(told.outcome).toBe(outcome);
      expect(told.created.map((one) => (isEscaped(one) ? 'form' : 'plain'))).toEqual(written);
      expect(told.created.map(bodyOf)).toEqual(
        written.map(() => ({ name: expect.any(String), categoryId: 1, status: 'available' })),
      );
    },
  );

  test.each<[string, string, Change]>([
    [
      'not-applicable',
      'refused with 400, as of a store that is full',
      () => ({ newAnimal: () => refused }),
    ],
    [
      'failed',
      'answered 200 with the animal',
      () => ({
        finish: (reply, { operation }) =>
          operation === 'createPet' ? { ...reply, status: 200 } : reply,
      }),
    ],
    [
      'failed',
      'never answered',
      () => ({
        finish: (reply, { operation }) =>
          operation === 'createPet' ? { ...reply, heldMs: 60_000 } : reply,
      }),
    ],
    [
      'not-applicable',
      'not answered because the service is away',
      () => ({
        finish: (reply, { operation }) =>
          operation === 'getPet' ? reply : { ...reply, heldMs: 60_000 },
      }),
    ],
  ])('%s if it is %s', async (outcome, _, change) => {
    const told = await looked('create.created', { change: atEnd(change) });
    expect(told.outcome).toBe(outcome);
    const answered = told.created.filter(({ response }) => response !== undefined);
    expect(answered.length).toBeLessThanOrEqual(1);
  });
});

describe('the id of an animal created at the end', () => {
  test('is not asked for again if it is new', async () => {
    const { outcome, after } = await looked('create.server-id', { settings: core });
    expect(outcome).toBe('passed');
    expect(after.map(told)).toEqual(['createPet 201', 'getPet 27 200']);
  });

  test('must be free if it was seen before', async () => {
    let next = 0n;
    const change = atEnd(() => ({
      newId: () => {
        next += 1n;
        return next;
      },
    }));
    expect((await looked('create.server-id', { change })).outcome).toBe('failed');
  });

  test.each(['create.server-id', 'get.found'] as const)(
    'tells nothing if it is not shown: %s',
    async (id) => {
      const change = atEnd(({ show }) => ({
        show: (animal, call) =>
          call.operation === 'createPet'
            ? { ...Object(show(animal, call)), id: undefined }
            : show(animal, call),
      }));
      expect((await looked(id, { change })).outcome).toBe('not-applicable');
    },
  );
});

describe('a read of an animal created at the end', () => {
  /** Finds no animals but those with these ids. */
  const finding = (isThere: (id: number) => boolean, further: Change = () => ({})): Change =>
    atEnd((base) => ({
      find: (store, call) => (isThere(Number(call.petId)) ? base.find(store, call) : undefined),
      ...further(base),
    }));
  const one: Change = ({ newAnimal }) => {
    let made = 0;
    return {
      newAnimal(call) {
        made += 1;
        return made > 1 ? refused : newAnimal(call);
      },
    };
  };
  /** Asked for again within the grace. */
  const gone = (id: number) => Array.from({ length: 4 }, () => `getPet ${id} 404`);

  test.each<[string, string, readonly string[], Change]>([
    ['passed', 'it is found', ['createPet 201', 'getPet 27 200'], () => ({})],
    [
      'passed',
      'it has gone and the next one is found',
      ['createPet 201', ...gone(27), 'createPet 201', 'getPet 28 200'],
      finding((id) => id !== 27),
    ],
    [
      'failed',
      'neither it nor the next one is found',
      ['createPet 201', ...gone(27), 'createPet 201', ...gone(28)],
      finding((id) => id < 27),
    ],
    [
      'not-applicable',
      'it has gone and no next one is taken',
      ['createPet 201', ...gone(27), 'createPet 400'],
      finding((id) => id < 27, one),
    ],
    [
      'not-applicable',
      'it has gone and the next one is given its id',
      ['createPet 201', ...gone(27), 'createPet 201'],
      finding(
        (id) => id < 27,
        () => ({ newId: () => 27n }),
      ),
    ],
  ])('%s if %s', async (outcome, _, asked, change) => {
    const { outcome: ended, after } = await looked('get.found', { change });
    expect([ended, after.map(told)]).toEqual([outcome, asked]);
  });
});

describe('animals before and after a refusal', () => {
  const title = 'animals before and after a refusal';

  /** Whether a creation has an id and a name. */
  const isOdd = ({ body }: Call) => /"name".*"id":\d/.test(body);

  /** Gives the latest id again to such a creation, by whether one was refused just before; takes at most so many. */
  const givingAgain =
    (isSo: (call: Call, isAfterRefusal: boolean) => boolean, most = 1_000): Change =>
    ({ newAnimal }) => {
      let [latest, isAfterRefusal, animals] = [0n, false, 0];
      return {
        newAnimal(call) {
          const animal = animals < most ? newAnimal(call) : refused;
          if (animal instanceof Refusal) isAfterRefusal = true;
          return animal;
        },
        newId(_, call) {
          if (!isSo(call, isAfterRefusal)) latest += 1n;
          isAfterRefusal = false;
          animals += 1;
          return latest;
        },
      };
    };

  const usual = ['create.missing-name', 'gap.client-id', 'gap.limit-out-of-range'] as const;

  /** How the check ends, its evidence, and how many animals there are. */
  async function compared(change: Change, besides: readonly RequirementId[] = usual) {
    const { check, exchanges } = await judged(
      'create.server-id',
      { change, settings: full },
      besides,
    );
    const { outcome, exchanges: evidence } = check(title);
    const created = exchanges.filter((one) => isCreation(one) && one.response?.status === 201);
    return { outcome, evidence: evidence.map(told), created: created.length };
  }

  const round = ['createPet 201', 'createPet 400', 'createPet 201'];
  const whenRefused = (_: Call, isAfterRefusal: boolean) => isAfterRefusal;
  const afterRefusal = givingAgain(whenRefused);

  test('fail if they have the same id twice, as an odd creation had that of an animal', async () => {
    expect(await compared(afterRefusal)).toMatchObject({
      outcome: 'failed',
      evidence: ['createPet 201', 'createPet 201', ...round, ...round],
    });
  });

  test('show nothing if they have different ids, or if no more are taken', async () => {
    const once = { outcome: 'passed', evidence: ['createPet 400'] };
    const whenOdd = givingAgain(isOdd);
    expect(await compared(whenOdd)).toMatchObject(once);
    const { created } = await compared(afterRefusal);
    const isFull = givingAgain(whenRefused, created - 4);
    expect(await compared(isFull)).toMatchObject(once);
  });

  /** Takes what has to be refused, but for an empty object, until it is sent an id: it gives that the id 5. */
  const betweenOthers: Change = ({ newId, newAnimal }) => {
    let isSent = false;
    return {
      newAnimal(call) {
        const animal = newAnimal(call);
        const isTaken = !isSent && call.body !== '{}' && animal instanceof Refusal;
        return isTaken ? { name: 'Rex', categoryId: 1n } : animal;
      },
      newId(store, call) {
        if (!isOdd(call)) return newId(store, call);
        isSent = true;
        return 5n;
      },
    };
  };

  test.each<[string, Change, (readonly RequirementId[])?]>([
    ['every animal has an id of its own', () => ({})],
    [
      'every animal has an id of its own, though some were refused',
      ({ newAnimal }) => ({
        newAnimal: (call) => (/[<%]/.test(call.body) ? refused : newAnimal(call)),
      }),
    ],
    [
      'creations were refused before and after, but not between',
      betweenOthers,
      // Too long names come last.
      [...usual, 'gap.name-limits'],
    ],
    ['no odd creation was sent', afterRefusal, ['create.missing-name']],
    [
      'an odd creation was answered otherwise',
      (base) => ({
        ...afterRefusal(base),
        finish: (reply, call) => (isOdd(call) ? { ...reply, status: 200 } : reply),
      }),
    ],
    [
      'an odd creation was answered without an animal',
      () => ({ finish: (reply, call) => (isOdd(call) ? { ...reply, body: 'done' } : reply) }),
    ],
    [
      'an odd creation was not answered',
      () => ({ finish: (reply, call) => (isOdd(call) ? { ...reply, heldMs: 60_000 } : reply) }),
    ],
  ])('are not asked for if %s', async (_, change, besides) => {
    expect(await compared(change, besides)).toMatchObject({
      outcome: 'not-applicable',
      evidence: [],
    });
  });
});
