import { expect, test } from 'vitest';
import { judgeMadeByReads } from './made-by-reads.ts';
import { seenIn } from './seen.ts';
import { creation, list, read, rex, type Script, sentOf, told } from './testing/told.ts';

/** No service counts so far. */
const odd = 700_000_000_000_000;
const missing = read(odd, undefined);
const listed = list('', [rex(odd)]);
const own = (id: number) => creation(sentOf(1), 201, rex(id));

const judged = (...script: Script) =>
  judgeMadeByReads(seenIn(told(...script))).map(({ id, exchange, also }) => [id, exchange, also]);

test.each<[string, Script]>([
  ['a list shows it then', [missing, list('', []), listed]],
  ['a read finds it then', [missing, list('', []), read(odd, rex(odd))]],
])('an id chosen at random that no animal had was given by looking for it if %s', (_, script) => {
  expect(judged(...script)).toEqual([['get.not-found', 0, [2]]]);
});

test.each([
  ['far above them', odd - 1_000_001],
  ['far below them', odd + 1_000_001],
])('so was one that is %s which were given', (_, given) => {
  expect(judged(own(given), missing, listed)).toHaveLength(1);
});

test.each<[string, Script]>([
  ['no answer shows it', [missing, list('', [rex(odd + 1)]), read(odd, undefined)]],
  ['ids may be counted so far', [read(2 ** 33, undefined), list('', [rex(2 ** 33)])]],
  ['one just below it was given', [own(odd - 1_000_000), missing, listed]],
  ['one just above it was given', [own(odd + 1_000_000), missing, listed]],
  ['one of several that were given is near', [own(5), own(odd - 1), missing, listed]],
  ['it was there when it was looked for', [read(odd, rex(odd)), listed]],
  ['a read had found it before', [read(odd, rex(odd)), missing]],
  ['a list had shown it before', [list('', []), listed, missing, listed]],
  [
    'a creation sent it',
    [missing, creation({ ...sentOf(1), id: odd }, 201, rex(5)), own(6), listed],
  ],
])('others may have given it if %s', (_, script) => {
  expect(judged(...script)).toEqual([]);
});
