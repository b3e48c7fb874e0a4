import { expect, test } from 'vitest';
import { Kept, withRoom } from '../../engine/kept.ts';
import {
  type Answered,
  type HeaderPair,
  isAnswered,
  type RecordedResponse,
} from '../../http/exchange.ts';
import { exchange, response } from '../testing/sample.ts';
import { markedAsCut, ofAnotherLength } from './bodies-said.ts';

const answer = (changes: Partial<RecordedResponse>, index = 0): Answered => ({
  ...exchange(index),
  response: response(changes),
});

const cut = (body: string, headers: readonly HeaderPair[] = [], index = 0) =>
  answer({ body, headers, truncated: true }, index);

test.each<[string, Answered]>([
  ['a short body', cut('{"oops":1}')],
  ['one of no bytes', cut('')],
  ['one in a coding that the suite undoes', cut('<html>', [['content-encoding', 'gzip']])],
  ['one of half the length', cut('a'.repeat(8000))],
])('%s that is told to be cut off is named', (_, one) => {
  expect(markedAsCut([one])).toEqual([one]);
});

test.each<[string, Answered]>([
  ['16 KiB of a longer one', cut('a'.repeat(16 * 1024))],
  ['as much of one that is escaped', cut('\u0001'.repeat(Math.floor((16 * 1024) / 6)))],
  ['one in a coding that the suite cannot undo', cut('', [['Content-Encoding', 'zstd']])],
  ['one in too many codings', cut('', [['content-encoding', 'gzip, gzip, gzip, gzip']])],
  ['one that nests too deep', cut('['.repeat(600))],
  ['one out of which a key was taken', cut('no [API key]')],
])('%s is not', (_, one) => {
  expect(markedAsCut([one])).toEqual([]);
});

test('512 bytes are kept only behind 2 MiB of others', () => {
  const long = Array.from({ length: 128 }, (_, at) => cut('a'.repeat(16 * 1024), [], at));
  const short = cut('a'.repeat(512), [], 128);
  expect(markedAsCut([...long, short])).toEqual([]);
  expect(markedAsCut([...long.slice(1), short])).toEqual([short]);
});

const sized = (body: string, length: string, more: readonly HeaderPair[] = []) =>
  answer({ body, headers: [['Content-Length', length], ...more] });

test('a body that is not as long as its Content-Length is named', () => {
  const other = sized('[]', '3');
  expect(ofAnotherLength([sized('["ë"]', '6'), other])).toEqual([other]);
});

test.each<[string, Answered]>([
  ['an answer to HEAD', { ...sized('', '7'), request: { ...exchange(0).request, method: 'HEAD' } }],
  ['a 304', { ...sized('', '7'), response: { ...sized('', '7').response, status: 304 } }],
  ['what came in a coding', sized('[]', '22', [['content-encoding', 'br']])],
  ['what is not UTF-8', sized('\udcff', '1')],
  ['what began with a byte order mark', sized('[]', '5')],
  ['what a key was taken out of', sized('[API key]', '40')],
  [
    'one that is cut',
    { ...sized('[]', '9'), response: { ...sized('[]', '9').response, truncated: true } },
  ],
])('%s need not be as long', (_, one) => {
  expect(ofAnotherLength([one])).toEqual([]);
});

test.each([1, 2])('whatever a run keeps is not named (%i)', (seed) => {
  const kept = new Kept();
  const sizes = [300, 20_000, 90_000, 1_100_000];
  const signs = ['a', '\u0001', 'ë', '犬', '"'];
  const all = Array.from({ length: 250 }, (_, index) => {
    const draw = (index * 7919 + seed * 104_729) % 1009;
    const body = (signs[draw % signs.length] ?? '').repeat(sizes[draw % sizes.length] ?? 0);
    const truncated = body.length >= 64 * 1024 && draw % 3 === 0;
    const one = answer({ body, headers: [], truncated }, index);
    return withRoom(one, kept.roomFor(one));
  });
  expect(markedAsCut(all.filter(isAnswered))).toEqual([]);
});
