/** Judges a server in this thread, as it is with the active mutant. */
import { type RequirementId, requirementOf, requirements } from '../../catalogue/catalogue.ts';
import type { RunEvent } from '../../engine/events.ts';
import { runSuites } from '../../library/run-suites.ts';
import { reportOf } from '../in-process.ts';
import { labSettings } from '../trial.ts';
import type { RunningServer, ServerOptions } from './servers.ts';

/** What the suite said of a server, up to the first required requirement that failed. */
export interface Judgement {
  readonly profile: 'core' | 'full';
  readonly verdict: string;
  /** Required requirements that failed. */
  readonly failed: readonly string[];
  /** Required requirements that were left open. */
  readonly open: readonly string[];
  /** Advisories that failed. */
  readonly advised: readonly string[];
  readonly requests: number;
}

const apiKey = 'Mutant-Lab-Key-8Kd';

/** How a server is set up for each profile: full spends the limit, in a window that is over soon. */
export const setUp = {
  core: { plan: 'business', limit: 1_000, windowSeconds: 60, maxWait: 1 },
  full: { plan: 'free', limit: 60, windowSeconds: 2, maxWait: 4 },
} as const;

/** Starts the server, judges it by the profile, and stops it. Throws if it does not start. */
export async function judgeServer(
  start: (options: ServerOptions) => Promise<RunningServer>,
  profile: Judgement['profile'],
): Promise<Judgement> {
  const { plan, limit, windowSeconds, maxWait } = setUp[profile];
  const server = await start({ apiKey, limit, windowSeconds });
  const settings = {
    ...labSettings,
    baseUrl: server.baseUrl,
    apiKey,
    rateLimitKey: apiKey,
    seed: 1,
    selected: requirements.map(({ id }) => id),
    profile,
    plan,
    maxWait,
    // As for a server of one's own: a refused animal must not be excused by its category.
    categoryId: '1',
  };
  const found = new AbortController();
  const onEvent = (event: RunEvent) => {
    if (shows(event)) found.abort();
  };
  const record = await runSuites(settings, { signal: found.signal, onEvent }).finally(() =>
    server.close(),
  );
  const report = reportOf(record, settings);
  const idsOf = (outcome: string, level: string) =>
    report.requirements
      .filter((one) => one.outcome === outcome && one.level === level)
      .map(({ id }) => id);
  return {
    profile,
    verdict: report.verdict,
    failed: idsOf('failed', 'required'),
    open: idsOf('inconclusive', 'required'),
    advised: idsOf('failed', 'advisory'),
    requests: report.run.requests,
  };
}

/** Whether the event shows that a required requirement fails. */
function shows(event: RunEvent): boolean {
  if (event.type === 'exchange') {
    return event.findings.some(({ id, problem }) => problem !== undefined && isRequired(id));
  }
  return (
    event.type === 'check-finished' && event.result.outcome === 'failed' && isRequired(event.id)
  );
}

const isRequired = (id: RequirementId) => requirementOf(id).level === 'required';
