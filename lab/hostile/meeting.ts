import { systemClock } from '../../src/http/clock.ts';
import type { Report } from '../../src/report/report.ts';
import { formats } from '../../src/report/write.ts';
import type { Settings } from '../../src/settings/settings.ts';
import { findRequirement, requirements } from '../../src/spec/catalogue.ts';

import { judgeAt, labSettings } from '../trial.ts';
import { type HostilePeer, hostileKey, type Running } from './peer.ts';

/** What a run against a hostile peer came to. */
export interface Meeting {
  readonly id: string;
  readonly title: string;
  /** The verdict that is due. */
  readonly expected: string;
  /** Why it was not tried; null if it was. */
  readonly notTried: string | null;
  /** How the report differs from the true one, each in one line. */
  readonly problems: readonly string[];
  /** What was wrong in an earlier report, if the peer was met twice. */
  readonly atFirst?: readonly string[];
  readonly seconds: number;
}

/** Seconds that a run may take beyond its silence, for what was answered on a busy machine. */
const slack = 30;

/** Runs the suite against a hostile peer and compares the report with the true one. */
export async function meet(peer: HostilePeer): Promise<Meeting> {
  const { id, title } = peer;
  const common = { id, title, expected: peer.expected.verdict };
  const startedAt = performance.now();
  const running = await peer.start();
  if (typeof running === 'string') {
    return { ...common, notTried: running, problems: [], seconds: 0 };
  }
  const settings = settingsFor(peer, running);
  const { record, report } = await judgeAt(settings, systemClock).finally(running.close);
  const seconds = Math.round(performance.now() - startedAt) / 1000;
  const { allowedSeconds } = report.run.silence;
  const problems = [
    ...record.defects.map(({ message }) => `defect of the suite: ${message}`),
    ...untruths(peer, report),
    ...[running.complaint?.() ?? []].flat(),
    ...formats
      .filter(({ render }) => render(report, record.exchanges).includes(hostileKey))
      .map(({ name }) => `${name} holds the key`),
    ...(seconds > allowedSeconds + slack ? [`it took ${seconds} s`] : []),
  ];
  return { ...common, notTried: null, problems, seconds };
}

function settingsFor(peer: HostilePeer, { baseUrl, settings = {} }: Running): Settings {
  const { plan: _, ...lab } = labSettings;
  const { plan, ...differing } = { ...lab, ...peer.settings, ...settings };
  return {
    ...differing,
    ...(plan === undefined || plan === 'unknown' ? {} : { plan }),
    baseUrl,
    apiKey: hostileKey,
    rateLimitKey: hostileKey,
    seed: 1,
    selected: peer.only ?? requirements.map(({ id }) => id),
  };
}

function untruths({ expected }: HostilePeer, report: Report): string[] {
  const { verdict, fails = [], passes = [], says, mostRequests = Infinity } = expected;
  const due = new Set<string>(fails);
  const outcomes = new Map(report.requirements.map(({ id, outcome }) => [id, outcome]));
  const reasons = new Map(report.requirements.map(({ id, reason }) => [id, reason]));
  const isRequired = (id: string) => findRequirement(id)?.level === 'required';
  const surplus = expected.alone
    ? report.requirements.filter(
        (requirement) =>
          requirement.outcome === 'failed' &&
          isRequired(requirement.id) &&
          !due.has(requirement.id),
      )
    : [];
  const { requests } = report.run;
  return [
    ...(report.verdict === verdict ? [] : [`${report.verdict}, not ${verdict}: ${report.summary}`]),
    ...fails.filter((id) => outcomes.get(id) !== 'failed').map((id) => `${id} did not fail`),
    ...surplus.map(({ id, reason }) => `${id} failed: ${reason}`),
    ...passes
      .filter((id) => outcomes.get(id) !== 'passed')
      .map((id) => `${id} is ${outcomes.get(id)}, not passed: ${reasons.get(id)}`),
    ...(says === undefined || saidIn(report).some((text) => says.test(text))
      ? []
      : [`nothing says ${says}: ${report.summary}`]),
    ...(requests > mostRequests ? [`${requests} requests were sent, not ${mostRequests}`] : []),
  ];
}

function saidIn({ summary, requirements }: Report): string[] {
  const open = requirements.filter(({ outcome }) => outcome === 'inconclusive');
  return [
    summary,
    ...open.flatMap(({ reason, checks }) => [reason, ...checks.map((one) => one.message)]),
  ];
}
