import { once } from 'node:events';
import { conformance } from 'petstore-conformance/vitest';
import { createPetStore } from './server.ts';

const apiKey = 'a-key-of-the-example';

// The full profile spends the limit and waits until it is back: the number of the Free plan, in windows of two seconds
// instead of a minute.
conformance({
  apiKey,
  plan: 'free',
  profile: 'full',
  async start() {
    const server = createPetStore({ apiKey, limit: 60, windowSeconds: 2 }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    return { baseUrl: `http://127.0.0.1:${port}/v1`, stop: () => server.close() };
  },
});
