import '../../suites/index.ts';
import { startReference } from '../reference/server.ts';
import { assembleReport } from '../report/assemble.ts';
import { addEvent, newRecord } from '../runner/record.ts';
import type { Settings } from '../settings/settings.ts';
import { type RowId, rows } from '../spec/catalogue.ts';
import { checks } from '../suite/requirement.ts';
import { Session } from '../suite/session.ts';
import type { Subject } from './subject.ts';

/** What a run of the suite said of one subject. */
export interface Trial {
  readonly id: string;
  readonly seed: number;
  readonly verdict: string;
  /** Rows that failed, each with its reason. */
  readonly failed: Readonly<Record<string, string>>;
  /** Required rows that were left open, each with its reason. */
  readonly undecided: Readonly<Record<string, string>>;
  /** Defects of the suite itself; none may ever be. */
  readonly defects: readonly string[];
  readonly requests: number;
  readonly animalsCreated: number;
  readonly milliseconds: number;
}

export interface TrialOptions {
  readonly seed: number;
  /** Only these rows; default all. */
  readonly only?: readonly RowId[];
}

/** The settings of the lab: as a user's, but for times that fit servers on loopback. */
const labSettings: Omit<Settings, 'baseUrl' | 'apiKey' | 'rateLimitKey' | 'seed' | 'selected'> = {
  profile: 'core',
  plan: 'business',
  out: '',
  partial: false,
  maxRequests: 2000,
  maxCreations: 60,
  dailyShare: 100,
  maxWait: 3,
  timeout: 3,
  grace: 0.5,
  concurrency: 4,
  implementation: {},
};

/** Starts the subject, runs the suite against it in this process, and gives what came of it. */
export async function tryOut(subject: Subject, { seed, only }: TrialOptions): Promise<Trial> {
  const startedAt = performance.now();
  const { change } = subject;
  const server = await startReference({ ...subject.server?.(), ...(change ? { change } : {}) });
  const { baseUrl, apiKey } = server;
  const selected = only ?? rows.map(({ id }) => id);
  const given = { baseUrl, apiKey, rateLimitKey: apiKey, seed, selected };
  const settings: Settings = { ...labSettings, ...given, ...subject.settings };
  const record = newRecord(Date.now());
  const signal = new AbortController().signal;
  const session = new Session(settings, { emit: (event) => addEvent(record, event), signal });
  try {
    for (const check of checks) await session.execute(check);
  } finally {
    await session.close();
    await server.close();
  }
  record.finishedAt = Date.now();
  const report = assembleReport(record, settings, {
    suite: { name: 'lab', version: '0' },
    command: '',
  });
  const reasons = (outcome: string, level?: string) =>
    Object.fromEntries(
      report.requirements
        .filter((row) => row.outcome === outcome && (level === undefined || row.level === level))
        .map(({ id, reason }) => [id, reason]),
    );
  return {
    id: subject.id,
    seed,
    verdict: report.verdict,
    failed: reasons('failed'),
    undecided: reasons('inconclusive', 'required'),
    defects: record.defects.map(({ message }) => message),
    requests: report.run.requests,
    animalsCreated: report.run.animalsCreated,
    milliseconds: Math.round(performance.now() - startedAt),
  };
}
