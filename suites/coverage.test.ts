import { describe, expect, test } from 'vitest';
import type { Exchange } from '../src/http/exchange.ts';
import { animals, omit, pageOf, showingIn, together } from '../src/reference/changes.ts';
import { leftByPlan } from '../src/run/plan/plan.ts';
import { petStatuses } from '../src/spec/animal.ts';
import type { RequirementId } from '../src/spec/catalogue.ts';
import { type Change, type Judged, judged } from './testing/judged.ts';

const readOnly = { profile: 'read-only' } as const;
const quick = { profile: 'quick' } as const;

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

const list = 'GET /pets?limit=100 200';
const passed = ['passed', ''];

describe('an animal that was read before', () => {
  const stays = ['get.stays', 'an animal that was read before'] as const;
  const three = { settings: readOnly, animals: animals(3) };

  test('is not read if the budget is spent', async () => {
    const { ended, evidence } = await look(stays, {
      ...three,
      settings: { ...readOnly, budget: 1 },
    });
    expect(ended).toEqual(['not-applicable', leftByPlan]);
    expect(evidence).toEqual([]);
  });
});

describe('lists and reads after the refusals', () => {
  const after = ['create.refused-leaves-nothing', 'lists and reads after the refusals'] as const;
  const three = { settings: readOnly, animals: animals(3) };
  const many = { settings: quick, animals: animals(120) };
  /** The id of the last animal that quick creates then: one of each status, and four. */
  const created = 120 + petStatuses.length + 4;
  const own = 'POST /pets 400';

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

  test.each<[number, readonly string[]]>([
    [1, []],
    [2, [own]],
  ])('are not asked for if the budget of %i is spent', async (budget, asked) => {
    const { ended, evidence } = await look(after, { ...three, settings: { ...readOnly, budget } });
    expect(ended).toEqual(['not-applicable', leftByPlan]);
    expect(evidence.map(told)).toEqual(asked);
  });

  test.each<[string, Judged, readonly string[]]>([
    [
      'the id that a refused creation would have been given is read',
      {},
      [list, `GET /pets/${created + 1} 404`],
    ],
    ['nothing is read if the list shows the newest animal', { change: newestFirst }, [list]],
    [
      'nothing is read if the list shows the newest animal that was answered with an id',
      {
        change: together(
          newestFirst,
          showingIn('createPet', (shown, { id }) =>
            id === BigInt(created) ? omit(shown, 'id') : shown,
          ),
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
});
