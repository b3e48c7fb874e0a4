import type { RunRecord } from '../engine/record.ts';
import { virtualTime } from '../http/virtual-time.ts';
import { runSuites } from '../library/run-suites.ts';
import { chance } from '../reference/chance.ts';
import { serviceHandler } from '../reference/handler.ts';
import type { Link } from '../reference/link.ts';
import { demoKey } from '../reference/server.ts';
import type { Subject } from '../reference/subject.ts';
import type { Settings } from '../settings/settings.ts';
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
