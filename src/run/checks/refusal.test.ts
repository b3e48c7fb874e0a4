import { expect, test } from 'vitest';
import { EndedEarly, Inconclusive, NoResponse } from '../../http/inconclusive.ts';
import { answer } from '../../judge/testing/answer.ts';
import { NotApplicable } from '../requests/outcomes.ts';
import type { Form } from '../values/forms.ts';
import { answeredUnlessOdd, askedIn } from './refusal.ts';

const ownError = '{"code":"invalid","message":"Invalid.","status":403}';
const spaced: Form = { write: (json) => ` ${json}` };

/** Asks in this form; the ordinary form is answered 400. */
async function asked(form: Form, first: () => ReturnType<typeof answer>) {
  const forms: Form[] = [];
  const got = await askedIn(form, async (one) => {
    forms.push(one);
    return one === form ? first() : answer({ operation: 'createPet', status: 400 });
  });
  return { status: got.response.status, times: forms.length };
}

test.each([
  ['a page 403', 403, '<h1>Forbidden</h1>', { status: 400, times: 2 }],
  ['a page 413', 413, 'Too large', { status: 400, times: 2 }],
  ['an Error of its own', 403, ownError, { status: 403, times: 1 }],
  ['an acceptance', 201, '{}', { status: 201, times: 1 }],
])('a layout that is answered with %s', async (_, status, body, due) => {
  expect(await asked(spaced, () => answer({ operation: 'createPet', status, body }))).toEqual(due);
});

test('a layout that is dropped is asked in the ordinary one; other forms are not', async () => {
  const dropped = () => {
    throw new Inconclusive('reset');
  };
  expect(await asked(spaced, dropped)).toEqual({ status: 400, times: 2 });
  await expect(asked({ names: 'lower' }, dropped)).rejects.toThrow('reset');
});

test.each([
  ['a silence', new NoResponse('silent', [])],
  ['the end of the run', new EndedEarly('over')],
])('%s stays what it is', async (_, error) => {
  const thrown = async () => {
    throw error;
  };
  await expect(askedIn(spaced, thrown)).rejects.toBe(error);
  await expect(answeredUnlessOdd({ status: 'pend\u0131ng' }, thrown)).rejects.toBe(error);
});

test('only a body beyond ASCII may have been dropped', async () => {
  const lost = new Inconclusive('reset');
  const ask = async () => {
    throw lost;
  };
  await expect(answeredUnlessOdd({ status: 'pend\u0131ng' }, ask)).rejects.toBeInstanceOf(
    NotApplicable,
  );
  await expect(answeredUnlessOdd({ status: 'pending' }, ask)).rejects.toBe(lost);
});
