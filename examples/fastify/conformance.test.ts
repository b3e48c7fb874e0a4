import { conformance } from 'petstore-conformance/vitest';
import { createPetStore } from './server.ts';

const apiKey = 'a-key-of-the-example';

conformance({
  apiKey,
  plan: 'business',
  async start() {
    const app = createPetStore({ apiKey });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    return { baseUrl: `${address}/v1`, stop: () => app.close() };
  },
});
