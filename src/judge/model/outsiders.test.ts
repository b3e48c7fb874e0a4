import { expect, test } from 'vitest';
import { judgeOutsiders } from './outsiders.ts';
import { seenIn } from './seen.ts';
import { graceMs, list, read, rex, type Script, told, undocumented } from './testing/told.ts';

const survey = list('status=pending', [rex(1)]);

test.each([
  ['no answer shows it otherwise', 1, []],
  ['another list shows it as it is', 1, [list('', [rex(1)])]],
  ['a list shows it moved on', 0, [list('', [rex(1, { status: 'available' })])]],
  ['a read shows it moved on', 0, [read(1, rex(1, { status: 'available' }))]],
])('one that is in a list of another status, while %s, breaks %i', (_, most, meanwhile) => {
  const seen = seenIn(told(survey, graceMs / 2, ...meanwhile, graceMs / 2, survey));
  expect(judgeOutsiders(seen, graceMs)).toHaveLength(most);
});

test('one that is shown in another status each time was moved again', () => {
  const moved = list('status=pending', [rex(1, { status: 'available' })]);
  expect(judgeOutsiders(seenIn(told(survey, graceMs, moved)), graceMs)).toEqual([]);
});

test('one that is there again after nobody has looked for long may have been moved back meanwhile', () => {
  const seen = seenIn(told(survey, 3 * graceMs, survey));
  expect(judgeOutsiders(seen, graceMs)).toEqual([]);
});

const judged = (...script: Script) => judgeOutsiders(seenIn(told(...script)), graceMs).length;

test.each<[string, Script]>([
  ['was shown moved before', [read(1, rex(1, { status: 'available' })), survey, graceMs, survey]],
  [
    'is shown moved afterwards',
    [survey, graceMs, survey, read(1, rex(1, { status: 'available' }))],
  ],
  [
    'is shown without a status meanwhile',
    [survey, list('', [rex(1, { status: undefined })]), graceMs, survey],
  ],
  ['a read shows as the list does', [survey, graceMs, survey, read(1, rex(1))]],
])(
  'one that goes on standing in a list of another status breaks its filter, though it %s',
  (_, script) => {
    expect(judged(...script)).toBe(1);
  },
);

test.each<[string, Script]>([
  ['the run itself touched it', [survey, undocumented('PATCH', 1), graceMs, survey]],
  [
    'a read shows it in the status: the list shows it wrongly',
    [survey, graceMs, survey, read(2, rex(2)), read(1, rex(1, { status: 'pending' }))],
  ],
  ...[{ id: undefined }, { status: undefined }].map((without): [string, Script] => {
    const partial = list('status=pending', [rex(1, without)]);
    return [`it is shown without ${Object.keys(without)}`, [partial, graceMs, partial]];
  }),
])('one in a list of another status decides nothing if %s', (_, script) => {
  expect(judged(...script)).toBe(0);
});
