import { describe, expect, test } from 'vitest';
import { followUps } from './follow-ups.ts';
import { seenIn } from './seen.ts';
import { mayHaveBeenReset, wasReset } from './store-reset.ts';
import {
  creation,
  graceMs,
  list,
  read,
  rex,
  type Script,
  type Step,
  told,
  undocumented,
} from './testing/told.ts';

const created = [1, 2, 3].map((id) => creation({ name: `Rex ${id}`, categoryId: 3 }, 201, rex(id)));
const all = [rex(1), rex(2), rex(3)];
const missed = [read(1, undefined), read(2, undefined)];

test.each([
  ['nothing shows what was created before', true, [list('', []), ...missed]],
  [
    'one that the run itself may have deleted is missed before',
    true,
    [undocumented('DELETE', 3), read(3, undefined), read(1, rex(1)), list('', []), ...missed],
  ],
  ['another list is the first to be asked', false, [list('status=sold', []), ...missed]],
  ['one that was created before is still listed', false, [list('', [rex(3)]), ...missed]],
  ['one that was created before is still found', false, [list('', []), ...missed, read(3, rex(3))]],
  [
    'what is created afterwards stays',
    true,
    [
      list('', []),
      creation({ name: 'Rex 4', categoryId: 3 }, 201, rex(4)),
      ...missed,
      read(4, rex(4)),
    ],
  ],
  [
    'what is created afterwards goes, too',
    false,
    [
      list('', []),
      ...missed,
      creation({ name: 'Rex 4', categoryId: 3 }, 201, rex(4)),
      read(4, undefined),
    ],
  ],
])('%s: reset is %s', (_, expected, after) => {
  const seen = seenIn(told(...created, list('', all), read(1, rex(1)), read(2, rex(2)), ...after));
  expect(wasReset(seen, { shown: true })).toBe(expected);
});

test.each([
  ['around the list that shows no more', true, 2, 5],
  ['before the animals were last shown', false, 0, 1],
  ['after the list that shows no more', false, 5, 6],
])('may be reset between two times %s: %s', (_, expected, since, until) => {
  const exchanges = told(...created, list('', all), list('', []), ...missed);
  const at = (index: number) => exchanges[index]?.finishedAt ?? Number.NaN;
  expect(mayHaveBeenReset(seenIn(exchanges), at(since), at(until))).toBe(expected);
});

const own = (id: number) => creation({ name: `Rex ${id}`, categoryId: 3 }, 201, rex(id));

test.each<readonly [string, boolean, Script]>([
  ['all of them', true, [list('', [rex(1)]), list('', []), ...missed]],
  [
    'one only after another was created',
    true,
    [
      ...[list('', [rex(1)]), list('', []), read(2, undefined)],
      ...[own(4), list('', [rex(4)]), read(1, undefined)],
    ],
  ],
  [
    'none, but an id is of another animal',
    false,
    [list('', [rex(1)]), list('', []), read(1, rex(1, { name: 'Max' }))],
  ],
  [
    'one that was missing before, too',
    true,
    [...[read(1, undefined), list('', [rex(1)])], list('', []), ...missed],
  ],
])(
  'a list that had shown one of the run is empty, and reads miss %s: reset is %s',
  (_, expected, script) => {
    const seen = seenIn(told(...created, ...script));
    expect(wasReset(seen, { shown: true })).toBe(expected);
    expect(wasReset(seen, { shown: false, graceMs })).toBe(expected);
  },
);

const ofOthers = rex(9);
const looks = [read(9, ofOthers), read(1, rex(1)), read(2, rex(2))];
const later = [creation({ name: 'Rex 4', categoryId: 3 }, 201, rex(4)), read(4, rex(4))];

test.each([
  ['what was created later and one of others are found', true, true, [...later, read(9, ofOthers)]],
  ['nothing was created later', true, false, [read(9, ofOthers)]],
  ['no animal of others was found before', true, false, [...later, read(8, rex(8))]],
  [
    'no animal of others was found before, and none is missing that had been shown',
    false,
    true,
    [...later, read(8, rex(8))],
  ],
  ['only what was created later is found', false, false, later],
  ['one of others is missed', false, false, [...later, read(8, undefined)]],
  ['one of others is found that a list had shown', true, true, [...later, read(7, rex(7))]],
  [
    'one of others is found that a list shows only later',
    true,
    false,
    [...later, list('limit=3', [rex(8)]), read(8, rex(8))],
  ],
])('if no list shows animals of the run, reads decide: %s', (_, shown, expected, after) => {
  const seen = seenIn(
    told(...created, list('', [ofOthers, rex(7)]), ...looks, ...missed, ...after),
  );
  expect(wasReset(seen, shown ? { shown: true } : { shown: false, graceMs })).toBe(expected);
});

test('what is created afterwards stays, though lists lag behind it', () => {
  const again = [creation({ name: 'Rex 4', categoryId: 3 }, 201, rex(4)), list('limit=5', [])];
  const put = (last: ReturnType<typeof list>, lagMs = graceMs) => {
    const seen = seenIn(told(...created, ...missed, ...again, 0.5 * graceMs, last, last));
    return wasReset(seen, { shown: false, graceMs: lagMs });
  };
  expect(put(list('limit=5', [rex(4)]))).toBe(true);
  expect(put(list('limit=5', []))).toBe(false);
  // A list showed it half a grace after its creation, so lists lag by at least as much.
  expect(put(list('limit=5', [rex(4)]), 0)).toBe(true);
});

test('two animals of others are read again if more of the run are gone than others take, without a known reason', () => {
  const names = (...script: readonly ReturnType<typeof read>[]) =>
    followUps(told(...created, list('', [ofOthers]), ...looks, ...script), { graceMs }).map(
      ({ name }) => name,
    );
  const again = 'read animals of others again';
  const gone = [read(3, rex(3)), ...missed, read(3, undefined)];
  expect(names(...gone, ...later)).toContain(again);
  expect(names(...gone, ...later, read(9, ofOthers))).not.toContain(again);
  expect(names(...missed, ...later)).not.toContain(again);
});

test('those that stayed are read again if a reset of the store between creations explains what is lost', () => {
  const eight = [1, 2, 3, 4, 5, 6, 7, 8].map((id) =>
    creation({ name: `Rex ${id}`, categoryId: 3 }, 201, rex(id)),
  );
  const stayed = list(
    '',
    [4, 5, 6, 7, 8].map((id) => rex(id)),
  );
  const lost = [graceMs, read(1, undefined), read(2, undefined), read(3, undefined)];
  const again = (...script: readonly (ReturnType<typeof read> | number)[]) =>
    followUps(told(...eight, stayed, ...script), { graceMs }).find(
      ({ name }) => name === 'read animals that stayed again',
    )?.rounds[0]?.ask;
  expect(again(...lost)).toEqual([4, 5].map((id) => ({ operation: 'getPet', id: BigInt(id) })));
  expect(again(graceMs, read(1, undefined))).toBeUndefined();
});

test.each([
  ['ten seconds apart', true, 10_000],
  ['sooner', false, 9000],
])('a store may be reset twice, %s: reset is %s', (_, expected, ms) => {
  const twice = [list('', []), ...missed, ms, own(4), list('', [rex(4)])];
  const seen = seenIn(told(...created, list('', all), ...twice, list('', []), read(4, undefined)));
  expect(wasReset(seen, { shown: true })).toBe(expected);
});

const stays = list('limit=5', [rex(4)]);

test.each<readonly [string, boolean, Script]>([
  ['lists go on showing it', true, [stays]],
  ['a read misses it', false, [read(4, undefined)]],
  ['a read misses it for a while', false, [read(4, undefined), stays]],
  ['a read finds it', true, [read(4, rex(4))]],
  [
    'another one is missed',
    false,
    [own(5), graceMs, list('limit=5', [rex(4)]), graceMs, list('limit=5', [rex(4), rex(5)])],
  ],
  ['a creation is refused', true, [creation({ categoryId: 3 }, 400), stays]],
  ['the run may have taken it away', true, [undocumented('DELETE', 4), list('limit=5', [rex(9)])]],
  ['a list with room misses it', false, [list('limit=5', [rex(9)])]],
  ['a filtered list does not show it', true, [list('status=pending&limit=5', [])]],
  ['a page that nobody defines does not show it', true, [list('limit=5&page=2', [])]],
  ['a full list does not show it', true, [list('limit=1', [rex(9)])]],
  ['a list without a limit does not show it', true, [list('', [rex(9)])]],
])('nobody looked before an animal was created, and %s: reset is %s', (_, expected, later) => {
  const seen = seenIn(told(...created, ...missed, own(4), stays, graceMs, ...later));
  expect(wasReset(seen, { shown: false, graceMs })).toBe(expected);
});

test('if somebody looked between the first creation and the last, lists tell by themselves', () => {
  const look = [own(1), graceMs, graceMs, list('limit=5', [rex(9)]), own(2), own(3)];
  const seen = seenIn(told(...look, ...missed, own(4), stays));
  expect(wasReset(seen, { shown: false, graceMs })).toBe(false);
});

const stock = [rex(7), rex(8), rex(9)];

test.each<readonly [string, boolean, Script, Script]>([
  ['is empty', true, [list('limit=9', stock)], [list('limit=9', [])]],
  ['shows others', true, [list('limit=9', stock)], [list('limit=9', [rex(6)])]],
  ['shows one of them', false, [list('limit=9', stock)], [list('limit=9', [rex(6), rex(7)])]],
  ['is full', false, [list('limit=3', stock)], [list('limit=3', [rex(4), rex(5), rex(6)])]],
  ['had shown two', false, [list('limit=9', stock.slice(1))], [list('limit=9', [])]],
  ['is another one', false, [list('limit=9', stock)], [list('limit=8', [])]],
  ['is filtered', false, [list('status=sold', stock)], [list('status=sold', [])]],
  ['was empty before', false, [list('limit=9', stock), list('limit=9', [])], []],
])(
  'the stock of others goes with a reset: a list %s: reset is %s',
  (_, expected, earlier, later) => {
    const seen = seenIn(told(...earlier, ...created, ...missed, ...later));
    expect(wasReset(seen, { shown: true })).toBe(expected);
  },
);

describe('lists may lag behind a reset as they lagged behind creations', () => {
  const late = (lacking: Script, ...after: Script) => {
    const shown = list('', all);
    const seen = seenIn(told(...lacking, 3000, shown, 1000, ...after));
    return wasReset(seen, { shown: true });
  };
  const gone = [read(1, undefined), 1000, list('', all)];
  const lacking = list('', [ofOthers]);

  test.each<readonly [string, boolean, Script]>([
    ['lacked them', true, [...created, lacking]],
    ['showed each at once', false, created],
    ['lacked them before they were created', false, [lacking, ...created]],
    ['was filtered', false, [...created, list('status=pending', [])]],
    ['is one that nobody defines', false, [...created, list('page=2', [])]],
    ['was full', false, [...created, list('limit=1', [ofOthers])]],
    ['lacked one, and one only for short', false, [...created, lacking, 100, list('', [rex(2)])]],
    ['lacked them, as a creation was refused', true, [...created, creation({}, 400), lacking]],
  ])('a list %s: reset is %s', (_, expected, script) => {
    expect(late(script, ...gone)).toBe(expected);
  });

  test.each<readonly [string, boolean, Script]>([
    ['a list shows them a little later', true, gone],
    [
      'a read finds one a little later',
      false,
      [read(1, undefined), 1000, read(1, rex(1)), list('', [])],
    ],
    ['a list shows them long after', false, [read(1, undefined), 8000, list('', all)]],
  ])('one is missed, and %s: reset is %s', (_, expected, after) => {
    expect(late([...created, lacking, 12_000], ...after)).toBe(expected);
  });
});

describe('creations that were under way together', () => {
  const slow =
    (step: Step, ms: number): Step =>
    (index, at) => {
      const exchange = step(index, at);
      return { ...exchange, finishedAt: exchange.finishedAt + ms };
    };

  test('are lost by one reset', () => {
    const both = [slow(own(1), 100), own(2), 200];
    const after = [list('limit=9', []), read(2, undefined), read(1, undefined)];
    const seen = seenIn(told(list('limit=9', stock), ...both, ...after));
    expect(wasReset(seen, { shown: true })).toBe(true);
  });

  test.each([
    ['not been shown', true, { shown: false, graceMs } as const],
    ['been shown', false, { shown: true } as const],
  ])('may be answered after the reset, if what is missing had %s: %s', (_, expected, missing) => {
    const before = [own(1), slow(own(2), 10), slow(own(3), 100)];
    const after = [20, own(4), 100, stays, ...missed, read(3, undefined)];
    expect(wasReset(seenIn(told(...before, ...after)), missing)).toBe(expected);
  });
});

test('the stock of others went with it just before an animal was created that stays', () => {
  const before = [own(1), read(9, ofOthers), own(2), own(3), list('limit=9', stock)];
  const seen = seenIn(told(...before, own(4), ...missed, list('limit=9', [rex(4)])));
  expect(wasReset(seen, { shown: true })).toBe(true);
});
