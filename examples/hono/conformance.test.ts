import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { conformance } from 'petstore-conformance/vitest';
import { createPetStore } from './server.ts';

const apiKey = 'a-key-of-the-example';

conformance({
  apiKey,
  plan: 'business',
  async start() {
    const server = serve({
      fetch: createPetStore({ apiKey }).fetch,
      hostname: '127.0.0.1',
      port: 0,
    });
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    return { baseUrl: `http://127.0.0.1:${port}/v1`, stop: () => server.close() };
  },
});
