import { describe, expect, test } from 'vitest';
import type { Answered } from '../../http/exchange.ts';
import { answersByQuestion, type Doubt, settle, written } from './doubts.ts';
import { graceMs, inTurn, list, read, rex, type Script, told } from './testing/told.ts';

const proof = read(1, rex(1));
const doubtful = list('', []);

/** A doubt that is confirmed by whatever the answers are. */
const doubt: Doubt = {
  about: 'presence',
  requirement: 'list.shows-animals',
  proof: { operation: 'getPet', id: 1n },
  doubtful: { operation: 'listPets', query: '' },
  contradiction: () => ({ problem: 'they contradict one another' }),
};

const settled = (answers: readonly Answered[]) =>
  settle(doubt, answersByQuestion(answers), graceMs).map(({ exchange, also }) => [exchange, also]);

const asked = told(...inTurn(proof, doubtful));

test('a question is written as in its address', () => {
  expect(written(doubt.proof)).toBe('GET /pets/1');
  expect(written(doubt.doubtful)).toBe('GET /pets');
  expect(written({ operation: 'listPets', query: 'limit=7' })).toBe('GET /pets?limit=7');
});

test('a doubt is settled by both questions asked in turn, from the first to the last doubtful answer', () => {
  expect(settled(asked)).toEqual([[5, [10]]]);
  expect(settled(told(proof, doubtful, ...inTurn(proof, doubtful), doubtful))).toEqual([[7, [12]]]);
});

test('a doubt may be settled under the requirement that its answers break', () => {
  const contradiction = () => ({ problem: 'x', requirement: 'get.found' as const });
  const found = settle({ ...doubt, contradiction }, answersByQuestion(asked), graceMs);
  expect(found).toMatchObject([{ id: 'get.found', at: 'listPets 200' }]);
});

const changed = (change: (answer: Answered, at: number) => Answered) => settled(asked.map(change));

const headed = (name: string, value: string) => (answer: Answered) => ({
  ...answer,
  response: { ...answer.response, headers: [[name, value]] as const },
});

/** Milliseconds by which the answers from this one on come sooner. */
const sooner = (from: number, ms: number) => (answer: Answered, at: number) =>
  at < from
    ? answer
    : { ...answer, startedAt: answer.startedAt - ms, finishedAt: answer.finishedAt - ms };

describe('nothing is settled', () => {
  test.each<[string, Script]>([
    ['one answer fewer', [...inTurn(proof, doubtful)].slice(0, -1)],
    ['another order', inTurn(doubtful, proof)],
    ['one question alone', inTurn(proof, proof)],
    ['another question in between', inTurn(read(2, rex(2)), doubtful)],
  ])('by %s', (_, script) => {
    expect(settled(told(...script))).toEqual([]);
  });

  test('if one answer comes out of a cache, from before the wait', () => {
    const old = headed('Age', '1');
    expect(changed((answer, at) => (at === 6 ? old(answer) : answer))).toEqual([]);
  });

  test.each([
    ['the first pause', 1],
    ['the second', 2],
    ['the third', 3],
    ['the one before the doubtful question', 4],
    ['the one after it', 7],
    ['the last one', 9],
  ])('if %s was too short', (_, from) => {
    expect(changed(sooner(from, 0.1 * graceMs))).toEqual([]);
  });

  test('by answers to a stranger, by 429, or without an answer', () => {
    expect(changed((answer) => ({ ...answer, caller: 'stranger' }))).toEqual([]);
    const spent = (answer: Answered) => ({ ...answer.response, status: 429 });
    const last = asked.length - 1;
    expect(
      changed((answer, at) => (at === last ? { ...answer, response: spent(answer) } : answer)),
    ).toEqual([]);
    const unanswered = asked.map(({ response: { status }, ...rest }) => ({ ...rest, status }));
    expect([...answersByQuestion(unanswered)]).toEqual([]);
  });
});

test('a 429, a stranger and a probe of an undocumented kind in between disturb nothing', () => {
  const others = [
    list('', [], { status: 429 }),
    list('', [], { caller: 'stranger' }),
    list('', [], { operation: null }),
  ];
  const [first, ...rest] = inTurn(proof, doubtful);
  expect(settled(told(first ?? 0, proof, ...others, ...rest.slice(1)))).toHaveLength(1);
});
