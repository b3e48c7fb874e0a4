import { expect, test } from 'vitest';
import { noKey } from '../credential.ts';
import { listing, openClient } from '../testing/open-client.ts';
import { type Answer, startPeer } from '../testing/peer.ts';
import { LogIns } from './log-ins.ts';

const response = (status: number) => ({
  response: { status, statusText: '', headers: [], body: '', truncated: false },
});

/** How many log-ins are made before one is refused, each ended so; at most 100. */
function madeOf(most: number, ended: Parameters<ReturnType<LogIns['sending']>>[0]): number {
  const logIns = new LogIns(most);
  let made = 0;
  for (; made < 100 && logIns.refusal() === undefined; made += 1) logIns.sending()(ended);
  return made;
}

test.each([401, 403, 302, 500, 407])(
  'a stranger who is answered %i is refused, and so many are the last',
  (status) => {
    expect(madeOf(15, response(status))).toBe(15);
    expect(madeOf(40, response(status))).toBe(40);
  },
);

test.each([400, 404, 408, 429, 502, 503, 504])(
  'of answers %i to strangers, which need not be of their key, there may be twice as many',
  (status) => {
    expect(madeOf(15, response(status))).toBe(30);
  },
);

test('connections that are closed on strangers count, two for a refused log-in', () => {
  expect(madeOf(15, {})).toBe(30);
});

test('strangers who are served count for nothing', () => {
  expect(madeOf(15, response(200))).toBe(100);
});

test('those under way count, and a refused log-in says why no other is made', () => {
  const logIns = new LogIns(2);
  const first = logIns.sending();
  logIns.sending();
  expect(logIns.refusal()).toBe('the budget of 2 refused log-ins is spent');
  first(response(200));
  expect(logIns.refusal()).toBeUndefined();
});

const answers: readonly [string, Answer, number][] = [
  ['403', { status: 403 }, 3],
  ['404', { status: 404, body: '{"code":"x"}' }, 6],
  ['503', { status: 503 }, 6],
  ['429', { status: 429, headers: { 'Retry-After': '0' } }, 6],
];

test.each(answers)(
  'no more strangers are sent than the budget allows where all are answered %s, retries and all',
  async (_, answer, most) => {
    const peer = await startPeer(() => answer);
    const { client } = openClient(peer, { maxLogIns: 3, connections: 4 });
    const asked = Array.from({ length: 12 }, () => client.send({ ...listing, credential: noKey }));
    await Promise.allSettled(asked);
    expect(peer.arrivals.length).toBeGreaterThan(0);
    expect(peer.arrivals.length).toBeLessThanOrEqual(most);
  },
);

test('the key is asked with on, once the budget of strangers is spent', async () => {
  const peer = await startPeer(() => ({ status: 403 }));
  const { client } = openClient(peer, { maxLogIns: 1 });
  await client.send({ ...listing, credential: noKey });
  await expect(client.send({ ...listing, credential: noKey })).rejects.toThrow(
    'the budget of 1 refused log-ins is spent',
  );
  await client.send(listing);
  expect(peer.arrivals).toHaveLength(2);
});
