import { describe, expect, test } from 'vitest';
import { answer } from '../../judge/testing/answer.ts';
import { holdingOneOf } from '../../secrets/redact.ts';
import { endOf } from '../requests/outcomes.ts';
import { expect as due, listed } from './matchers.ts';

const dog = '{"id":1,"name":"Rex","categoryId":1}';
const error = '{"code":"invalid","message":"Invalid.","status":400}';

const list = (body: string) => answer({ body });

/** How a check ends that expects this; passed without an end of its own. */
function outcomeOf(expecting: () => unknown): string | undefined {
  try {
    expecting();
  } catch (thrown) {
    return endOf(thrown, true)?.outcome;
  }
  return 'passed';
}

describe('a list that is expected', () => {
  test.each([
    ['an array of animals', list(`[${dog}]`), 'passed'],
    ['an empty one', list('[]'), 'passed'],
    ['another status', answer({ status: 404, body: '[]' }), 'failed'],
    ['an array of something else, which list.returns-pets judges', list('[1]'), 'inconclusive'],
    ['one that was cut', answer({ body: `[${dog}]`, truncated: true }), 'inconclusive'],
  ])('%s', (_, exchange, outcome) => {
    expect(outcomeOf(() => listed(exchange))).toBe(outcome);
    expect(outcomeOf(() => due(exchange).toBeList())).toBe(outcome);
    expect(outcomeOf(() => due(exchange).toListAtMost(1))).toBe(outcome);
  });

  test('has at most as many animals as are due', () => {
    const two = list(`[${dog},${dog}]`);
    expect(outcomeOf(() => due(two).toListAtMost(2))).toBe('passed');
    expect(outcomeOf(() => due(two).toListAtMost(1))).toBe('failed');
  });
});

test.each([
  ['an animal', { body: dog }, 'passed'],
  ['an animal with another status', { status: 201, body: dog }, 'failed'],
  ['an error', { body: error }, 'failed'],
  ['an animal that was cut', { body: dog, truncated: true }, 'inconclusive'],
])('%s in the place of an animal', (_, made, outcome) => {
  const read = answer({ operation: 'getPet', ...made });
  expect(outcomeOf(() => due(read).toBePet(200))).toBe(outcome);
});

test.each([
  [400, 'passed'],
  [404, 'failed'],
])('a refusal that is to be 400 and is %i', (status, outcome) => {
  const refusal = answer({ operation: 'createPet', status, body: error });
  expect(outcomeOf(() => due(refusal).toBeRefused(400))).toBe(outcome);
});

test.each(['\ufeff', '\u00a0', '\u2028', '\t', '\n'])(
  'a key with %j between its characters can still be found in the words about its answer',
  (between) => {
    const key = 'Zq7xkW93mPlVt20RbNd8';
    const body = (key.match(/../g) ?? []).join(between);
    const refusal = answer({ operation: 'createPet', status: 500, body });
    const holds = holdingOneOf([key]);
    const shows = expect.toSatisfy((thrown) => holds(String(thrown)));
    expect(() => due(refusal).toBeRefused(400)).toThrow(shows);
  },
);
