import { type RequirementId, requirements } from '../catalogue/catalogue.ts';
import type { Plan } from '../catalogue/plans.ts';
import type { RunRecord } from '../engine/record.ts';
import { type Clock, systemClock } from '../http/clock.ts';
import type { Link } from '../reference/link.ts';
import { startReference } from '../reference/server.ts';
import { needsSockets } from '../reference/sockets.ts';
import type { Subject } from '../reference/subject.ts';
import type { Report } from '../report/report.ts';
import { defaultSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { judgeHere, reportOf } from './in-process.ts';
import { type Address, runVirtually } from './virtual-trial.ts';

/** What a run of the suite said of one subject. */
export interface Trial {
  readonly id: string;
  readonly seed: number;
  readonly verdict: string;
  /** Requirements that failed, each with its reason. */
  readonly failed: Readonly<Record<string, string>>;
  /** Requirements that were left open, each with its reason. */
  readonly undecided: Readonly<Record<string, string>>;
  /** Required requirements that came out passed or failed, of those of the profile. */
  readonly decided: number;
  readonly due: number;
  /** Defects of the suite itself; none may ever be. */
  readonly defects: readonly string[];
  readonly requests: number;
  /** Answers 429. */
  readonly refusals: number;
  readonly animalsCreated: number;
  readonly milliseconds: number;
}

export interface TrialOptions {
  readonly seed: number;
  /** Only these requirements; default all. */
  readonly only?: readonly RequirementId[];
}

/** The settings of a trial but for what the server decides. */
export type LabSettings = Omit<
  Settings,
  'baseUrl' | 'apiKey' | 'rateLimitKey' | 'seed' | 'selected' | 'plan'
> & { readonly plan: Plan | 'unknown' };

/** The settings of the lab: those of a user, but with times that suit servers on loopback. */
export const labSettings: LabSettings = {
  ...defaultSettings(),
  plan: 'business',
  out: '',
  maxWait: 3,
  grace: 0.5,
};

/** The settings in virtual time: those of a user, as waiting costs nothing. */
const virtualSettings: LabSettings = {
  ...labSettings,
  maxWait: 120,
  grace: 5,
};

/** Between processes of one machine. */
const shortLink: Link = { latencyMs: [1, 6] };

/** The machine's clock, moved to the subject's day. */
function clockOf({ day }: Subject): Clock {
  const ahead = day === undefined ? 0 : Date.parse(day) - Date.now();
  return { ...systemClock, now: () => systemClock.now() + ahead };
}

/** Starts the subject, runs the suite against it in this process, and gives what it found out. */
export async function ask(
  subject: Subject,
  options: TrialOptions,
): Promise<{ record: RunRecord; report: Report; settings: Settings }> {
  const link = subject.inVirtualTime ?? (needsSockets(subject) ? undefined : shortLink);
  if (link !== undefined) {
    const judged = await runVirtually(subject, link, (address) =>
      settingsOf(subject, address, options),
    );
    return { ...judged, report: reportOf(judged.record, judged.settings) };
  }
  const { change } = subject;
  const server = await startReference({
    ...subject.server?.(Date.now),
    ...(change ? { change } : {}),
  });
  const settings = settingsOf(subject, server, options);
  const judged = await judgeHere(settings, clockOf(subject)).finally(() => server.close());
  return { ...judged, settings };
}

function settingsOf(
  subject: Subject,
  { baseUrl, apiKey }: Address,
  { seed, only = requirements.map(({ id }) => id) }: TrialOptions,
): Settings {
  const given = { baseUrl, apiKey, rateLimitKey: apiKey, seed, selected: only };
  const usual = subject.inVirtualTime ? virtualSettings : labSettings;
  const { plan, ...differing } = { ...usual, ...given, ...subject.settings };
  return plan === 'unknown' ? differing : { ...differing, plan };
}

/** Asks the subject, and gives what came of it in short. */
export async function tryOut(subject: Subject, options: TrialOptions): Promise<Trial> {
  const startedAt = performance.now();
  const { record, report } = await ask(subject, options);
  const milliseconds = Math.round(performance.now() - startedAt);
  return { ...inShort(record, report), id: subject.id, milliseconds };
}

/** What a run found out, in short. */
export function inShort(record: RunRecord, report: Report): Omit<Trial, 'id' | 'milliseconds'> {
  const reasons = (outcome: string, level?: string) =>
    Object.fromEntries(
      report.requirements
        .filter(
          (requirement) =>
            requirement.outcome === outcome && (level === undefined || requirement.level === level),
        )
        .map(({ id, reason }) => [id, reason]),
    );
  const countOf = (...outcomes: readonly string[]) =>
    report.requirements.filter(
      ({ level, outcome }) => level === 'required' && outcomes.includes(outcome),
    ).length;
  return {
    seed: report.run.seed,
    verdict: report.verdict,
    failed: reasons('failed'),
    undecided: reasons('inconclusive', 'required'),
    decided: countOf('passed', 'failed'),
    due: countOf('passed', 'failed', 'inconclusive', 'not-applicable'),
    defects: record.defects.map(({ message }) => message),
    requests: report.run.requests,
    refusals: record.exchanges.filter(({ response }) => response?.status === 429).length,
    animalsCreated: report.run.animalsCreated,
  };
}
