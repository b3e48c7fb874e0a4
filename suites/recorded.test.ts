import { describe, expect, test } from 'vitest';
import { EndedEarly, Inconclusive, Unrecorded } from '../src/http/inconclusive.ts';
import { each } from './recorded.ts';

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
