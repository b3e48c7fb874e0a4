import { expect, test } from 'vitest';
import type { EndedEarly } from '../inconclusive.ts';
import type { ApiRequest } from '../request.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { creation, listing, openClient } from '../testing/open-client.ts';
import { startPeer } from '../testing/peer.ts';
import { Patience } from './patience.ts';

const timeout = 10;
const patience = () => new Patience({ timeout, maxWait: 100 });
const whole = 2 * timeout * 1000;
const topic = (name: string): ApiRequest => ({ ...listing, topic: name });

function silenced(): Patience {
  const one = patience();
  for (let at = 0; at < 3; at += 1) one.unanswered(listing, whole);
  return one;
}

test('a question is tried twice, until three in a row had no answer', () => {
  const one = patience();
  one.unanswered(listing, whole);
  one.unanswered(listing, whole);
  expect(one.triesFor(listing)).toBe(2);
  one.answered(listing, 10);
  one.unanswered(listing, whole);
  expect(one.triesFor(listing)).toBe(2);
  expect(silenced().triesFor(topic('a'))).toBe(1);
});

test('a silent operation is tried once more by each of five topics, and says nothing of the others', () => {
  const one = silenced();
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    expect(one.triesFor(topic(name))).toBe(1);
    one.unanswered(topic(name), timeout * 1000);
    expect(one.triesFor(topic(name))).toBe(0);
  }
  expect(one.triesFor(topic('g'))).toBe(0);
  expect(one.triesFor(creation)).toBe(2);
  one.answered(topic('a'), 10);
  expect(one.triesFor(topic('g'))).toBe(2);
});

test('silence on gaps counts for gaps alone, and these are not tried once more', () => {
  const one = patience();
  const gap: ApiRequest = { ...listing, purpose: 'gap' };
  for (let at = 0; at < 3; at += 1) one.unanswered(gap, whole);
  expect([one.triesFor(gap), one.triesFor(listing)]).toEqual([0, 2]);
  expect(silenced().triesFor(gap)).toBe(0);
});

test('what is reset at once is not a silence', () => {
  const one = patience();
  for (let at = 0; at < 50; at += 1) one.unanswered(listing, 4);
  expect(one.triesFor(listing)).toBe(2);
});

test('thirty timeouts of lost time are endured, and no more', () => {
  const one = patience();
  one.lost(300_000);
  expect(one.exhausted()).toBeUndefined();
  one.lost(1);
  expect(one.exhausted()).toBe(
    '300 s were lost on requests without an answer; allowed are 300 s, 30 times --timeout',
  );
});

test('waits for the rate limit are bounded as a whole, and those at the same time count once', () => {
  const one = patience();
  for (let at = 0; at < 20; at += 1) {
    expect(one.refuseWait(at * 100_000, (at + 1) * 100_000)).toBeUndefined();
    expect(one.refuseWait(at * 100_000, (at + 1) * 100_000)).toBeUndefined();
  }
  expect(one.refuseWait(2_000_000, 2_000_001)).toContain('2000 s in all, 20 times --max-wait');
});

test('a peer that asks to wait before every other answer does not hold up the run for ever', async () => {
  const clock = fakeClock();
  let asked = 0;
  const peer = await startPeer(() => {
    asked += 1;
    return asked % 2 === 1 ? { status: 429, headers: { 'Retry-After': '100' } } : {};
  }, clock.now);
  const { client } = openClient(peer, { clock, maxRequests: 1000 });
  const ask = async () => {
    for (let at = 0; at < 200; at += 1) await client.send(listing);
  };
  await expect(ask()).rejects.toThrow(/2400 s in all/);
  expect(client.ended satisfies EndedEarly | undefined).toBeDefined();
  expect(asked).toBeLessThan(60);
});

test('an operation that is silent is asked no more, and the others are', async () => {
  let creations = 0;
  const peer = await startPeer(({ method }) => {
    if (method === 'POST') creations += 1;
    return method === 'POST' ? 'silence' : {};
  });
  const { client } = openClient(peer, {
    timeout: 0.25,
    clock: { now: Date.now, sleep: async () => {} },
  });
  const create = () => client.send({ ...creation, topic: 'create.created' });
  for (let at = 0; at < 3; at += 1) await expect(create()).rejects.toThrow(/asked twice/);
  await expect(create()).rejects.toThrow(/asked once more/);
  const asked = creations;
  await expect(create()).rejects.toThrow(/and was not asked again/);
  expect(creations).toBe(asked);
  expect((await client.send(listing)).response.status).toBe(200);
});

test('a run that lost too much time on silence ends, and says so', async () => {
  const clock = fakeClock();
  const peer = await startPeer(() => {
    clock.pass(60_000);
    return 'reset';
  }, clock.now);
  const { client } = openClient(peer, { clock });
  const ask = async () => {
    for (let at = 0; at < 9; at += 1) await client.send({ ...listing, topic: `${at}` }).catch(keep);
  };
  let last: unknown;
  const keep = (error: unknown) => {
    last = error;
  };
  await ask();
  expect(String(last)).toContain('allowed are 150 s, 30 times --timeout');
});

test('once silent, an operation is waited for ten times as long as its slowest answer took, a sixth at least', () => {
  const one = new Patience({ timeout: 30, maxWait: 1 });
  one.answered(listing, 200);
  one.answered(listing, 1_200);
  expect(one.secondsFor(listing)).toBe(30);
  one.unanswered(listing, 30_000);
  expect(one.secondsFor(listing)).toBe(12);
  one.answered(listing, 4_000);
  one.unanswered(listing, 30_000);
  expect(one.secondsFor(listing)).toBe(30);
  const quick = new Patience({ timeout: 30, maxWait: 1 });
  quick.answered(listing, 2);
  quick.unanswered(listing, 30_000);
  expect(quick.secondsFor(listing)).toBe(5);
});
