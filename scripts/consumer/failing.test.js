/** A server that answers everything alike: more than thirty failures, which vitest must show in good time. */
import { createServer } from 'node:http';
import { conformance } from 'petstore-conformance/vitest';

async function start() {
  const server = createServer((_request, response) => {
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end('<p class="all">"alike"@</p>'.repeat(50));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${server.address().port}/v1`,
    stop: () => server.close(),
  };
}

conformance({ start, apiKey: 'a-key-of-the-pack-test', seed: 1 });
