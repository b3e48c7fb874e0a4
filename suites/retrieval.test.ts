import { describe, expect, test } from 'vitest';
import type { Animal } from '../src/catalogue/animal.ts';
import type { Exchange } from '../src/http/exchange.ts';
import { Refusal } from '../src/reference/behaviour.ts';
import type { Store } from '../src/reference/store.ts';
import { type Change, type Judged, judged } from './testing/judged.ts';
import { animals, stock } from './testing/recorded.ts';

const core = { profile: 'core' } as const;
const readOnly = { profile: 'read-only' } as const;
const quick = { profile: 'quick' } as const;
const full = { profile: 'full' } as const;

const isRead = ({ operation }: Exchange) => operation === 'getPet';
const isList = ({ operation }: Exchange) => operation === 'listPets';
const idOf = ({ request }: Exchange) => Number(request.url.replace(/.*\//, ''));

function told(exchange: Exchange): string {
  const { operation, request, response } = exchange;
  if (isRead(exchange)) return `${idOf(exchange)}: ${response?.status}`;
  return isList(exchange) ? `list ${new URL(request.url).search}` : `${operation}`;
}

/** How a check of get.found ends, the animals that it reads, and what it asks once it has read them. */
async function asked(title: string, server: Judged = {}) {
  const { check, exchanges } = await judged('get.found', { settings: quick, ...server });
  const { outcome, message, exchanges: own } = check(title);
  const until = exchanges.findLastIndex((one) => own.includes(one));
  const during = exchanges.slice(exchanges.findIndex(isRead), until + 1);
  const isOther = (one: Exchange) => !isRead(one);
  return {
    outcome,
    message,
    read: [...new Set(own.filter(isRead).map(idOf))],
    during,
    after: during.slice([...during.map(isOther), true].indexOf(true)).map(told),
    own: own.map(told),
  };
}

const ofThisRun = 'animals that this run created';
const listed = 'an animal that a list shows';
const rare = 'animals of rare ids and names that a list shows';

/** Whether an animal is found and listed, by the creations since the first read, and the milliseconds since then. */
type Holds = (id: number, created: number, ms: number) => boolean;

const holding =
  (holds: Holds, lists: Holds = holds): Change =>
  ({ find, list, newAnimal }) => {
    let created = 0;
    let first = Number.POSITIVE_INFINITY;
    return {
      newAnimal(call) {
        if (call.at > first) created += 1;
        return newAnimal(call);
      },
      find(store, call) {
        first = Math.min(first, call.at);
        const isThere = holds(Number(call.petId), created, call.at - first);
        return isThere ? find(store, call) : undefined;
      },
      list: (store, selection, call) =>
        list(store, { ...selection, limit: store.size }, call)
          .filter(({ id }) => lists(Number(id), created, call.at - first))
          .slice(0, selection.limit),
    };
  };

/** Others take these animals once the first was read. */
const taken =
  (...ids: readonly number[]): Holds =>
  (id, _, ms) =>
    ms < 0 || !ids.includes(id);

/** These are lost before any list has shown them. */
const lost =
  (...ids: readonly number[]): Holds =>
  (id) =>
    !ids.includes(id);

const both =
  (one: Holds, other: Holds): Holds =>
  (...all) =>
    one(...all) && other(...all);

/** All that there is goes at the first read, or after so many creations since. */
const reset =
  (creations = 0): Holds =>
  (id, created, ms) =>
    ms < 0 || (created >= creations && id > 8 + creations);

/** One change upon another. */
const onTop =
  (one: Change, other: Change): Change =>
  (base) => {
    const changed = { ...base, ...one(base) };
    return { ...changed, ...other(changed) };
  };

/** Refuses creations from the first read on, or once so many were made since. */
const fullAfter =
  (most: number): Change =>
  ({ find, newAnimal }) => {
    let left = Number.POSITIVE_INFINITY;
    return {
      find(...read) {
        left = Math.min(left, most);
        return find(...read);
      },
      newAnimal(call) {
        left -= 1;
        return left < 0 ? new Refusal(400, 'full', 'No more.') : newAnimal(call);
      },
    };
  };

/** Of several animals of a name the store holds one. */
const oneOfAName =
  (kept: (alike: readonly Animal[]) => Animal | undefined): Change =>
  ({ find }) => {
    const isKept = (store: Store, animal: Animal) =>
      kept(store.all().filter(({ name }) => name === animal.name)) === animal;
    return {
      find(store, call) {
        const found = find(store, call);
        return found && isKept(store, found) ? found : undefined;
      },
      list: (store, { limit }) =>
        store
          .all()
          .filter((one) => isKept(store, one))
          .slice(0, limit),
    };
  };

/** A cache shows each animal for a while; the store keeps those of an ordinary name in the usual category. */
const cachedOnly: Change = ({ find, list }) => {
  const since = new Map<bigint, number>();
  const isKept = ({ name, categoryId }: Animal) => /^[a-z]+$/i.test(name) && categoryId === 1n;
  return {
    find(store, call) {
      const found = find(store, call);
      if (found === undefined || isKept(found)) return found;
      since.set(found.id, since.get(found.id) ?? call.at);
      return call.at - (since.get(found.id) ?? 0) < 200 && found.id > 8n ? found : undefined;
    },
    list: (store, selection, call) => list(store, selection, call).filter(isKept),
  };
};

const theList = 'list ?limit=100';
const times = (many: number, one: string) => Array.from({ length: many }, () => one);
/** A twin that is created, and found each time. */
const twin = (id: number, reads = 1) => ['createPet', ...times(reads, `${id}: 200`)];
/** One that is not there within the grace. */
const lostTwin = (id: number) => ['createPet', ...times(4, `${id}: 404`)];
/** One that is read for the whole grace, as a cache may show at first what the store did not keep. */
const watched = (id: number) => twin(id, 5);

describe('the animals that this run created', () => {
  test.each<[string, string, readonly string[], Judged]>([
    ['each is found', 'passed', [], {}],
    ['others take one', 'passed', [theList], { change: holding(taken(4)) }],
    [
      'others take one, and lists lag',
      'passed',
      times(3, theList),
      { change: holding(taken(4), (id, _, ms) => id !== 4 || !(ms > 700)) },
    ],
    ['one is not found, which lists show', 'failed', [], { change: holding(taken(4), () => true) }],
    [
      'two have never been listed',
      'passed',
      [...times(2, theList), ...twin(9), ...twin(10)],
      { change: holding(lost(4, 5)) },
    ],
    [
      'one has never been listed, and others take one',
      'passed',
      [...times(2, theList), ...twin(9)],
      { change: holding(both(lost(4), taken(5))) },
    ],
    [
      'others take half of them',
      'passed',
      [...times(3, theList), ...watched(27)],
      { settings: core, change: holding(taken(3, 7, 5)) },
    ],
    [
      'others take half of them, and one that is created later',
      'passed',
      [...times(3, theList), ...lostTwin(27)],
      { settings: core, change: holding(taken(3, 7, 5, 27)) },
    ],
    [
      'others take most of them',
      'passed',
      [...times(3, theList), ...twin(9), ...twin(10), ...twin(11), ...watched(12)],
      { change: holding(taken(4, 5, 2)) },
    ],
    [
      'the store is reset',
      'passed',
      [...times(5, theList), ...twin(9), ...twin(10), ...twin(11), ...watched(12)],
      { change: holding(reset()) },
    ],
    [
      'the store is reset, and takes two more',
      'failed',
      // What decides is that an animal of the run is not found, not its twins.
      [],
      { change: onTop(holding(reset()), fullAfter(2)) },
    ],
    [
      'the store is reset, and takes three more',
      'passed',
      [...times(5, theList), ...twin(9), ...twin(10), ...twin(11)],
      { change: onTop(holding(reset()), fullAfter(3)) },
    ],
    [
      'the store is reset while a twin is created',
      'passed',
      [
        ...times(5, theList),
        ...[...lostTwin(9), ...twin(10), ...twin(11), ...twin(12), ...watched(13)],
      ],
      { change: holding(reset(1)) },
    ],
    [
      'the store is reset, and one had never been listed',
      'passed',
      [...times(5, theList), ...twin(9), ...twin(10), ...twin(11), ...watched(12)],
      { change: holding(both(reset(), lost(4))) },
    ],
    [
      'none is there any more, and no twin',
      'failed',
      [...times(5, theList), ...lostTwin(9), ...lostTwin(10)],
      { change: holding(reset(9)) },
    ],
    [
      'one of two of the same name has never been listed',
      'passed',
      [theList, ...twin(9), 'createPet', '9: 200', '10: 200'],
      { change: holding(lost(1)) },
    ],
    [
      'of two of the same name the later one replaces the other',
      'failed',
      [theList, ...twin(9), 'createPet', ...times(4, '9: 404')],
      { change: oneOfAName((alike) => alike.at(-1)) },
    ],
    [
      'of two of the same name the first one stays alone',
      'failed',
      [theList, ...twin(9), 'createPet', '9: 200', ...times(4, '10: 404')],
      { change: oneOfAName((alike) => alike[0]) },
    ],
    [
      'most are in a cache alone, which get.stays judges',
      'passed',
      [
        ...[...times(5, theList), ...twin(9), ...twin(10), ...twin(11)],
        ...[12, 13, 14, 15].flatMap((id) => [...twin(id, 3), `${id}: 404`]),
      ],
      { change: cachedOnly },
    ],
  ])('%s: %s', async (_, outcome, after, server) => {
    const told = await asked(ofThisRun, server);
    expect([told.outcome, told.after]).toEqual([outcome, after]);
  });

  test.each<[string, string, Judged]>([
    ['nothing was created', 'of which a run creates none', { settings: readOnly }],
    [
      'no animal was created with an id',
      'whose creation shows no id',
      { change: () => ({ show: ({ name, categoryId }) => ({ name, categoryId }) }) },
    ],
  ])('are not looked for: %s', async (message, _, server) => {
    const { outcome, message: said } = await asked(ofThisRun, server);
    expect([outcome, said]).toEqual(['not-applicable', message]);
  });

  test('are read together as far as there are eight, and then one after the other', async () => {
    const { during } = await asked(ofThisRun, { settings: { ...full, concurrency: 20 } });
    const reads = during.filter(isRead);
    const isTogether = reads.map(({ startedAt }, at) =>
      reads.slice(0, at).some(({ finishedAt }) => finishedAt > startedAt),
    );
    // The first alone, the second when it is answered.
    expect(isTogether.lastIndexOf(true)).toBe(7);
  });
});

describe('whether lists still show an animal that is not found', () => {
  const ofSold = `${theList}&status=sold`;

  test.each<[string, Holds, readonly string[]]>([
    ['is asked of those of its status, too', taken(124), [theList, ofSold, ...twin(127)]],
    ['is asked of the longest list alone if it has none', taken(122), [theList, ...twin(127)]],
  ])('%s, in a large store', async (_, holds, after) => {
    const told = await asked(ofThisRun, { animals: stock(120), change: holding(holds) });
    expect([told.outcome, told.after]).toEqual(['passed', after]);
  });

  test('is answered by those of its status', async () => {
    const change = holding(taken(124), () => true);
    expect((await asked(ofThisRun, { animals: stock(120), change })).outcome).toBe('failed');
  });

  test.each([
    [99, [theList]],
    [100, [theList, `${theList}&status=available`]],
  ])(
    'is asked of a store of %i animals, all of which one list shows or not',
    async (many, lists) => {
      const change = holding(taken(1000 + many), (id, _, ms) => id !== 1000 + many || !(ms > 0));
      const { own } = await asked(listed, { settings: readOnly, animals: stock(many), change });
      expect(own.slice(4, -2)).toEqual(lists);
    },
  );
});

/** Others take each animal that is read. */
const takingWhatIsRead: Change = ({ list }) => {
  const read = new Set<bigint>();
  return {
    find: (_, { petId }) => void read.add(BigInt(petId)),
    list: (store, { limit }, call) =>
      list(store, { limit: store.size }, call)
        .filter(({ id }) => !read.has(id))
        .slice(0, limit),
  };
};

describe('an animal that a list shows', () => {
  const nine = { settings: readOnly, animals: stock(9) };

  test.each<[string, readonly string[], Judged]>([
    ['is the last one', ['1009: 200'], nine],
    [
      'is the last one that was not read already',
      ['6: 200'],
      { change: ({ list }) => ({ list: (...all) => list(...all).toReversed() }) },
    ],
    [
      'is one that was read already if there is no other',
      ['2: 200'],
      { settings: { ...core, maxCreations: 4 } },
    ],
    ['is the first one if no list shows those of the run', ['1001: 200'], { animals: stock(120) }],
    ['is the last one if some of the run are listed', ['97: 200'], { animals: stock(95) }],
    [
      'is another one if it is taken, of those that are left',
      [...times(4, '1009: 404'), ...times(2, theList), '1003: 200'],
      { ...nine, change: holding((id, _, ms) => ms < 0 || id === 1003) },
    ],
  ])('%s', async (_, own, server) => {
    const told = await asked(listed, { settings: core, ...server });
    expect([told.outcome, told.own]).toEqual(['passed', own]);
  });

  test('must be found if lists still show it', async () => {
    const change = holding(taken(1009), () => true);
    expect((await asked(listed, { ...nine, change })).outcome).toBe('failed');
  });

  test.each<[string, Judged]>([
    ['the list shows no animal, and the read-only profile may not create any', {}],
    [
      'the list shows no animal with an id that is an int64',
      { ...nine, change: () => ({ show: ({ name, categoryId }) => ({ name, categoryId }) }) },
    ],
    [
      'the list was answered 500',
      { ...nine, change: () => ({ selection: () => new Refusal(500, 'broken', 'No.') }) },
    ],
    [
      'the animals 1030, 1001, 1016 were listed and then taken away',
      { animals: stock(30), change: takingWhatIsRead },
    ],
    [
      'the animals 1009, 1009, 1009 were listed and then taken away',
      { ...nine, change: holding((_id, _, ms) => ms < 0) },
    ],
  ])('decides nothing if %s', async (why, server) => {
    const { outcome, message } = await asked(listed, { settings: readOnly, ...server });
    expect([outcome, message]).toEqual(['inconclusive', why]);
  });
});

describe('animals of rare ids and names that a list shows', () => {
  const budget = { ...readOnly, budget: 500 };
  const ids = [-1n, 0n, 1n, 2n ** 31n - 1n, 2n ** 31n, 2n ** 40n];
  const names = [
    'Rex',
    'r',
    'Rex 2',
    'REX',
    '2 Rex',
    ' Rex',
    '-Rex',
    'Rex!',
    'R!x',
    'Ré',
    '\u732b',
  ];
  const store: readonly Animal[] = [
    ...ids.map((id) => ({ id, name: 'Rex', categoryId: 1n })),
    ...names.map((name, at) => ({ id: BigInt(at + 11), name, categoryId: 1n })),
    // Another check reads the last one.
    { id: 99n, name: 'Rex', categoryId: 1n },
  ];

  test('are those beyond 31 bits or not above 0, and whose names have other signs', async () => {
    const { outcome, own } = await asked(rare, { settings: budget, animals: store });
    expect(outcome).toBe('passed');
    expect(own).toEqual(
      [-1, 0, 2 ** 31, 2 ** 40, 15, 16, 17, 18, 19, 20, 21].map((id) => `${id}: 200`),
    );
  });

  test('are twelve at most', async () => {
    const many = animals(...Array.from({ length: 14 }, (_, at) => -at));
    const { read } = await asked(rare, { settings: budget, animals: many });
    expect(read).toEqual([0, -1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11]);
  });

  test('are not those of the run, which are read in any case', async () => {
    expect((await asked(rare, { settings: full })).read).toEqual([]);
  });

  test.each<[string, string, Change]>([
    ['passed', 'others take one of them', holding(taken(0))],
    ['failed', 'one is not found, which lists show', holding(taken(0), () => true)],
    [
      'failed',
      'one is shown with another id',
      ({ show }) => ({
        show: (one, call) => show(call.petId === '0' ? { ...one, id: 7n } : one, call),
      }),
    ],
  ])('%s if %s', async (outcome, _, change) => {
    expect((await asked(rare, { settings: budget, animals: store, change })).outcome).toBe(outcome);
  });
});
