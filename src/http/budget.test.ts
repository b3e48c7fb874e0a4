import { expect, test } from 'vitest';
import { Budget } from './budget.ts';
import { noKey } from './credential.ts';
import { listing, openClient } from './testing/open-client.ts';
import { type Answer, startPeer } from './testing/peer.ts';

const manyFields = Object.fromEntries(
  Array.from({ length: 300 }, (_, at) => [`X-${at}`, 'x'.repeat(200)]),
);

const strangers: readonly [string, Answer, number][] = [
  ['401', { status: 401 }, 3],
  ['403', { status: 403 }, 3],
  ['500', { status: 500 }, 3],
  ['404', { status: 404, body: '{"code":"x"}' }, 3],
  ['by closing the connection', 'reset', 3],
  ['401 with more fields than are read', { status: 401, headers: manyFields }, 3],
];

test.each(strangers)(
  'no more strangers are sent than may be refused where all are answered %s, retries and all',
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

const budget = (maxWait = 100) =>
  new Budget({ maxRequests: 9, maxCreations: 9, timeout: 10, maxWait });

test.each([
  [100, 2000],
  [0, 60],
])(
  'with --max-wait %i a run waits %i s in all, and waits at the same time count once',
  (maxWait, all) => {
    const one = budget(maxWait);
    for (let at = 0; at < all; at += 20) {
      expect(one.refuseWait(at * 1000, (at + 20) * 1000)).toBeUndefined();
      expect(one.refuseWait(at * 1000, (at + 20) * 1000)).toBeUndefined();
    }
    expect(one.refuseWait(all * 1000, all * 1000 + 1)).toContain(`${all} s in all`);
  },
);

test('header fields are read up to 7 MiB in all, as they are recorded', async () => {
  const fields = { x: '#'.repeat(7_000) };
  const peer = await startPeer(() => ({ headers: fields, body: '[]' }));
  const { client, exchanges } = openClient(peer, { maxRequests: 400 });
  const asked = Array.from({ length: 200 }, () => client.send(listing));
  const last = await Promise.allSettled(asked);
  expect(last.at(-1)).toMatchObject({
    reason: { message: expect.stringMatching(/headers of the answer are too large/) },
  });
  const read = exchanges.filter(({ response }) => response !== undefined).length;
  expect(read).toBeCloseTo((7 * 1024 * 1024) / 42_400, -1);
});

test('all bodies take 16 MiB at most, and after long ones ordinary ones are read whole', () => {
  const one = budget();
  const read = Array.from({ length: 40 }, () => one.reserveBody());
  expect(read[0]).toBe(2 * 1024 * 1024);
  expect(read.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(16 * 1024 * 1024);
  expect(read.at(-1)).toBeGreaterThan(10_000);
});
