import { expect, test } from 'vitest';
import type { Exchange } from '../../http/exchange.ts';
import { judgeNowhere, withoutPassed } from '../answers.ts';
import { broken } from '../testing/answer.ts';
import { list, read, rex, type Script, type Step, told, undocumented } from '../testing/told.ts';

const bareOf =
  (id: number): Step =>
  (index, at) => {
    const answer = read(id, undefined)(index, at);
    return { ...answer, response: { ...answer.response, body: 'default backend - 404' } };
  };
const bare = bareOf(1);
const found = read(1, rex(1));

const indicesOf = (exchanges: readonly Exchange[]) => exchanges.map(({ index }) => index);

test.each<[string, readonly number[], Script]>([
  ['has passed if its question is answered', [1], [bare, found]],
  ['has passed with it, whatever was asked at that time', [2], [bareOf(2), bare, found]],
  ['long before had another cause', [0, 2], [bareOf(2), 3000, bare, found]],
  ['stays if its question is answered too late', [0, 1], [bare, 70_000, found]],
  ['stays if its question was answered before', [0, 1], [found, bare]],
  ['stays if another question is answered', [0, 1], [bare, read(2, rex(2))]],
  ['stays if another method is answered', [0, 1], [bare, undocumented('DELETE', 1)]],
  ['stays if a stranger is answered', [0, 1], [bare, read(1, rex(1), { caller: 'stranger' })]],
  ['stays if its question is answered so again', [0, 1], [bare, bare]],
])('a 404 of a gateway %s: what is left is %j', (_, left, script) => {
  expect(indicesOf(withoutPassed(told(...script)))).toEqual(left);
});

test('a question without an answer shows nothing', () => {
  const [first, second] = told(bare, found);
  if (first === undefined || second === undefined) throw new Error('two were told');
  const { response: _, ...lost } = second;
  expect(indicesOf(withoutPassed([first, lost]))).toEqual([0, 1]);
  expect(broken(judgeNowhere([first, lost], undefined))).toContain('error.fields');
});

test('answers that are judged as they come are not judged again', () => {
  const absent = list('', [], { status: 404 });
  expect(judgeNowhere(told(absent, read(1, undefined)), undefined)).toEqual([]);
});

test('a passing 404 of a gateway is not judged', () => {
  expect(judgeNowhere(told(bare, found), undefined)).toEqual([]);
});

test('nor is one to a question that the specification leaves open', () => {
  const gap: typeof bare = (index, at) => {
    const answer = bare(index, at);
    return { ...answer, purpose: 'gap', response: { ...answer.response, body: '{}' } };
  };
  expect(judgeNowhere(told(gap, read(1, rex(1))), undefined)).toEqual([]);
  expect(broken(judgeNowhere(told(gap), undefined))).toContain('rate.limit-header');
  const lists = list('limit=0', [], { status: 404, purpose: 'gap' });
  expect(broken(judgeNowhere(told(lists), undefined))).toContain('rate.limit-header');
});

test('one that stays is the answer of the service', () => {
  const stayed = told(bare, read(2, rex(2)), bare);
  expect(broken(judgeNowhere(stayed, undefined))).toEqual(
    expect.arrayContaining(['rate.limit-header', 'error.fields', 'media.json']),
  );
});
