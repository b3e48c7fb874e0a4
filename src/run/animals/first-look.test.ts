import { expect, onTestFinished, test } from 'vitest';
import { startReference } from '../../reference/server.ts';
import { checks } from '../checks/registration.ts';
import type { RunEvent } from '../events.ts';
import { Session } from '../session.ts';
import { sessionSettings } from '../testing/session-settings.ts';
import '../../../suites/index.ts';

/** What a run sends to a service that answers so to whatever is asked with the key. */
async function askedOf(status: (operation: string | undefined) => number, maxCreations: number) {
  const reference = await startReference({
    change: ({ finish }) => ({
      finish: (reply, call) => ({ ...finish(reply, call), status: status(call.operation) }),
    }),
  });
  onTestFinished(() => reference.close());
  const { baseUrl, apiKey } = reference;
  const events: RunEvent[] = [];
  const session = new Session(
    { ...sessionSettings, baseUrl, apiKey, rateLimitKey: apiKey, maxCreations },
    { emit: (event) => events.push(event), signal: new AbortController().signal, startedAt: 0 },
  );
  await session.executeAll(checks);
  await session.close();
  return events.filter(({ type }) => type === 'exchange').length;
}

test.each([
  [401, 60, 1],
  [403, 60, 3],
  [403, 0, 2],
  [407, 60, 3],
  [423, 60, 3],
  [500, 60, 3],
])('a key that is answered %i everywhere, with %i creations, is sent %i times', async (...row) => {
  const [status, maxCreations, times] = row;
  expect(await askedOf(() => status, maxCreations)).toBe(times);
});

test('a key that may not list, and may create, is asked with', async () => {
  const sent = await askedOf((operation) => (operation === 'createPet' ? 400 : 403), 60);
  expect(sent).toBeGreaterThan(20);
});
