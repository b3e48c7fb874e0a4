import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { untilRestarted } from './restart.ts';

/** What takes connections; `end` closes each as soon as it is there. */
async function listening(port = 0, end = false) {
  const sockets = new Set<{ destroy(): void }>();
  let received = 0;
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('data', () => {
      received += 1;
    });
    if (end) socket.destroy();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const stop = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  onTestFinished(() => (server.listening ? stop() : undefined));
  const own = typeof address === 'object' && address ? address.port : 0;
  return { port: own, stop, sockets, received: () => received };
}

/** For a moment the port may be that of a connection of somebody else. */
const listeningAgain = (port: number) =>
  vi.waitFor(() => listening(port), { timeout: 20_000, interval: 50 });

function waiting(port: number, away = false) {
  const abort = new AbortController();
  onTestFinished(() => abort.abort(new Error('the test is over')));
  const onAway = vi.fn();
  let isBack = false;
  const back = untilRestarted(`http://127.0.0.1:${port}/v1`, { away, onAway }, abort.signal);
  back.then(
    () => {
      isBack = true;
    },
    () => {},
  );
  return { back, onAway, isBack: () => isBack, abort };
}

test('a service that closes its connection and takes another one was restarted, and nothing was sent', async () => {
  const first = await listening();
  const { back, onAway, isBack } = waiting(first.port);
  // The second connection shows that the first one was kept.
  await vi.waitFor(() => expect(first.sockets.size).toBe(2), { timeout: 20_000 });
  await first.stop();
  await vi.waitFor(() => expect(onAway).toHaveBeenCalledOnce(), { timeout: 20_000 });
  expect(isBack()).toBe(false);
  const second = await listeningAgain(first.port);
  await back;
  expect(first.received() + second.received()).toBe(0);
});

test('a service that is known to be away is back once it keeps a connection', async () => {
  const { port, stop } = await listening();
  await stop();
  const { back, onAway } = waiting(port, true);
  await listeningAgain(port);
  await back;
  expect(onAway).not.toHaveBeenCalled();
});

test('a service that closes every connection early was not restarted', async () => {
  const { port, sockets } = await listening(0, true);
  const { isBack, onAway } = waiting(port);
  await vi.waitFor(() => expect(sockets.size).toBeGreaterThan(3), { timeout: 20_000 });
  expect(isBack()).toBe(false);
  expect(onAway).not.toHaveBeenCalled();
});

test('an abort ends the wait', async () => {
  const { port } = await listening();
  const { back, abort } = waiting(port);
  abort.abort(new Error('enough'));
  await expect(back).rejects.toThrow();
});
