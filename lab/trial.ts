/** One run of the suite against one server of the lab, in virtual time unless it needs sockets. */

import { type Clock, systemClock, virtualTime } from '../src/http/clock.ts';
import { runSuites } from '../src/library/run-suites.ts';
import { labFigures } from '../src/package/credentials.ts';
import { referenceBehaviour } from '../src/reference/behaviour.ts';
import { fixedWindow } from '../src/reference/quota.ts';
import { demoKey, startReference } from '../src/reference/server.ts';
import { serviceHandler } from '../src/reference/service.ts';
import type { Link, Subject } from '../src/reference/variant.ts';
import { assembleReport } from '../src/report/assemble.ts';
import type { Report } from '../src/report/report.ts';
import type { RunRecord } from '../src/run/record.ts';
import { defaultSettings } from '../src/settings/read-settings.ts';
import type { Settings } from '../src/settings/settings.ts';
import { type RequirementId, requirements } from '../src/spec/catalogue.ts';
import type { Plan } from '../src/spec/plans.ts';
import { chance } from './chance.ts';
import { linkTo } from './link.ts';

/** What a run of the suite made of one server. */
export interface Trial {
  readonly id: string;
  readonly seed: number;
  readonly verdict: string;
  /** Requirements and advisories that failed, each with its reason. */
  readonly failed: Readonly<Record<string, string>>;
  /** Required requirements that were left open, each with its reason. */
  readonly undecided: Readonly<Record<string, string>>;
  /** Defects of the suite itself; none may ever be. */
  readonly defects: readonly string[];
  readonly requests: number;
  readonly animalsCreated: number;
  /** From the first request to the verdict, by the clock of the run. */
  readonly seconds: number;
}

interface TrialOptions {
  readonly seed: number;
  /** Only these requirements; default all. */
  readonly only?: readonly RequirementId[];
}

/** The settings of a trial but for what the server decides. */
export type LabSettings = Omit<
  Settings,
  'baseUrl' | 'apiKey' | 'rateLimitKey' | 'seed' | 'selected' | 'plan'
> & { readonly plan: Plan | 'unknown' };

/** For servers over sockets: a user's settings, but with times that suit loopback. */
const labSettings: LabSettings = {
  ...defaultSettings(),
  plan: 'business',
  maxWait: 3,
  grace: 0.5,
};

/** In virtual time: those of a user, as waiting costs nothing. */
const virtualSettings: LabSettings = { ...labSettings, maxWait: 120, grace: 5 };

/** Between processes of one machine. */
const shortLink: Link = { latencyMs: [1, 6] };

const virtualDay = '2026-06-01T11:58:00Z';

/** The run begins at some moment of the first two minutes, so that windows of limits begin anywhere within it. */
const latestStartMs = 120_000;

interface Judged {
  readonly record: RunRecord;
  readonly report: Report;
  readonly settings: Settings;
}

/** Starts the server, runs the suite against it in this process, and gives what it found out. */
export async function ask(subject: Subject, options: TrialOptions): Promise<Judged> {
  const link = subject.inVirtualTime ?? (needsSockets(subject) ? undefined : shortLink);
  return link === undefined
    ? judgeOverSockets(subject, options)
    : judgeVirtually(subject, link, options);
}

/** Whether it matters how answers are sent over the network. */
function needsSockets({ overSockets, change }: Subject): boolean {
  const reference = referenceBehaviour('', fixedWindow(1, 1));
  const { transmit = reference.transmit } = change?.(reference) ?? {};
  return overSockets === true || transmit !== reference.transmit;
}

/** No socket is opened: the seed decides when in its windows the run begins, and how long each answer takes. */
async function judgeVirtually(
  subject: Subject,
  link: Link,
  options: TrialOptions,
): Promise<Judged> {
  const { change, server, day = virtualDay } = subject;
  let now = () => 0;
  const service = { now: () => now(), ...server?.(() => now()), ...(change ? { change } : {}) };
  const { apiKey = demoKey, basePath = '/v1' } = service;
  const settings = settingsOf(subject, `http://lab.invalid${basePath}`, apiKey, options);
  const random = chance(settings.seed);
  const time = virtualTime(Date.parse(day) + Math.floor(random() * latestStartMs));
  now = time.now;
  const open = linkTo(serviceHandler(service, apiKey, basePath), link, time, random);
  const { signal } = new AbortController();
  const record = await runSuites(settings, { signal, clock: time, random, open });
  return { record, settings, report: reportOf(record, settings) };
}

async function judgeOverSockets(subject: Subject, options: TrialOptions): Promise<Judged> {
  const { change } = subject;
  const started = { ...subject.server?.(Date.now), ...(change ? { change } : {}) };
  const server = await startReference(started);
  const settings = settingsOf(subject, server.baseUrl, server.apiKey, options);
  const judged = await judgeAt(settings, systemClock).finally(() => server.close());
  return { ...judged, settings };
}

/** Runs every check against what listens at the address of the settings. */
export async function judgeAt(
  settings: Settings,
  clock: Clock,
): Promise<Pick<Judged, 'record' | 'report'>> {
  const { signal } = new AbortController();
  const record = await runSuites(settings, { signal, clock });
  return { record, report: reportOf(record, settings) };
}

/** The report of a run of the lab. */
export function reportOf(record: RunRecord, settings: Settings): Report {
  const suite = { name: 'lab', version: '0', digest: '0'.repeat(64), lab: labFigures };
  return assembleReport(record, settings, { suite, argv: ['lab'], settings: {} });
}

function settingsOf(
  { inVirtualTime, settings = {} }: Subject,
  baseUrl: string,
  apiKey: string,
  { seed, only }: TrialOptions,
): Settings {
  return settingsWith(
    { baseUrl, apiKey, seed, ...(only && { selected: only }) },
    { ...(inVirtualTime ? virtualSettings : labSettings), ...settings },
  );
}

type Given = Pick<Settings, 'baseUrl' | 'apiKey' | 'seed'> & Partial<Pick<Settings, 'selected'>>;

/** Whole settings of a run of the lab; default: every requirement, and one key for all. */
export function settingsWith(given: Given, differing: Partial<LabSettings> = {}): Settings {
  const { plan, ...settings } = {
    ...labSettings,
    rateLimitKey: given.apiKey,
    ...given,
    ...differing,
    selected: given.selected ?? requirements.map(({ id }) => id),
  };
  return plan === 'unknown' ? settings : { ...settings, plan };
}

/** Runs the suite against the server, and gives what came of it in short. */
export async function tryOut(subject: Subject, options: TrialOptions): Promise<Trial> {
  const { record, report } = await ask(subject, options);
  const reasons = (outcome: string, levels: readonly string[]) =>
    Object.fromEntries(
      report.requirements
        .filter((one) => one.outcome === outcome && levels.includes(one.level))
        .map(({ id, reason }) => [id, reason]),
    );
  return {
    id: subject.id,
    seed: report.run.seed,
    verdict: report.verdict,
    failed: reasons('failed', ['required', 'advisory']),
    undecided: reasons('inconclusive', ['required']),
    defects: record.defects.map(({ message }) => message),
    requests: report.run.requests,
    animalsCreated: report.run.animalsCreated,
    seconds: (record.finishedAt - record.startedAt) / 1000,
  };
}
