import { expect, test } from 'vitest';
import { type ReferenceOptions, startReference } from '../../reference/server.ts';
import { firstDifference, probe } from './probe.ts';
import { probeRequests } from './probe-requests.ts';
import type { ServerOptions } from './servers.ts';

const requests = probeRequests(250, 1);

const starting =
  (change: ReferenceOptions['change'] = () => ({})) =>
  ({ apiKey, windowSeconds }: ServerOptions) =>
    startReference({ apiKey, plan: 'free', windowMs: windowSeconds * 1000, change });

test('a server does not differ from itself, and the questions meet every documented answer', async () => {
  const answers = await probe(starting(), requests);
  expect(await firstDifference(starting(), requests, answers)).toBeUndefined();
  const statuses = new Set(answers.map((answer) => answer.slice(0, 3)));
  expect([...statuses].sort()).toEqual(
    expect.arrayContaining(['200', '201', '400', '401', '404', '429']),
  );
});

test('other ids are not a difference', async () => {
  const answers = await probe(starting(), requests);
  const later = starting(({ newId }) => ({
    newId: (store, call) => newId(store, call) + 2n ** 40n,
  }));
  expect(await firstDifference(later, requests, answers)).toBeUndefined();
});

test('a limit that is off by one is a difference, and the question that shows it is told', async () => {
  const answers = await probe(starting(), requests);
  const greedy = starting(({ list }) => ({
    list: (store, selection, call) =>
      list(store, { ...selection, limit: selection.limit + 1 }, call),
  }));
  const difference = await firstDifference(greedy, requests, answers);
  expect(difference?.asked).toMatch(/^GET \/v1\/pets/);
  expect(difference?.mutant).not.toBe(difference?.original);
});

test('the clock of the thread is its own again afterwards', async () => {
  const before = Date.now();
  await probe(starting(), requests.slice(0, 3));
  expect(Math.abs(Date.now() - before)).toBeLessThan(60_000);
});
