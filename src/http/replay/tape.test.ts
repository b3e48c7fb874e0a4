import { expect, test } from 'vitest';
import type { Exchange } from '../exchange.ts';
import type { Asking } from '../wire/transport.ts';
import { type RedactedQuestion, Tape } from './tape.ts';

const url = 'https://staging.example/v1/pets';

/** An exchange of the recording: answered 10 ms after it was asked, 100 ms after the one before it. */
function recorded(index: number, question: Partial<RedactedQuestion> = {}, status = 200): Exchange {
  return {
    index,
    purpose: 'clause',
    caller: 'key-holder',
    request: { method: 'GET', url, headers: [], ...question },
    response: { status, statusText: '', headers: [], body: '', truncated: false },
    startedAt: index * 100,
    finishedAt: index * 100 + 10,
    waitMs: 5,
    curl: '',
  };
}

/** The index of the answer that a question gets. */
function take(tape: Tape, question: Partial<RedactedQuestion> = {}, asking: Partial<Asking> = {}) {
  const who = { caller: 'key-holder', manner: 'paced', ...asking } as const;
  return tape.take({ method: 'GET', url, headers: [], ...question }, who)?.index;
}

const other = { url: `${url}?limit=1` };

test('each answer is given once, to its own question, in the order of recording', () => {
  const tape = new Tape([recorded(0), recorded(1, other), recorded(2)]);
  expect([take(tape), take(tape, other), take(tape), take(tape)]).toEqual([0, 1, 2, undefined]);
});

test.each<[string, Partial<RedactedQuestion>]>([
  ['method', { method: 'DELETE' }],
  ['address', { url: `${url}?limit=2` }],
  ['body', { body: '{}' }],
  ['value of a field', { headers: [['Accept', 'text/html']] }],
  ['field', { headers: [['X-API-Key', '[API key]']] }],
])('another %s is another question', (_, question) => {
  expect(take(new Tape([recorded(0)]), question)).toBeUndefined();
});

test('the version of the suite, the trace and the order of fields make no other question', () => {
  const headers = [
    ['User-Agent', 'petstore-conformance/0.1.0'],
    ['Authorization', 'Bearer [API key]'],
    ['Accept', 'application/json'],
  ] as const;
  const today = [
    ['accept', 'application/json'],
    ['authorization', 'Bearer [API key]'],
    ['user-agent', 'petstore-conformance/9.0.0'],
    ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-0000000000000001-01'],
  ] as const;
  expect(take(new Tape([recorded(0, { headers })]), { headers: today })).toBe(0);
});

test('the key whose limit is spent is told apart, though redacted both look alike', () => {
  const tape = new Tape([{ ...recorded(0), caller: 'limit-key' }, recorded(1)]);
  expect(take(tape)).toBe(1);
  expect(take(tape)).toBeUndefined();
  expect(take(tape, {}, { caller: 'limit-key' })).toBe(0);
});

test('where the suite asks less than the recorded one, later questions get their own answers', () => {
  const tape = new Tape([recorded(0), recorded(1), recorded(8, other), recorded(9)]);
  // Nobody asked for 1; after 8 the next one is 9.
  expect([take(tape), take(tape, other), take(tape)]).toEqual([0, 8, 9]);
});

test('an answer that was overtaken by another is still given to its question', () => {
  const tape = new Tape([recorded(0), recorded(1, other), recorded(2), recorded(60, other)]);
  expect([take(tape), take(tape), take(tape, other)]).toEqual([0, 2, 1]);
});

test('what was read before a write is not an answer to a question after it', () => {
  const write = recorded(2, { method: 'POST', body: '{"name":"Rex"}' }, 201);
  const tape = new Tape([recorded(0), recorded(1, other, 401), write, recorded(3)]);
  tape.arrived(write);
  expect([take(tape), take(tape)]).toEqual([3, undefined]);
  // A refusal shows nothing of the store.
  expect(take(tape, other)).toBe(1);
});

test('what spends a limit is answered in step with the recording, or not at all', () => {
  const spending = { manner: 'spending' } as const;
  const tape = new Tape([recorded(3), recorded(4), recorded(6, {}, 429), recorded(7, other)]);
  expect([take(tape, {}, spending), take(tape, {}, spending)]).toEqual([3, 4]);
  // The answer 5 is lost: 6 is to another request, which had one more before it.
  expect(take(tape, {}, spending)).toBeUndefined();
  expect(take(tape, other)).toBe(7);
});
