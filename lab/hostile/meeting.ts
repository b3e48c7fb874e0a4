import { systemClock } from '../../src/http/clock.ts';
import type { Report } from '../../src/report/report.ts';
import { formats } from '../../src/report/write.ts';

import { judgeAt, settingsWith } from '../trial.ts';
import { type HostilePeer, hostileKey } from './peer.ts';

/** What a run against a hostile peer came to. */
export interface Meeting {
  readonly id: string;
  /** How the report differs from the true one, each in one line. */
  readonly problems: readonly string[];
  readonly seconds: number;
}

/** Seconds that a run may take beyond its silence, for what was answered on a busy machine. */
const slack = 30;

/** Runs the suite against a hostile peer and compares the report with the true one. */
export async function meet(peer: HostilePeer): Promise<Meeting> {
  const { id } = peer;
  const startedAt = performance.now();
  const running = await peer.start();
  const settings = settingsWith(
    {
      baseUrl: running.baseUrl,
      apiKey: hostileKey,
      seed: 1,
      ...(peer.only && { selected: peer.only }),
    },
    { plan: 'unknown', ...peer.settings, ...running.settings },
  );
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
  return { id, problems, seconds };
}

function untruths({ expected }: HostilePeer, report: Report): string[] {
  const { verdict, fails = [], passes = [], says, mostRequests = Infinity } = expected;
  const due = new Set<string>(fails);
  const known = new Map(report.requirements.map((one) => [one.id, one]));
  const failed = report.requirements.filter((one) => one.outcome === 'failed');
  const surplus = failed.filter(({ id, level }) => level === 'required' && !due.has(id));
  const { requests } = report.run;
  return [
    ...(report.verdict === verdict ? [] : [`${report.verdict}, not ${verdict}: ${report.summary}`]),
    ...fails.filter((id) => known.get(id)?.outcome !== 'failed').map((id) => `${id} did not fail`),
    ...(expected.alone ? surplus : []).map(({ id, reason }) => `${id} failed: ${reason}`),
    ...passes
      .filter((id) => known.get(id)?.outcome !== 'passed')
      .map((id) => `${id} is not passed: ${known.get(id)?.reason}`),
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
