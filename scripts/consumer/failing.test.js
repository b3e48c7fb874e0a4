/** A server that does most things wrongly: some thirty failures, which vitest must show in good time. */
import { createServer } from 'node:http';
import { conformance } from 'petstore-conformance/vitest';

const animal = { id: '1', name: 7, categoryId: 'cats', status: '<p class="all">"alike"@</p>' };

async function start() {
  const server = createServer((request, response) => {
    const isList = request.method === 'GET' && /\/pets(\?|$)/.test(request.url);
    response
      .writeHead(request.url.endsWith('/1') ? 404 : 200, {
        'Content-Type': 'text/plain',
        'X-RateLimit-Limit': ['ten', 'eleven'],
        'X-RateLimit-Remaining': '-1',
        'X-RateLimit-Reset': 'soon',
      })
      .end(JSON.stringify(isList ? Array(150).fill(animal) : { ...animal, id: 1 }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${server.address().port}/v1`,
    stop: () => server.close(),
  };
}

conformance({ start, apiKey: 'a-key-of-the-pack-test', seed: 1 });
