import { join } from 'node:path';
import { type Exchange, ended } from '../http/exchange.ts';
import type { Recording } from '../http/replay.ts';
import { type Shape, validatorOf } from '../package/validator.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { readShape, readTrafficOf } from './read.ts';
import type { Rejudged } from './report.ts';

/** What is needed to judge a run again. Another version of the suite may have written the rest of its report. */
export interface RecordedRun {
  readonly recording: Recording;
  readonly baseUrl: string;
  readonly profile: string;
  readonly seed: number;
  readonly plan: string | null;
  /** What was given beyond the defaults, by flag. */
  readonly settings: Readonly<Record<string, string>>;
  /** The suite that recorded it. */
  readonly suite: Rejudged['suite'];
}

const text = { type: 'string' } as const;
const suite = {
  type: 'object',
  required: ['version', 'digest'],
  properties: { version: text, digest: text },
} as const;

const savedReport = {
  type: 'object',
  required: ['formatVersion', 'profile', 'suite', 'implementation', 'run'],
  properties: {
    formatVersion: { const: 1 },
    profile: text,
    suite,
    implementation: { type: 'object', required: ['baseUrl'], properties: { baseUrl: text } },
    run: {
      type: 'object',
      required: ['startedAt', 'finishedAt', 'seed', 'plan', 'settings'],
      properties: {
        startedAt: text,
        finishedAt: text,
        seed: { type: 'integer' },
        plan: { type: ['string', 'null'] },
        settings: { type: 'object', additionalProperties: text },
        trace: text,
        rejudged: {
          type: ['object', 'null'],
          required: ['suite'],
          properties: { suite },
        },
      },
    },
  },
} as const;

/** What a report must say of its run to be judged again. */
type SavedReport = Shape<typeof savedReport>;

const isSaved = validatorOf(savedReport);

/**
 * Reads what a folder holds of a run: `conformance.json` and `traffic.har`, whichever version of the suite
 * wrote them. Throws a `SettingsError` that names the file.
 */
export async function readRecordedRun(folder: string): Promise<RecordedRun> {
  const reportPath = join(folder, 'conformance.json');
  const saved = await readShape(reportPath, isSaved, 'report of a run');
  return recordedRunOf(saved, await readTrafficOf(saved.run, folder), reportPath);
}

/** What is needed to judge a run again, from its report and traffic. Throws a `SettingsError` that names the report. */
export function recordedRunOf(
  saved: SavedReport,
  exchanges: readonly Exchange[],
  reportPath: string,
): RecordedRun {
  const { implementation, profile, run } = saved;
  const { seed, plan, settings } = run;
  const { version, digest } = (run.rejudged ?? saved).suite;
  return {
    recording: {
      startedAt: momentOf(run.startedAt, reportPath),
      finishedAt: momentOf(run.finishedAt, reportPath),
      exchanges: ended(exchanges),
    },
    baseUrl: implementation.baseUrl,
    profile,
    seed,
    plan,
    settings,
    suite: { version, digest },
  };
}

function momentOf(iso: string, path: string): number {
  const moment = Date.parse(iso);
  if (!Number.isNaN(moment)) return moment;
  throw new SettingsError(`${path} holds no time of its run; name a folder that a run wrote`);
}
