import type { RunRecord } from '../src/engine/record.ts';
import { virtualTime } from '../src/http/virtual-time.ts';
import { runSuites } from '../src/library/run-suites.ts';
import { serviceHandler } from '../src/reference/handler.ts';
import { demoKey } from '../src/reference/server.ts';
import type { Subject } from '../src/reference/subject.ts';
import type { Settings } from '../src/settings/settings.ts';
import { chance } from './chance.ts';
import type { Link } from './latency.ts';
import { linkTo } from './link.ts';

const virtualDay = '2026-06-01T11:58:00Z';

const longestStart = 120_000;

/** Where a service says to be, and the key that it takes. */
export type Address = Pick<Settings, 'baseUrl' | 'apiKey'>;

/**
 * Runs the suite against the subject in virtual time; nothing listens at its address. The seed decides how the
 * run falls into the windows of the limit, and how long each answer takes.
 */
export async function runVirtually(
  { change, server, day = virtualDay }: Subject,
  link: Link,
  settingsAt: (address: Address) => Settings,
): Promise<{ readonly record: RunRecord; readonly settings: Settings }> {
  let now = () => 0;
  const options = { now: () => now(), ...server?.(() => now()), ...(change ? { change } : {}) };
  const { apiKey = demoKey, basePath = '/v1' } = options;
  const settings = settingsAt({ baseUrl: `http://lab.invalid${basePath}`, apiKey });
  const random = chance(settings.seed);
  const time = virtualTime(Date.parse(day) + Math.floor(random() * longestStart));
  now = time.now;
  const service = serviceHandler(options, apiKey, basePath);
  const { signal } = new AbortController();
  const open = linkTo(service, link, time, random);
  const record = await runSuites(settings, { signal, clock: time, random, open });
  return { record, settings };
}
