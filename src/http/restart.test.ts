import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from './clock.ts';
import { afterSight, nothingKnown, type Sight, untilRestarted } from './restart.ts';

test.each<[string, readonly Sight[], boolean]>([
  ['there', ['kept', 'kept'], false],
  ['away', ['kept', 'refused'], true],
  ['restarted between two connections', ['kept', 'lost'], true],
  ['restarted as soon as it is looked at', ['lost'], true],
  ['back', ['kept', 'refused', 'kept'], false],
  ['accepted by a forwarder, and lost at once', ['kept', 'lost', 'lost'], true],
  ['ending idle connections soon', ['lost', 'kept', 'lost', 'lost'], false],
  ['ending them soon, and was away', ['lost', 'refused', 'kept', 'lost'], false],
  ['ending them soon, and away', ['lost', 'kept', 'lost', 'refused'], true],
  ['restarted twice', ['lost', 'kept', 'kept', 'lost'], true],
])('a service that is %s', (_what, sights, due) => {
  expect(sights.reduce(afterSight, nothingKnown).away).toBe(due);
});

/** What takes connections and counts them; `end` closes each as soon as it is there. */
async function listening(port = 0, { end = false, host = '127.0.0.1' } = {}) {
  const seenAt: number[] = [];
  const sockets = new Set<{ destroy(): void }>();
  const server: Server = createServer((socket) => {
    seenAt.push(Date.now());
    sockets.add(socket);
    socket.on('data', () => seenAt.push(Number.NaN));
    if (end) socket.destroy();
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const stop = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { port: typeof address === 'object' && address ? address.port : 0, seenAt, stop };
}

/** For a moment the port may be that of a connection of somebody else. */
const listeningAgain = (port: number, how = {}) =>
  vi.waitFor(() => listening(port, how), { timeout: 20_000, interval: 50 });

const quick = { everyMs: 60, heldMs: 100, settledMs: 30, clock: systemClock };

function waiting(port: number, host = '127.0.0.1') {
  const abort = new AbortController();
  onTestFinished(() => abort.abort(new Error('the test is over')));
  let back = false;
  const returned = untilRestarted(`http://${host}:${port}/v1`, quick, abort.signal).then(
    (presence) => {
      back = true;
      return presence;
    },
  );
  returned.catch(() => {});
  return { returned, isBack: () => back, abort };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a service that stays is looked at seldom, is sent nothing, and never comes back', async () => {
  const first = await listening();
  const { isBack, abort, returned } = waiting(first.port);
  await pause(450);
  expect(isBack()).toBe(false);
  expect(first.seenAt.length).toBeGreaterThan(1);
  expect(first.seenAt.length).toBeLessThanOrEqual(5);
  expect(first.seenAt).not.toContain(Number.NaN);
  abort.abort(new Error('enough'));
  await expect(returned).rejects.toThrow('enough');
  await first.stop();
});

test('a service that is away for long, or for no time at all, comes back', async () => {
  const first = await listening();
  const long = waiting(first.port);
  await pause(150);
  await first.stop();
  await pause(200);
  expect(long.isBack()).toBe(false);
  const second = await listeningAgain(first.port);
  await long.returned;
  const short = waiting(first.port);
  await pause(250);
  await second.stop();
  const third = await listeningAgain(first.port);
  await short.returned;
  await third.stop();
});

test('a service at localhost may come back over IPv6 alone', async () => {
  const first = await listening();
  const { returned } = waiting(first.port, 'localhost');
  await pause(150);
  await first.stop();
  const second = await listeningAgain(first.port, { host: '::1' });
  await returned;
  await second.stop();
});

test('a forwarder that ends each connection at once is not a service that is back', async () => {
  const first = await listening();
  const { returned, isBack } = waiting(first.port);
  await pause(150);
  await first.stop();
  const forwarder = await listeningAgain(first.port, { end: true });
  await pause(300);
  expect(isBack()).toBe(false);
  await forwarder.stop();
  const service = await listeningAgain(first.port);
  await returned;
  await service.stop();
});
