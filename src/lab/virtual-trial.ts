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

/** Where the service of a trial in virtual time says to be; nothing listens there. */
export const virtualAddress = { baseUrl: 'http://lab.invalid/v1', apiKey: demoKey } as const;

const virtualDay = '2026-06-01T11:58:00Z';

const longestStart = 120_000;

/**
 * Runs the suite against the subject in virtual time. The seed decides how its run falls into the windows of
 * the limit, and how long each answer takes.
 */
export async function runVirtually(
  { change, server, day = virtualDay }: Subject,
  link: Link,
  settings: Settings,
): Promise<RunRecord> {
  const random = chance(settings.seed);
  const time = virtualTime(Date.parse(day) + Math.floor(random() * longestStart));
  const options = { now: time.now, ...server?.(time.now), ...(change ? { change } : {}) };
  const { apiKey = settings.apiKey, basePath = '/v1' } = options;
  const service = serviceHandler(options, apiKey, basePath);
  const { signal } = new AbortController();
  const open = linkTo(service, link, time, random);
  return runSuites(settings, { signal, clock: time, random, open });
}
