/** Sends the requests of a recording again, one after the other, by bare undici: what no suite can do without. */
import { readFileSync } from 'node:fs';
import type { Har } from 'har-format';
import { Agent, request } from 'undici';
import { demoKey } from '../src/reference/server.ts';

const [, , file = '', baseUrl = ''] = process.argv;
const har: Har = JSON.parse(readFileSync(file, 'utf8'));
const dispatcher = new Agent({ connections: 1 });
for (const { request: recorded } of har.log.entries) {
  const headers = recorded.headers
    .filter(({ name }) => !['host', 'content-length'].includes(name.toLowerCase()))
    .map(({ name, value }) => [name, value.replaceAll('[API key]', demoKey)]);
  const answer = await request(recorded.url.replace(/^.*\/v1(?=\/)/, baseUrl), {
    dispatcher,
    method: recorded.method === 'POST' ? 'POST' : 'GET',
    headers: Object.fromEntries(headers),
    body: recorded.method === 'POST' ? (recorded.postData?.text ?? '') : null,
  });
  await answer.body.text();
}
await dispatcher.close();
