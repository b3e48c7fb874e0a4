import { expect, test } from 'vitest';
import { judgeOutsiders } from './outsiders.ts';
import { seenIn } from './seen.ts';
import { graceMs, list, read, rex, told } from './testing/told.ts';

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
