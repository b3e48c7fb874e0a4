import { describe, expect, test } from 'vitest';
import type { Exchange } from '../src/http/exchange.ts';
import {
  animals,
  listing,
  onReply,
  remembering,
  selecting,
  together,
} from '../src/reference/changes.ts';
import type { PetStatus } from '../src/spec/animal.ts';
import type { RequirementId } from '../src/spec/catalogue.ts';
import { type Change, type Judged, judged } from './testing/judged.ts';

const readOnly = { profile: 'read-only' } as const;
/** Asks all that a run may ask which creates nothing. */
const everything = { ...readOnly, budget: 500 } as const;
const noMore = ', and the read-only profile may not create any';

/** A store of animals of one status, of which nothing is created. */
const holding = (many: number, status: PetStatus = 'available'): Judged => ({
  settings: readOnly,
  animals: animals(many, () => ({ status })),
});

/** `?limit=1`, or nothing for a list without parameters. */
const queryOf = ({ request }: Exchange) => new URL(request.url).search;

const isList = ({ operation }: Exchange) => operation === 'listPets';

/** How each check of a requirement ends, by its title; its message; its evidence; and all that was sent. */
async function look(id: RequirementId, server: Judged, besides: readonly RequirementId[] = []) {
  const { checks, exchanges } = await judged(id, server, besides);
  const byTitle = <T>(of: (one: (typeof checks)[number]) => T) =>
    Object.fromEntries(checks.map((one) => [one.title, of(one)]));
  return {
    ended: byTitle(({ outcome }) => outcome),
    said: byTitle(({ message = '' }) => message),
    evidence: byTitle(({ exchanges: evidence }) => evidence),
    lists: byTitle(({ exchanges: evidence }) => evidence.filter(isList).map(queryOf)),
    sent: exchanges,
  };
}

/** Never answers lists whose query is so. */
const silentTo = (which: (query: string, nth: number) => boolean): Change =>
  remembering(() => {
    const asked = new Map<string, number>();
    return onReply((reply, { operation, query }) => {
      const text = String(query);
      asked.set(text, (asked.get(text) ?? 0) + 1);
      const isSo = operation === 'listPets' && which(text, asked.get(text) ?? 0);
      return isSo ? { ...reply, heldMs: 600_000 } : reply;
    });
  });

describe('lists that are sent at once', () => {
  test('of which one is never answered say nothing of the others', async () => {
    const change = silentTo((query) => query === 'status=sold');
    const { ended } = await look('list.limit', { ...holding(3), change });
    expect(ended).toMatchObject({ 'limit=1': 'passed' });
  });
});

describe('too few animals', () => {
  const one = 'limit=1';

  test.each([
    [0, 'inconclusive', `the store is known to hold 0 animals, 2 are needed${noMore}`],
    [1, 'inconclusive', `the store is known to hold 1 animal, 2 are needed${noMore}`],
    [2, 'passed', ''],
  ])('leave list.limit open: %i of them: %s', async (many, outcome, why) => {
    const server = { ...holding(many), settings: everything };
    const { ended, said, lists } = await look('list.limit', server);
    expect([ended[one], said[one]]).toEqual([outcome, why]);
    for (const further of ['a small limit', 'limit=99', 'limit=100']) {
      expect(ended[further]).toBe('passed');
    }
    expect(lists['limit=100']).toEqual(['?limit=100']);
  });
});

describe('list.default-limit', () => {
  const id = 'list.default-limit';
  const [plain, filtered] = ['without parameters', 'with a status filter'] as const;

  test.each([
    [18, ['inconclusive', 'not-applicable']],
    [20, ['inconclusive', 'not-applicable']],
    [21, ['passed', 'passed']],
  ])('needs one animal more than a page holds: with %i', async (many, outcomes) => {
    const { ended, said } = await look(id, holding(many));
    expect([ended[plain], ended[filtered]]).toEqual(outcomes);
    const lack = (of: string) =>
      many > 20 ? '' : `the store is known to hold ${many} ${of}, 21 are needed${noMore}`;
    expect([said[plain], said[filtered]]).toEqual([lack('animals'), lack('available animals')]);
  });
});

describe('list.status-filter', () => {
  const id = 'list.status-filter';

  test('is left open if there are no animals', async () => {
    const { ended, said } = await look(id, holding(0));
    expect(new Set(Object.values(ended))).toEqual(new Set(['inconclusive']));
    expect(said['status=sold']).toBe(`the store is known to hold 0 animals, 1 is needed${noMore}`);
  });
});

describe('list.filter-with-limit', () => {
  const id = 'list.filter-with-limit';
  const [most, _mostLimitFirst] = [
    'the status of most animals, status first',
    'the status of most animals, limit first',
  ] as const;
  const kinds = ['pending', 'pending', 'sold'] as const;
  const mostlyAvailable = {
    settings: everything,
    animals: animals(7, (at) => ({ status: kinds[at] ?? 'available' })),
  };

  test('fails if the limit is not heeded beside a status, and names the query', async () => {
    const change = selecting((selection) =>
      selection.status === undefined ? selection : { ...selection, limit: 100 },
    );
    const { ended, said } = await look(id, { ...mostlyAvailable, change });
    expect(ended[most]).toBe('failed');
    expect(said[most]).toMatch(/smallest failing case: status=available&limit=\d /);
    const other = 'the first less common status with limit=1, limit first';
    expect(said[other]).toBe('expected: at most 1 animal\nreceived: 2 animals');
  });
});

describe('list.shows-animals', () => {
  const id = 'list.shows-animals';
  const [plain, sold] = ['the list without a filter', 'the list of sold animals'] as const;
  const three = { settings: readOnly, animals: animals(3) };
  const reads = (sent: readonly Exchange[]) =>
    sent.filter(({ operation }) => operation === 'getPet').length;

  test('is left open if there is no animal, or none of a status', async () => {
    const { ended, said } = await look(id, holding(0));
    expect([ended[plain], ended[sold]]).toEqual(['inconclusive', 'not-applicable']);
    expect([said[plain], said[sold]]).toEqual([
      `the store is known to hold 0 animals, 1 is needed${noMore}`,
      `the store is known to hold 0 sold animals, 1 is needed${noMore}`,
    ]);
  });

  /** Lists of this query are empty so long. */
  const emptyFor = (
    asked: string,
    isSo: (nth: number, hasRead: boolean) => boolean = () => true,
  ): Change =>
    remembering(() => {
      let [nth, hasRead] = [0, false];
      return together(
        listing(({ page, selection, call: { query } }) => {
          if (String(query) !== asked) return page(selection);
          nth += 1;
          return isSo(nth, hasRead) ? [] : page(selection);
        }),
        ({ find }) => ({
          find: (store, call) => {
            hasRead = true;
            return find(store, call);
          },
        }),
      );
    });

  test.each([
    [plain, ''],
    [sold, 'status=sold'],
  ])('waits until animals are shown, and reads none: %s', async (title, query) => {
    const change = emptyFor(query, (nth) => nth <= 2);
    const { ended, lists, sent } = await look(id, { ...three, change });
    expect(ended[title]).toBe('passed');
    const asked = lists[title]?.filter((one) => one.replace('?', '') === query);
    expect(asked).toHaveLength(3);
    expect(reads(sent)).toBe(0);
  });
});

describe('list.unique-ids', () => {
  const title = 'a list of several animals';
  const oneByDefault = selecting((selection, { query }) =>
    query.has('limit') ? selection : { ...selection, limit: 1 },
  );

  test.each<[string, number, string[], Change]>([
    ['inconclusive', 1, ['', '?limit=100'], () => ({})],
    ['passed', 2, [''], () => ({})],
    ['passed', 2, ['', '?limit=100'], oneByDefault],
  ])('is %s with %i, by the lists %j', async (outcome, many, asked, change) => {
    const { ended, said, lists } = await look('list.unique-ids', { ...holding(many), change });
    expect(ended[title]).toBe(outcome);
    expect(said[title]).toBe(outcome === 'passed' ? '' : 'no list showed two animals');
    expect(lists[title]?.toSorted()).toEqual(asked);
  });
});
