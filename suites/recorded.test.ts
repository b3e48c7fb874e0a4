import { describe, expect, test } from 'vitest';
import { EndedEarly, Inconclusive, Unrecorded } from '../src/http/inconclusive.ts';
import { inAnswers } from '../src/reference/changes.ts';
import { each } from './recorded.ts';
import { animals, readOnly, recorded, type Server } from './testing/recorded.ts';

const answering = (answers: Readonly<Record<string, string | Error>>) =>
  each(Object.keys(answers), String, async (question) => {
    const answer = answers[question] ?? '';
    if (answer instanceof Error) throw answer;
    return answer;
  });

describe('what is recorded of several questions', () => {
  test('joins the answers', async () => {
    expect(await answering({ abc: '400', '1.5': '404' })).toBe('abc: 400; 1.5: 404');
  });

  test('names a question that got no answer beside those that did', async () => {
    const cut = new Inconclusive('the connection was reset');
    expect(await answering({ abc: '400', '1.5': cut, '-1': '404' })).toBe(
      'abc: 400; 1.5: no answer; -1: 404',
    );
  });

  test('is inconclusive, with the reason, if none got an answer', async () => {
    const cut = new Inconclusive('the connection was reset');
    await expect(answering({ abc: cut, '1.5': cut })).rejects.toBe(cut);
  });

  test.each([new EndedEarly('the run ended'), new Unrecorded('not in the recording')])(
    'leaves it open if the run or the recording has ended: $message',
    async (end) => {
      await expect(answering({ abc: '400', '1.5': end })).rejects.toBe(end);
    },
  );
});

describe('an answer in a few words', () => {
  /** Answers a status that there is not with this text. */
  const saying = (text: string, status = 400): Server => ({
    change: inAnswers('listPets', 400, ({ headers }) => ({ status, headers, text })),
  });

  test.each<[string, Server]>([
    ['400 invalid_request', {}],
    ['400', saying('{"code":7}')],
    ['200, 2 animals', saying('[{"id":1},{"id":2}]', 200)],
    ['200, 0 animals', saying('[]', 200)],
    ['400, no body', saying('')],
    ['400, no JSON', saying('refused')],
    ['400', saying('{}')],
    ['400', saying('null')],
  ])('%s', async (said, { change = () => ({}) }) => {
    const server = { change, animals: animals(1, 2), settings: readOnly };
    expect((await recorded('gap.status-filter-unknown', server)).said).toBe(said);
  });
});

describe('the questions of a gap', () => {
  const id = 'gap.limit-out-of-range';

  test('are those that the plan has', async () => {
    const { said } = await recorded(id, { animals: animals(1, 2), settings: readOnly });
    const refused = '400 invalid_request';
    expect(said).toBe(['abc', '', '1.5', '-1'].map((one) => `limit=${one}: ${refused}`).join('; '));
    const { said: all } = await recorded(id);
    expect(all?.split('; ')).toHaveLength(6);
  });

  test('are none of a small plan: then nothing is recorded', async () => {
    const { said, outcome } = await recorded(id, { settings: { profile: 'core', budget: 1 } });
    expect([said, outcome]).toEqual([undefined, 'not-applicable']);
  });
});
