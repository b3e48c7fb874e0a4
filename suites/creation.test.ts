import { describe, expect, test } from 'vitest';
import { ask } from '../lab/trial.ts';
import { Refusal } from '../src/reference/behaviour.ts';
import type { Call } from '../src/reference/call.ts';
import {
  type Change,
  inAnswers,
  keeping,
  omit,
  onReply,
  remembering,
  showingIn,
  together,
} from '../src/reference/changes.ts';
import type { Store } from '../src/reference/store.ts';
import type { Subject } from '../src/reference/variant.ts';
import { type Animal, type NewAnimal, petStatuses } from '../src/spec/animal.ts';
import type { RequirementId } from '../src/spec/catalogue.ts';

interface Server extends Pick<Subject, 'change' | 'settings'> {
  readonly animals?: readonly Animal[];
}

/** How the checks of a requirement end if a run asks for nothing else. */
async function asked(id: RequirementId, { animals = [], ...given }: Server = {}) {
  const subject = { id: 'server', title: 'a server', server: () => ({ animals }), ...given };
  const { record } = await ask(subject, { seed: 1, only: [id] });
  expect(record.defects).toEqual([]);
  const checks = record.checks.get(id) ?? [];
  return {
    checks,
    /** The outcome and the message of the first check. */
    ended: [checks[0]?.outcome, checks[0]?.message ?? ''],
    outcomes: checks.map(({ outcome }) => outcome),
    said: checks.map(({ message }) => message),
    /** The bodies of the creations. */
    bodies: record.exchanges.flatMap(({ operation, request }) =>
      operation === 'createPet' ? (request.body ?? '') : [],
    ),
  };
}

/** Available animals with these ids. */
const numbered = (first: number, last = first, categoryId = 1n): Animal[] =>
  Array.from({ length: last - first + 1 }, (_, at) => ({
    id: BigInt(first + at),
    name: `Rex ${first + at}`,
    categoryId,
    status: 'available',
  }));

const ofTwoCategories = [...numbered(1, 1, 41n), ...numbered(2, 2, 42n)];

type Which = (animal: NewAnimal, call: Call) => boolean;

/** Answers valid creations with a status; one below 400 lets them in. */
const answering = (status: (animal: NewAnimal, call: Call) => number): Change =>
  keeping((animal, call) => {
    const given = status(animal, call);
    return given < 400 ? animal : new Refusal(given, 'refused', `No ${animal.name}.`);
  });

const refusing = (which: Which, status: number) =>
  answering((animal, call) => (which(animal, call) ? status : 201));

/** Something before the service answers a page to these creations. */
const stopping = (which: Which, status: number): Change =>
  together(
    refusing(which, status),
    inAnswers('createPet', status, () => ({
      status,
      headers: { 'Content-Type': 'text/html' },
      text: '<!doctype html><title>Stopped</title>',
    })),
  );

/** Longer than the suite waits for an answer. */
const hangsMs = 600_000;

/** Never answers these creations. */
const holding = (which: (body: string) => boolean): Change =>
  onReply((reply, { operation, body }) =>
    operation === 'createPet' && which(body) ? { ...reply, heldMs: hangsMs } : reply,
  );

/** Takes so many animals. */
const fullAfter = (room: number) =>
  remembering(() => {
    let taken = 0;
    return refusing(() => {
      taken += 1;
      return taken > room;
    }, 507);
  });

const takingNamesOnce = (status: number) =>
  remembering(() => {
    const taken = new Set<string>();
    return refusing(({ name }) => taken.size === taken.add(name).size, status);
  });

const hasOrdinaryName = ({ name }: NewAnimal) => /^Pet[a-z]{5}$/.test(name);
const isOrdinary = (animal: NewAnimal) => hasOrdinaryName(animal) && animal.categoryId === 1n;
const isUnusual = ({ name }: NewAnimal) => name.includes(' ');
const isLong = ({ name }: NewAnimal) => name.length > 100;
const isSold = ({ status }: NewAnimal) => status === 'sold';
const isOrdinaryBody = (body: string) => /^{"name":"Pet[a-z]{5}","categoryId":1[,}]/.test(body);

describe('create.created', () => {
  const created = async (server: Server) => (await asked('create.created', server)).ended;

  test.each<[string, Server]>([
    ['accepts all', {}],
    ['answers 422 to a repeated name', { change: takingNamesOnce(422) }],
    ['answers 400 to unusual names', { change: refusing(isUnusual, 400) }],
    ['answers 400 to long names', { change: refusing(isLong, 400) }],
    ['has a firewall that answers 405 to unusual names', { change: stopping(isUnusual, 405) }],
    [
      'has a firewall that answers 405 to odd layouts',
      { change: stopping((one, { body }) => isOrdinary(one) && !isOrdinaryBody(body), 405) },
    ],
    ['answers 400 to one status', { change: refusing(isSold, 400) }],
    ['never answers one status', { change: holding((body) => body.includes('pending')) }],
    [
      'never answers creations in one large category',
      { change: holding((body) => body.includes('"categoryId":4294967297,')) },
    ],
  ])('passes if the service %s', async (_, server) => {
    expect(await created(server)).toEqual(['passed', '']);
  });

  const refused = 'expected: 201 with the animal\nreceived:';
  const silent = 'expected: an answer to POST /pets\nreceived: none';

  test.each<[string, string, Server]>([
    ['answers 422 to one status', `${refused} 422`, { change: refusing(isSold, 422) }],
    ['answers 500 to unusual names', `${refused} 500`, { change: refusing(isUnusual, 500) }],
    [
      'answers 405 to unusual names, with an Error',
      `${refused} 405`,
      { change: refusing(isUnusual, 405) },
    ],
    [
      'answers 400 to the second long name alone',
      'expected: 201, as animals with a name, a status and a category of the sam',
      {
        change: remembering(() => {
          let nth = 0;
          return refusing((animal) => isLong(animal) && ++nth === 2, 400);
        }),
      },
    ],
    [
      'shows no animal',
      'expected: the animal as a JSON object\nreceived: 201',
      { change: inAnswers('createPet', 201, ({ status, headers }) => ({ status, headers })) },
    ],
    [
      'refuses ordinary names in the category that a setting names',
      `${refused} 400`,
      { change: refusing(hasOrdinaryName, 400), settings: { categoryId: '1' } },
    ],
    ['never answers a creation', silent, { change: holding(() => true) }],
    ['never answers an ordinary creation', silent, { change: holding(isOrdinaryBody) }],
    [
      'never answers an ordinary creation after two',
      silent,
      {
        change: remembering(() => {
          let nth = 0;
          return holding((body) => {
            if (isOrdinaryBody(body)) nth += 1;
            return isOrdinaryBody(body) && nth > 2;
          });
        }),
      },
    ],
  ])('fails if the service %s', async (_, why, server) => {
    const [outcome, said] = await created(server);
    expect([outcome, said?.slice(0, why.length)]).toEqual(['failed', why]);
  });

  test.each<[string, string, Server]>([
    [
      'has no room',
      'the service answers 507 to every creation: has it room for more?',
      { change: refusing(() => true, 507) },
    ],
    [
      'lets the key create nothing',
      'the service answers 403 to every creation: give the run a key that may create',
      { change: refusing(() => true, 403) },
    ],
    [
      'takes none in a category that was guessed',
      'the service answers 400 to every creation in category 1, and no animal was listed to take one from; name one that takes animals with --category-id',
      { change: refusing(() => true, 400) },
    ],
    [
      'takes none in the categories that it lists',
      'the service answers 422 to every creation in the listed category 41, 42; name one that takes animals with --category-id',
      { animals: ofTwoCategories, change: refusing(() => true, 422) },
    ],
    [
      'takes unusual names alone',
      'the service answers 400 to every creation in category 1, and no animal was listed to take one from; name one that takes animals with --category-id',
      { change: refusing(hasOrdinaryName, 400) },
    ],
  ])('is left open if the service %s', async (_, why, server) => {
    expect(await created(server)).toEqual(['inconclusive', why]);
  });
});

/** Counts ids from 1, and passes over some. */
const counting =
  (isTaken: (id: bigint, store: Store) => boolean = () => false): Change =>
  () => {
    let last = 0n;
    return {
      newId: (store) => {
        do last += 1n;
        while (isTaken(last, store));
        return last;
      },
    };
  };

describe('create.server-id', async () => {
  const id = 'create.server-id';
  /** How many animals a run creates for all checks of creation. */
  const stock = (await asked('create.keeps-values')).bodies.length;
  const listed = numbered(10, 12);

  test.each<[string, Server]>([
    ['has room for two', { change: fullAfter(2) }],
    [
      'gives ids of others, and then takes no more',
      { animals: listed, change: together(counting(), fullAfter(stock - 3)) },
    ],
  ])('passes if the service %s', async (_, server) => {
    expect((await asked(id, server)).ended).toEqual(['passed', '']);
  });
});

/** Stores other values of some animals. */
const altering = (which: (animal: NewAnimal) => boolean, change: (one: NewAnimal) => object) =>
  keeping((one) => (which(one) ? { ...one, ...change(one) } : one));

/** Reads these signs of an unusual name as a question mark. */
const misreading = (sign: string, which: (animal: NewAnimal) => boolean = () => true) =>
  altering(
    (one) => isUnusual(one) && which(one),
    ({ name }) => ({ name: name.replace(sign, '?') }),
  );

describe('create.keeps-values', () => {
  const id = 'create.keeps-values';
  const [passed, failed] = ['passed', 'failed'];

  test.each<[string, string[], Server]>([
    ['keeps all', [passed, passed, passed], {}],
    ['changes a sign', [failed, passed, passed], { change: misreading('é') }],
    [
      'changes ordinary names',
      [passed, passed, failed],
      { change: altering(isOrdinary, ({ name }) => ({ name: name.toLowerCase() })) },
    ],
    [
      'shows a word that is no status, which is of another requirement',
      [passed, passed, passed],
      { change: showingIn('createPet', (shown) => ({ ...shown, status: 'lost' })) },
    ],
    [
      'gives a status to animals without one',
      [passed, passed, passed],
      { change: showingIn('createPet', (shown) => ({ status: 'available', ...shown })) },
    ],
    [
      'refuses unusual names',
      ['not-applicable', passed, passed],
      { change: refusing(isUnusual, 400) },
    ],
    [
      'refuses some unusual names',
      [passed, passed, passed],
      { change: refusing(({ name }) => name.includes('🐕'), 400) },
    ],
    [
      'refuses all',
      ['not-applicable', passed, 'inconclusive'],
      { change: refusing(() => true, 400) },
    ],
    [
      'answers no creation',
      ['inconclusive', 'inconclusive', 'inconclusive'],
      { change: holding(() => true) },
    ],
  ])('of a service that %s: names, categories and others', async (_, outcomes, server) => {
    expect((await asked(id, server)).outcomes).toEqual(outcomes);
  });

  test('fails if responses leave the status out', async () => {
    const change = showingIn('createPet', (shown) => omit(shown, 'status'));
    // Full creates every kind, whatever the number of statuses.
    const { outcomes } = await asked(id, { change, settings: { profile: 'full' } });
    expect(outcomes).toEqual([failed, failed, failed]);
  });
});

describe('create.status-values', () => {
  const id = 'create.status-values';

  test('fails for a status that is refused, by an ordinary animal that has it', async () => {
    const { outcomes, said } = await asked(id, { change: refusing(isSold, 400) });
    expect(outcomes).toEqual(petStatuses.map((one) => (one === 'sold' ? 'failed' : 'passed')));
    expect(said[petStatuses.indexOf('sold')]).toMatch(/"No Pet[a-z]{5}\."/);
  });

  test('fails for a status whose creations are never answered, and for no other', async () => {
    const { outcomes, said } = await asked(id, {
      change: holding((body) => body.includes('pending')),
      settings: { maxCreations: 12 },
    });
    expect(outcomes).toEqual(
      petStatuses.map((_, at) => ['passed', 'failed'][at] ?? 'inconclusive'),
    );
    expect(said[2]).toBe('no such animal was asked for, and --max-creations allows no more');
  });

  test('is left open if no creation is accepted', async () => {
    const { outcomes, said } = await asked(id, { change: refusing(() => true, 500) });
    expect(outcomes).toEqual(petStatuses.map(() => 'inconclusive'));
    expect(said[0]).toBe('no creation at all was accepted');
  });
});
