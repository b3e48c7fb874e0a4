import { createServer, type RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../http/clock.ts';
import { demoKey, startReference } from '../reference/server.ts';
import { diagnose, type ProbeSettings, untilUp } from './probe.ts';

const settingsAt = (baseUrl: string, changes: Partial<ProbeSettings> = {}): ProbeSettings => ({
  ...{ baseUrl, apiKey: demoKey, profile: 'core', timeout: 5, wait: 0 },
  ...changes,
});

const { signal } = new AbortController();

async function lineOf(settings: ProbeSettings) {
  const exchange = await untilUp(settings, { signal, print: () => {} });
  return exchange && diagnose(exchange, settings);
}

/** The base address of a server that answers so. */
async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`;
}

const json = (status: number, value: unknown): RequestListener => {
  return (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};

test('a list with the key says that both are right', async () => {
  const { baseUrl, close } = await startReference();
  onTestFinished(close);
  expect(await lineOf(settingsAt(baseUrl))).toEqual({
    isRight: true,
    line: `address and key work: ${baseUrl}/pets answers 200 with a list`,
  });
  expect(await lineOf(settingsAt(baseUrl, { apiKey: 'Another-Key-0123456' }))).toEqual({
    isRight: false,
    line: `the service at ${baseUrl} answers 401 to the key; use a key that is valid at this address`,
  });
  const without = baseUrl.replace(/\/v1$/, '');
  expect((await lineOf(settingsAt(without)))?.line).toBe(
    `nothing is at ${without}/pets (404); addresses of the service end in /v1: give ${baseUrl}`,
  );
});

test.each<[string, RequestListener, RegExp]>([
  [
    'a page',
    (_, response) => response.end('<html>'),
    /^something else than the service answers at/,
  ],
  [
    'a redirect',
    (_, r) => r.writeHead(301, { location: '/login' }).end(),
    / redirects \(301\) to /,
  ],
  ['an object', json(200, {}), / answers 200, but with no list of animals; check the address, and/],
  [
    '403',
    json(403, { code: 'FORBIDDEN', message: 'no' }),
    / 403 to a list; use a key that may list/,
  ],
  [
    '503',
    json(503, {}),
    / 503 to a list; check that the service is running, or give it longer to start with --wait \(in seconds\)$/,
  ],
])('%s is told as what it is', async (_, listener, line) => {
  const told = await lineOf(settingsAt(await answering(listener)));
  expect(told).toEqual({ isRight: false, line: expect.stringMatching(line) });
});

test('where nothing listens the flag that waits is named', async () => {
  expect(await lineOf(settingsAt('http://127.0.0.1:9/v1'))).toEqual({
    isRight: false,
    line: expect.stringMatching(
      /^nothing answers at \S+: the connection was refused \(ECONNREFUSED\); .*with --wait \(in seconds\)$/,
    ),
  });
});

/** A clock in which a sleep takes no time, and all else a little. */
function quickClock(): Clock & { readonly slept: number[] } {
  let now = 0;
  const slept: number[] = [];
  return {
    slept,
    now: () => {
      now += 2;
      return now;
    },
    async sleep(ms) {
      slept.push(ms);
      now += ms;
    },
  };
}

test('a service that is starting is waited for, as long as it takes and no longer than --wait', async () => {
  let requests = 0;
  const baseUrl = await answering((request, response) => {
    requests += 1;
    if (requests === 1) request.socket.destroy();
    else json(requests < 4 ? 503 : 200, [])(request, response);
  });
  const clock = quickClock();
  const said: string[] = [];
  const options = { signal, clock, print: (line: string) => said.push(line) };
  const settings = settingsAt(baseUrl, { wait: 60 });
  expect((await untilUp(settings, options))?.response?.status).toBe(200);
  expect(clock.slept).toEqual([1000, 1000, 1000]);
  expect(said).toEqual([
    expect.stringMatching(/^waiting up to 60 s for the service: the connection was /),
    'the service answered after 3 s',
  ]);
  const never = settingsAt('http://127.0.0.1:9/v1', { wait: 3 });
  const last = await untilUp(never, { ...options, clock: quickClock() });
  expect(last?.failure?.code).toBe('ECONNREFUSED');
  expect(said.at(-1)).toBe('the service is not up after 3 s');
});
