import { describe, expect, test } from 'vitest';
import type { RequirementId } from '../src/catalogue/catalogue.ts';
import { leftByPlan } from '../src/engine/plan/question-plan.ts';
import type { Exchange } from '../src/http/exchange.ts';
import {
  animals,
  inAnswers,
  inLists,
  omit,
  onReply,
  pageOf,
  remembering,
  showing,
  showingIn,
  together,
} from '../src/reference/changes.ts';
import { type Change, type Judged, judged } from './testing/judged.ts';

const readOnly = { profile: 'read-only' } as const;
const quick = { profile: 'quick' } as const;
const core = { profile: 'core' } as const;

/** `GET /pets/1 200`. */
const told = ({ request, response }: Exchange) =>
  `${request.method} ${request.url.replace(/.*\/v1/, '')} ${response?.status}`;

/** How the check of this title ends, its evidence, and all that was sent. */
async function look(
  [id, title]: readonly [RequirementId, string],
  server: Judged,
  besides: readonly RequirementId[] = [],
) {
  const { check, exchanges } = await judged(id, server, besides);
  const { outcome, message, exchanges: evidence } = check(title);
  return { ended: [outcome, message ?? ''], evidence, sent: exchanges };
}

/** Answers this status to some calls of an operation, which are counted from 1, with the same body. */
const answering = (operation: string, status: number, which: (nth: number) => boolean): Change =>
  remembering(() => {
    let nth = 0;
    return onReply((reply, call) => {
      if (call.operation === operation) nth += 1;
      return call.operation === operation && which(nth) ? { ...reply, status } : reply;
    });
  });

/** Lists go wrong twice: the first one, and the one that looks for a status that no animal has. */
const failingTwice = answering('listPets', 500, (nth) => nth <= 2);

const list = 'GET /pets?limit=100 200';
const passed = ['passed', ''];
const noMore = ', and the read-only profile may not create any';

describe('an animal in a list and in another answer', () => {
  const same = ['list.same-animal', 'an animal in a list and in another answer'] as const;
  const three = { settings: readOnly, animals: animals(3) };

  test.each<[string, Judged]>([
    ['no animal', { animals: [] }],
    ['none with an id', { change: showing((shown) => omit(shown, 'id')) }],
    ['something else', { change: inLists(() => 'three') }],
  ])('shows nothing if lists hold %s', async (_, server) => {
    const { ended } = await look(same, { ...three, ...server });
    expect(ended).toEqual(['not-applicable', `no list shows an animal${noMore}`]);
  });

  test.each<[string, Judged, (readonly RequirementId[])?]>([
    ['another list shows it', three],
    ['its creation does', { settings: quick, change: failingTwice }],
    ['a read does', { ...three, change: failingTwice }, ['get.found']],
  ])('is not read once more if %s', async (_, server, besides) => {
    const { ended, evidence } = await look(same, server, besides);
    expect(ended).toEqual(passed);
    expect(evidence.map(told)).toEqual([list]);
  });

  test.each<[string, Change, (readonly RequirementId[])?]>([
    ['one list alone', () => ({})],
    [
      'one list alone, in which another animal has no id',
      showingIn('listPets', (shown, { id }) => (id === 2n ? shown : omit(shown, 'id'))),
    ],
    [
      'a list, and reads without an id',
      showingIn('getPet', (shown) => omit(shown, 'id')),
      ['get.found'],
    ],
    ['a list, and answers to strangers', () => ({ authorized: () => true }), ['auth.invalid-key']],
  ])('is read if there is %s', async (_, change, besides) => {
    const server = { ...three, change: together(failingTwice, change) };
    const { evidence } = await look(same, server, besides);
    expect(evidence.map(told)).toEqual([list, expect.stringMatching(/^GET .pets.[12] 200$/)]);
  });
});

describe('an animal that was read before', () => {
  const stays = ['get.stays', 'an animal that was read before'] as const;
  const three = { settings: readOnly, animals: animals(3) };
  const one = 'GET /pets/1 200';

  test('is none if no animal is known', async () => {
    const { ended, sent } = await look(stays, { settings: readOnly });
    expect(ended).toEqual(['not-applicable', `no animal is known${noMore}`]);
    expect(sent.filter(({ operation }) => operation === 'getPet')).toEqual([]);
  });

  test('is read twice if none was', async () => {
    const { ended, evidence } = await look(stays, three);
    expect(ended).toEqual(passed);
    expect(evidence.map(told)).toEqual([one, one]);
  });

  test('is not read if the budget is spent', async () => {
    const { ended, evidence } = await look(stays, {
      ...three,
      settings: { ...readOnly, budget: 1 },
    });
    expect(ended).toEqual(['not-applicable', leftByPlan]);
    expect(evidence).toEqual([]);
  });

  test.each<[string, Judged, string]>([
    ['one in a large category', { settings: quick }, '/pets/2'],
    // At the end of a run on a large store others are read again.
    ['the first that was read twice', { settings: core, animals: animals(120) }, '/pets/123'],
  ])('is %s, and it is not read a third time', async (_, server, path) => {
    const { ended, evidence, sent } = await look(stays, server, ['get.found']);
    expect(ended).toEqual(passed);
    const read = `GET ${path} 200`;
    expect(evidence.map(told)).toEqual([read, read]);
    expect(sent.map(told).filter((line) => line === read)).toHaveLength(2);
  });

  test('is asked for again while reads lag', async () => {
    const change = answering('getPet', 404, (nth) => nth === 1);
    const { ended, evidence } = await look(stays, { ...three, change });
    expect(ended).toEqual(passed);
    expect(evidence.map(told)).toEqual(['GET /pets/1 404', one, one]);
  });

  test.each([404, 410])(
    'cannot be read once getPet may be gone, and is answered %i; before, this decides nothing here',
    async (status) => {
      const server = {
        ...three,
        change: inAnswers('getPet', 200, (reply) => ({ ...reply, status })),
      };
      const { ended, evidence } = await look(stays, { ...server, day: '2031-01-01' });
      expect(ended).toEqual(['not-applicable', 'getPet is gone, as announced']);
      // Only a 404 may be the lag of reads.
      expect(evidence.length > 1).toBe(status === 404);
      const before = await look(stays, server);
      expect(before.ended).toEqual(['not-applicable', 'no animal could be read']);
    },
  );
});

describe('lists and reads after the refusals', () => {
  const after = ['create.refused-leaves-nothing', 'lists and reads after the refusals'] as const;
  const three = { settings: readOnly, animals: animals(3) };
  const many = { settings: quick, animals: animals(120) };
  const own = 'POST /pets 400';
  const large =
    'no list shows all of the store or its newest animal, and its ids are not counted up';

  const newestFirst: Change = () => ({
    list: (store, selection) => pageOf(store.all().reverse(), selection),
  });

  test('follow a refusal of their own if there was none', async () => {
    const { ended, evidence } = await look(after, three);
    expect(ended).toEqual(passed);
    expect(evidence.map(told)).toEqual([own, list]);
    const [refused] = evidence;
    expect(JSON.parse(refused?.request.body ?? '')).toEqual({
      name: expect.any(String),
      categoryId: 1,
      status: 'none',
    });
  });

  test.each<[string, Judged, readonly RequirementId[]]>([
    ['lists were refused', three, ['gap.limit-out-of-range']],
    ['reads were refused', three, ['gap.pet-id-format']],
    ['creations were accepted', { settings: quick }, ['create.created']],
  ])('follow a refusal of their own if only %s', async (_, server, besides) => {
    const { ended, evidence } = await look(after, server, besides);
    expect(ended).toEqual(passed);
    expect(evidence.map(told)).toEqual([own, list]);
  });

  test.each<[string, readonly RequirementId[], number]>([
    ['creations that lack a member', ['create.missing-name'], 400],
    ['a creation without a key', ['auth.missing-key'], 401],
  ])('follow the refusal of %s', async (_, besides, status) => {
    const { ended, evidence, sent } = await look(after, three, besides);
    expect(ended).toEqual(passed);
    expect(evidence.map(told)).toEqual([list]);
    const creations = sent.filter(({ operation }) => operation === 'createPet');
    expect(new Set(creations.map(({ response }) => response?.status))).toEqual(new Set([status]));
    expect(evidence[0]?.index).toBeGreaterThan(creations.at(-1)?.index ?? 0);
  });

  test('are the last list of all, if one was asked for after the refusals', async () => {
    const besides = ['create.missing-name', 'get.found', 'get.stays'] as const;
    const { ended, evidence, sent } = await look(after, three, besides);
    expect(ended).toEqual(passed);
    expect(evidence.map(told)).toEqual([list]);
    expect(sent.map(told).slice(-2)).toEqual([list, 'GET /pets/3 200']);
  });

  test.each<[number, readonly string[]]>([
    [1, []],
    [2, [own]],
  ])('are not asked for if the budget of %i is spent', async (budget, asked) => {
    const { ended, evidence } = await look(after, { ...three, settings: { ...readOnly, budget } });
    expect(ended).toEqual(['not-applicable', leftByPlan]);
    expect(evidence.map(told)).toEqual(asked);
  });

  test('are asked for at the end of a run even if its budget is spent by then', async () => {
    const change = answering('listPets', 503, (nth) => nth <= 18);
    const settings = { ...readOnly, grace: 600, budget: 30 };
    const { ended, evidence, sent } = await look(after, { ...three, settings, change }, [
      'list.limit',
      'list.status-filter',
      'create.missing-name',
      'get.found',
      'auth.missing-key',
      'get.stays',
    ]);
    expect(sent.length).toBeGreaterThan(30);
    expect(ended).toEqual(passed);
    expect(evidence.map(told)).toEqual([list]);
  });

  test.each<[string, Judged, readonly string[]]>([
    [
      'the id that a refused creation would have been given is read',
      {},
      [list, 'GET /pets/128 404'],
    ],
    ['nothing is read if the list shows the newest animal', { change: newestFirst }, [list]],
    [
      'nothing is read if the list shows the newest animal that was answered with an id',
      {
        change: together(
          newestFirst,
          showingIn('createPet', (shown, { id }) => (id === 127n ? omit(shown, 'id') : shown)),
        ),
      },
      [list],
    ],
  ])('show an animal of a store of more than a page: %s', async (_, server, asked) => {
    const besides = ['create.missing-name', 'create.created'] as const;
    const { ended, evidence } = await look(after, { ...many, ...server }, besides);
    expect(ended).toEqual(passed);
    expect(evidence.map(told)).toEqual(asked);
  });

  test('may have been asked for at the end of the run', async () => {
    const server = { settings: core, animals: animals(120) };
    const besides = ['create.created', 'get.found', 'get.stays'] as const;
    const early = await look(after, server, besides);
    expect(early.ended).toEqual(passed);
    // What was asked before the refusal tells nothing of it.
    expect(early.evidence.map(told)).toEqual([own, list, 'GET /pets/129 404']);
    const { ended, evidence, sent } = await look(after, server, [
      ...besides,
      'create.missing-name',
    ]);
    expect(ended).toEqual(passed);
    expect(evidence.map(told)).toEqual([list, 'GET /pets/129 404']);
    expect(sent.map(told).filter((line) => line.includes('/129'))).toHaveLength(1);
  });

  test.each<[string, Judged]>([
    ['holds more than a page', { animals: animals(120) }],
    [
      'holds more than a page, of which one animal has no id',
      {
        animals: animals(120),
        change: inLists(([first, ...others]) => [omit(Object(first), 'id'), ...others]),
      },
    ],
    [
      'lists fewer animals than are known',
      {
        animals: animals(3),
        change: remembering(() => {
          let nth = 0;
          return inLists((all) => {
            nth += 1;
            return all.slice(nth > 1 ? 1 : 0);
          });
        }),
      },
    ],
    ['answers something else than a list', { animals: animals(3), change: inLists(() => 'three') }],
    [
      'answers lists with 500',
      { animals: animals(3), change: answering('listPets', 500, (nth) => nth > 1) },
    ],
  ])('show nothing if the store %s, and no id is foretold', async (_, server) => {
    const { ended } = await look(after, { settings: readOnly, ...server });
    expect(ended).toEqual(['not-applicable', large]);
  });
});
