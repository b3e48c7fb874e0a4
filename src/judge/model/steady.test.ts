import { expect, test } from 'vitest';
import { seenIn } from './seen.ts';
import { steadyPets } from './steady.ts';
import {
  creation,
  list,
  read,
  rex,
  type Script,
  sentOf,
  told,
  undocumented,
} from './testing/told.ts';

const pending = rex(1, { status: 'pending' });

test.each<readonly [string, readonly number[], Script]>([
  ['two answers show one status', [1], [list('', [rex(1)]), read(1, rex(1))]],
  ['one answer shows it', [1], [creation(sentOf(1), 201, rex(1))]],
  ['another is moved', [], [list('', [rex(1), rex(2)]), read(2, rex(2, { status: 'pending' }))]],
  ['it is moved itself', [], [creation(sentOf(1), 201, rex(1)), read(1, pending)]],
  ['it has no status', [2], [list('', [rex(1, { status: undefined }), rex(2)])]],
  [
    'an answer leaves its status out',
    [1],
    [list('', [rex(1)]), read(1, rex(1, { status: undefined }))],
  ],
  ['it has no id', [2], [list('', [rex(1, { id: undefined }), rex(2)])]],
  [
    'others without ids differ',
    [2],
    [list('', [rex(1, { id: undefined }), { ...pending, id: undefined }, rex(2)])],
  ],
  ['the run may have changed it', [], [list('', [rex(1)]), undocumented('PATCH', 1)]],
])('animals whose status nobody moves, if %s: %j', (_, ids, script) => {
  expect(steadyPets(seenIn(told(...script))).map(({ id }) => Number(id))).toEqual(ids);
});
