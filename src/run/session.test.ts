/** What must hold for a run as a whole: the seed decides every request, and no key leaks. */
import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import '../../suites/index.ts';
import type { Clock } from '../http/clock.ts';
import { type ReferenceOptions, startReference } from '../reference/server.ts';
import type { Settings } from '../settings/settings.ts';
import { requirements } from '../spec/catalogue.ts';
import { checks } from './checks/registration.ts';
import type { RunEvent } from './events.ts';
import { Session } from './session.ts';
import { sessionSettings } from './testing/session-settings.ts';

const traces = /^traceparent: 00-[0-9a-f]{32}-[0-9a-f]{16}-01\r\n/gim;

interface Ran {
  readonly events: readonly RunEvent[];
  /** Every byte that the client sent, in order, without port and trace: a trace belongs to one run. */
  readonly sent: string;
}

/** Runs every check against the reference server, over a connection that is recorded. */
async function runAll(
  differing: Partial<Settings> = {},
  server: ReferenceOptions = {},
  clock?: Clock,
): Promise<Ran> {
  const reference = await startReference(server);
  onTestFinished(() => reference.close());
  const wire = await tap(Number(new URL(reference.baseUrl).port));
  const { apiKey } = reference;
  const baseUrl = reference.baseUrl.replace(/:\d+/, `:${wire.port}`);
  const events: RunEvent[] = [];
  const session = new Session(
    { ...sessionSettings, baseUrl, apiKey, rateLimitKey: apiKey, ...differing },
    {
      emit: (event) => events.push(event),
      signal: new AbortController().signal,
      startedAt: Date.UTC(2026, 0, 1),
      ...(clock && { clock }),
    },
  );
  await session.executeAll(checks);
  await session.conclude();
  await session.close();
  return {
    events,
    sent: wire.bytes().replaceAll(`127.0.0.1:${wire.port}`, 'host').replaceAll(traces, ''),
  };
}

/** A proxy to a port that keeps what is sent there. */
async function tap(port: number) {
  const chunks: Buffer[] = [];
  const server = createServer((inward) => {
    const onward = connect(port, '127.0.0.1');
    inward.on('data', (chunk) => chunks.push(chunk));
    inward.pipe(onward).pipe(inward);
    for (const socket of [inward, onward]) {
      socket.on('error', () => {
        inward.destroy();
        onward.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    bytes: () => Buffer.concat(chunks).toString('utf8'),
  };
}

/** The requests of a run in the order in which they were decided. */
function requests({ events }: Ran): string[] {
  const found: string[] = [];
  for (const event of events) {
    if (event.type !== 'exchange') continue;
    const { method, url, body = '' } = event.exchange.request;
    const headers = event.exchange.request.headers.filter(
      ([name]) => name.toLowerCase() !== 'traceparent',
    );
    const path = new URL(url).pathname + new URL(url).search;
    found[event.exchange.index] = [method, path, JSON.stringify(headers), body].join(' ');
  }
  return found;
}

const results = ({ events }: Ran) =>
  events.flatMap((event) =>
    event.type === 'check-finished' ? [[event.id, event.result.title, event.result.outcome]] : [],
  );

test('the same seed sends the same bytes in the same order', async () => {
  const first = await runAll();
  const second = await runAll();
  expect(first.sent).not.toBe('');
  expect(second.sent).toBe(first.sent);
  expect(results(second)).toEqual(results(first));
});

test('with several requests in flight the same seed still decides each of them', async () => {
  const first = await runAll({ concurrency: 4 });
  const second = await runAll({ concurrency: 4 });
  expect(requests(second)).toEqual(requests(first));
});

test('leaving checks out changes no values of the others', async () => {
  const selected = ['create.invalid-name'] as const;
  const alone = requests(await runAll({ selected })).filter((one) => one.startsWith('POST'));
  const all = requests(await runAll());
  expect(alone.length).toBeGreaterThan(0);
  for (const one of alone) expect(all).toContain(one);
});

const apiKey = 'Live/Key+9"Qz';

test('no event holds the key in any form', async () => {
  const { events } = await runAll({ rateLimitKey: 'Other-Key-5' }, { apiKey });
  const text = JSON.stringify(events, (_, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  );
  const base64 = (one: string) => Buffer.from(one).toString('base64').replace(/=+$/, '');
  for (const form of [
    apiKey,
    JSON.stringify(apiKey).slice(1, -1),
    base64(apiKey),
    base64(`${apiKey}:`),
  ]) {
    expect(text.toLowerCase()).not.toContain(form.toLowerCase());
    expect(text).not.toContain(JSON.stringify(form).slice(1, -1));
  }
  expect(text).toContain('[API key]');
});

test.each(['a', 'test', 'passed', 'key', '1', '--'])(
  'a key as short or common as %j does not spoil the run',
  async (short) => {
    const ran = await runAll({ concurrency: 4 }, { apiKey: short });
    const ids = new Set<string>(requirements.map(({ id }) => id));
    expect(ran.events.filter(({ type }) => type === 'defect')).toEqual([]);
    const outcomes = results(ran);
    expect(outcomes.length).toBeGreaterThan(50);
    for (const [id, , outcome] of outcomes) {
      expect(ids).toContain(id);
      expect(['passed', 'not-applicable']).toContain(outcome);
    }
  },
);

test('a run makes at most 15 refused log-ins, and changes no animal but its own', async () => {
  const animals = Array.from({ length: 30 }, (_, at) => ({
    id: BigInt(at + 1),
    name: 'Rex',
    categoryId: 1n,
  }));
  const changes = ['PUT', 'PATCH', 'DELETE'];
  // Large enough that a core run asks the methods, too.
  const budget = 600;
  for (const profile of ['read-only', 'core'] as const) {
    const { events } = await runAll({ profile, concurrency: 4, budget }, { apiKey, animals });
    const exchanges = events.flatMap((event) =>
      event.type === 'exchange' ? [event.exchange] : [],
    );
    const refused = exchanges.filter(({ response }) => response?.status === 401);
    expect(refused.length).toBeGreaterThan(10);
    expect(refused.length).toBeLessThanOrEqual(15);
    const created = new Set<string | undefined>(
      exchanges
        .filter(({ response }) => response?.status === 201)
        .map(({ response }) => /"id":(\d+)/.exec(response?.body ?? '')?.[1]),
    );
    const changed = exchanges.filter(({ request }) => changes.includes(request.method));
    expect(changed.length > 0).toBe(profile === 'core');
    for (const { request } of changed) expect(created).toContain(request.url.split('/').at(-1));
    if (profile === 'read-only') expect(created.size).toBe(0);
  }
});

test.each([403, 404, 503])(
  'strangers who are answered %i are sent as often as those who are answered 401, or twice if it need not be for the key',
  async (status) => {
    const { events } = await runAll({ profile: 'core', maxWait: 5 }, refusesWith(status));
    const strangers = events.filter(
      (event) => event.type === 'exchange' && event.exchange.caller === 'anonymous',
    );
    expect(strangers.length).toBeGreaterThan(10);
    expect(strangers.length).toBeLessThanOrEqual(status === 403 ? 15 : 30);
  },
);

/** A service that answers callers without the key with another status than 401. */
function refusesWith(status: number): ReferenceOptions {
  return {
    apiKey,
    change: (base) => ({
      finish: (reply, call) =>
        reply.status === 401 ? { ...base.finish(reply, call), status } : base.finish(reply, call),
    }),
  };
}

/** A service that accepts any body from anybody. */
const acceptsAll: ReferenceOptions = {
  change: () => ({
    authorized: () => true,
    newAnimal: () => ({ name: 'Rex', categoryId: 1n }),
  }),
};

/** For each animal that was created, the requirement that asked: the first with the creation as evidence. */
function createdFor(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type !== 'exchange') return [];
    const { index, operation, response } = event.exchange;
    if (operation !== 'createPet' || response?.status !== 201) return [];
    const asker = events.find(
      (one) => one.type === 'check-finished' && one.result.exchanges.includes(index),
    );
    return [asker?.type === 'check-finished' ? asker.id : 'none'];
  });
}

test.each([
  [0, 1],
  [1, 1],
  [1, 4],
  [5, 4],
  [60, 1],
  [60, 4],
])(
  'read-only leaves one animal for a requirement where refusals fail, and no more than %i with %i requests at once',
  async (maxCreations, concurrency) => {
    const differing = { profile: 'read-only', maxCreations, concurrency } as const;
    const { events } = await runAll(differing, acceptsAll);
    const exchanges = events.flatMap((event) =>
      event.type === 'exchange' ? [event.exchange] : [],
    );
    const created = createdFor(events);
    expect(created.length).toBeLessThanOrEqual(maxCreations);
    expect(new Set(created).size).toBe(created.length);
    if (maxCreations > 0) expect(created.length).toBeGreaterThan(0);
    else expect(exchanges.filter(({ request }) => request.method === 'POST')).toEqual([]);
  },
);

test('no method that could change or delete goes to an animal that the run had listed before it created it', async () => {
  const animals = [{ id: 7n, name: 'Rex', categoryId: 1n }];
  // Like a service that answers a creation with an animal that it had before.
  const { events } = await runAll(
    {},
    {
      animals,
      change: () => ({ newId: () => 7n }),
    },
  );
  const methods = events.flatMap((event) =>
    event.type === 'exchange' ? [event.exchange.request.method] : [],
  );
  expect(methods).toContain('POST');
  expect(new Set(methods)).toEqual(new Set(['GET', 'POST']));
});

test('a doubt that does not stand when its requests are sent again passes, and is told with its evidence', async () => {
  const animals = [{ id: 7n, name: 'Rex', categoryId: 1n }];
  const { events } = await runAll(
    { selected: ['list.same-animal', 'get.found'] },
    {
      animals,
      change: ({ find }) => {
        let reads = 0;
        return {
          find: (...of) => {
            const found = find(...of);
            if (found?.id === 7n) reads += 1;
            return found && reads === 1 ? { ...found, name: 'Bello' } : found;
          },
        };
      },
    },
  );
  const told = events.flatMap((event) =>
    event.type === 'check-finished' && event.id === 'list.same-animal' ? [event.result] : [],
  );
  expect(told.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
  const [doubt] = told.filter(({ message }) => message !== '');
  expect(doubt?.message).toMatch(/Bello/);
  expect(doubt?.exchanges.length).toBeGreaterThan(1);
});
