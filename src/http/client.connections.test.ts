/** How many connections a run holds open: `--concurrency`, and one that is used on its own. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listing, openClient } from './testing/open-client.ts';

/** A service that keeps connections alive, and the most that it had at once. */
async function counting(breaksOff: (url: string) => boolean = () => false) {
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    if (breaksOff(request.url ?? '')) return request.socket.destroy();
    // By then it has noticed which others the client has closed.
    return setImmediate(() => {
      most = Math.max(most, open);
      response.end('[]');
    });
  });
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, most: () => most };
}

test.each([1, 4])(
  'with one of its own beside the shared ones of %i there is one more at most',
  async (connections) => {
    const { baseUrl, most } = await counting();
    const { client } = openClient({ baseUrl }, { connections });
    await Promise.all(Array.from({ length: 8 }, () => client.send(listing)));
    const own = client.openConnection();
    await client.send({ ...listing, over: own });
    await own.close();
    await Promise.all(Array.from({ length: 8 }, () => client.send(listing)));
    expect(most()).toBeLessThanOrEqual(connections + 1);
  },
);
