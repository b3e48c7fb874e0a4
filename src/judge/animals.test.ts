import { expect, test } from 'vitest';
import {
  brokenIn,
  creation,
  doubtedIn,
  exchangesOf,
  graceMs,
  inTurn,
  list,
  read,
  rex,
  type Script,
  type Shown,
  type Step,
  sentOf,
  undocumented,
} from './testing/exchanges.ts';

const made = (id: number, differing: Shown = {}) =>
  creation({ ...sentOf(id), ...differing }, 201, rex(id, differing));

const all = (many: number, step: (id: number) => Script[number]): Script =>
  Array.from({ length: many }, (_, at) => step(at + 1));

/** Answered within the millisecond in which it was asked. */
const instant =
  (step: Step): Step =>
  (index, at) => ({ ...step(index, at), finishedAt: step(index, at).startedAt });

const late = graceMs + 10;
const renamed = { name: 'Bello' };
const sold = rex(1);
const available = rex(1, { status: 'available' });

/** What others may do: nothing fails, and nothing is left to ask. */
const free: readonly [what: string, script: Script][] = [
  ['creations are answered within a millisecond', all(3, (id) => instant(made(id)))],
  ['an animal is created, listed and read', [made(1), list('', [sold]), read(1, sold)]],
  ['a read lags behind a creation', [made(1), read(1, undefined), read(1, sold)]],
  ['a list lags behind a creation', [made(1), list('limit=100', []), list('limit=100', [sold])]],
  ['a status moves', [made(1), late, list('', [available]), read(1, available)]],
  ['an animal of others is removed', [list('', [sold]), late, list('', []), read(1, undefined)]],
  [
    'others rename one of their animals',
    [list('', [sold]), late, list('', [rex(1, renamed)]), read(1, rex(1, renamed))],
  ],
  [
    'others rename two animals of the run',
    [
      ...all(2, (id) => made(id)),
      ...all(2, (id) => read(id, rex(id))),
      late,
      ...all(2, (id) => read(id, rex(id, { name: `Bello ${id}` }))),
    ],
  ],
  [
    'the id of a removed animal is given again',
    [made(1), read(1, sold), late, read(1, undefined), made(1, renamed)],
  ],
  [
    'the run itself may have removed it',
    [made(1), read(1, sold), undocumented('DELETE', 1), late, read(1, undefined)],
  ],
];

test.each(free)('%s: nothing fails, and nothing is asked again', (_, script) => {
  expect(brokenIn(exchangesOf(...script))).toEqual([]);
  expect(doubtedIn(exchangesOf(...script))).toEqual([]);
});

/** Within the freedoms, and asked again. */
const doubted: readonly [what: string, script: Script, doubts: readonly string[]][] = [
  [
    'one animal of the run is gone',
    [made(1), read(1, sold), late, read(1, undefined)],
    ['get.stays in doubt'],
  ],
  [
    'one animal of the run was never found',
    [made(1), late, read(1, undefined)],
    ['get.found in doubt'],
  ],
  [
    'one animal differs from its creation',
    [made(1), read(1, rex(1, renamed))],
    ['get.same-animal in doubt'],
  ],
  [
    'a list and a read differ',
    [list('', [sold]), read(1, rex(1, renamed))],
    ['list.same-animal in doubt'],
  ],
  [
    'a list shows an animal that a read does not find',
    [list('', [sold]), read(1, undefined)],
    ['get.found in doubt'],
  ],
  ['an id is given twice', [made(1), made(1, renamed)], ['create.server-id in doubt']],
  [
    'a filtered list shows an animal that was just moved',
    [list('status=sold', [sold]), read(1, available)],
    ['list.status-filter in doubt'],
  ],
  [
    'a filtered list shows an animal as it was created, in another status',
    [made(1), list('status=available', [sold])],
    ['list.status-filter in doubt', 'list.same-animal in doubt'],
  ],
  [
    'a filtered list shows an animal that was moved as it was created',
    [made(1), list('status=available', [sold]), late, read(1, available)],
    ['list.same-animal in doubt'],
  ],
  [
    'a list is empty beside an animal that matches',
    [made(1), list('', [sold]), late, list('limit=100', [])],
    ['list.shows-animals in doubt'],
  ],
  [
    'lists are empty while animals are read, as if an index lagged',
    [made(1), ...inTurn(list('', []), read(1, sold))],
    ['list.shows-animals in doubt'],
  ],
  [
    'a short list leaves an animal out',
    [made(1), made(2), list('', [sold, rex(2)]), list('limit=100', [rex(2)])],
    ['list.complete in doubt'],
  ],
  [
    'all animals of the run are gone at once, as if the store was reset',
    [
      ...all(4, (id) => made(id)),
      ...all(4, (id) => read(id, rex(id))),
      late,
      ...all(4, (id) => read(id, undefined)),
    ],
    ['get.stays in doubt'],
  ],
  [
    'four animals were edited before anyone saw them',
    [...all(4, (id) => made(id)), ...all(4, (id) => read(id, rex(id, { name: `Bello ${id}` })))],
    ['get.same-animal open'],
  ],
  [
    'an animal is there, is missing, and is there, while reads may lag',
    [made(1), read(1, sold), read(1, undefined), read(1, sold), read(1, undefined)],
    ['get.stays in doubt'],
  ],
];

test.each(doubted)('%s: that is asked again', (_, script, doubts) => {
  expect(brokenIn(exchangesOf(...script))).toEqual([]);
  expect(doubtedIn(exchangesOf(...script))).toEqual(doubts);
});

/** Beyond the freedoms. */
const failing: readonly [what: string, script: Script, broken: readonly string[]][] = [
  [
    'a list and a read keep to two names',
    inTurn(list('', [sold]), read(1, rex(1, renamed))),
    ['list.same-animal'],
  ],
  [
    'a read keeps to another name than creation and list',
    [made(1), ...inTurn(list('', [sold]), read(1, rex(1, renamed)))],
    ['get.same-animal'],
  ],
  [
    'animals like those that differ differ, too',
    [
      ...all(2, (id) => made(id)),
      ...all(2, (id) => read(id, rex(id, { categoryId: 0 }))),
      ...[3, 4].flatMap((id) => [made(id), read(id, rex(id, { categoryId: 0 }))]),
    ],
    ['get.same-animal'],
  ],
  [
    'three animals of the run were never found, and one is within the grace',
    [
      ...all(4, (id) => made(id)),
      read(1, rex(1)),
      late,
      ...all(3, (id) => read(id + 1, undefined)),
      late,
      read(1, rex(1)),
    ],
    ['get.found'],
  ],
  [
    'three animals of the run are gone, and one from before stays',
    [
      ...all(4, (id) => made(id)),
      ...all(4, (id) => read(id, rex(id))),
      2 * late,
      ...all(3, (id) => read(id + 1, undefined)),
      late,
      read(1, rex(1)),
    ],
    ['get.stays'],
  ],
  [
    'an animal of the run is gone and comes back',
    [made(1), read(1, sold), 2 * late, read(1, undefined), late, read(1, sold)],
    ['get.stays'],
  ],
  [
    'a list goes on showing what a read never finds',
    inTurn(list('', [sold]), read(1, undefined)),
    ['get.found'],
  ],
  [
    'three ids are given again, and one from before stays',
    [
      ...all(4, (id) => made(id)),
      ...all(3, (id) => made(id + 1, { name: `Bello ${id}` })),
      late,
      read(1, rex(1)),
    ],
    ['create.server-id'],
  ],
  [
    'an id that was sent is given though its animal is there, as one from before is',
    [made(1), made(2), creation({ ...sentOf(2), id: 2 }, 201, rex(2)), late, read(1, rex(1))],
    ['create.server-id'],
  ],
  [
    'an id is given again while its animal is there',
    [made(1), made(1, renamed), late, read(1, sold)],
    ['create.server-id'],
  ],
  [
    'a filtered list shows three animals of the run as they were created, in another status',
    [...all(3, (id) => made(id)), list('status=available', [rex(1), rex(2), rex(3)])],
    ['list.status-filter'],
  ],
  [
    'a filtered list shows an animal in another status, which it still has a grace later',
    [made(1), list('status=available', [sold]), list('status=available', []), late, read(1, sold)],
    ['list.status-filter'],
  ],
  [
    'a filtered list keeps showing what a read shows in another status',
    inTurn(list('status=sold&limit=9', [sold]), read(1, available)),
    ['list.filter-with-limit'],
  ],
  [
    'two filtered lists keep showing one animal',
    inTurn(list('status=sold', [sold]), list('status=available', [available]), read(1, sold)),
    ['list.status-filter'],
  ],
  [
    'a list stays empty beside one that is not',
    inTurn(list('status=sold', []), list('', [sold])),
    ['list.shows-animals'],
  ],
  [
    'lists stay empty for so long that no index lags by it',
    [made(1), ...inTurn(list('', []), read(1, sold)), 6 * late, list('', []), read(1, sold)],
    ['list.shows-animals'],
  ],
  [
    'a short list keeps leaving out what another one shows',
    inTurn(list('', [sold, rex(2)]), list('limit=100', [rex(2)])),
    ['list.complete'],
  ],
];

test.each(failing)('%s: that fails', (_, script, broken) => {
  expect([...new Set(brokenIn(exchangesOf(...script)))]).toEqual(broken);
});

/** Something else edits the store, or reads lag for longer than was said: nothing is decided. */
const open: readonly [what: string, script: Script, left: readonly string[]][] = [
  [
    'others rename three animals of the run after they were read',
    [
      ...all(3, (id) => made(id)),
      ...all(3, (id) => read(id, rex(id))),
      late,
      ...all(3, (id) => read(id, rex(id, { name: `Bello ${id}` }))),
    ],
    ['get.same-animal open'],
  ],
  [
    'a name changes with each read',
    [sold, rex(1, renamed), sold, rex(1, renamed)].flatMap((pet) => [read(1, pet), late]),
    ['get.same-animal open'],
  ],
  [
    'an animal appears later than reads may lag',
    [made(1), late, read(1, undefined), read(1, sold)],
    ['get.found open'],
  ],
  [
    'a replica is further behind than reads may lag',
    [made(1), read(1, sold), late, read(1, undefined), late, read(1, sold)],
    ['get.stays open'],
  ],
  [
    'a list fills later than reads may lag',
    [made(1), late, list('limit=100', []), list('limit=100', [sold])],
    ['list.shows-animals open'],
  ],
];

test.each(open)('%s: that is left open', (_, script, left) => {
  expect(brokenIn(exchangesOf(...script))).toEqual([]);
  expect(doubtedIn(exchangesOf(...script))).toEqual(left);
});

test('a status that moves all the time breaks nothing, whatever lists it is in', () => {
  const moving = Array.from({ length: 8 }, (_, at) =>
    at % 2 === 0
      ? [list('status=sold', [sold]), list('status=available', []), late]
      : [list('status=sold', []), list('status=available', [available]), late],
  ).flat();
  expect(brokenIn(exchangesOf(...moving))).toEqual([]);
});
