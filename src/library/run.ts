import type { Outcome } from '../judge/outcome.ts';
import { assembleReport } from '../report/assemble.ts';
import type { Report } from '../report/report.ts';
import type { Emit } from '../run/events.ts';
import { refuseDefects } from '../run/record.ts';
import { prepareFolder } from '../settings/files.ts';
import { readPlainSettings } from '../settings/read-settings.ts';
import type { PlainSettings } from '../settings/sources.ts';
import { factsOf, runSuites } from './run-suites.ts';

/** What a run is at. More types may come: pass over those that you do not know. */
export type Progress = {
  /** Requests answered so far. */
  readonly requests: number;
} & (
  | { readonly type: 'check-started'; readonly id: string; readonly title: string }
  | {
      readonly type: 'check-finished';
      readonly id: string;
      readonly title: string;
      readonly outcome: Outcome;
      /** Why it failed, or what was missing to decide it; empty for a pass. */
      readonly message: string;
    }
  /** Before a request: for the rate limit, for reads to catch up with writes, or before another try. */
  | { readonly type: 'waiting'; readonly seconds: number; readonly reason: string }
  /** Nothing more will be sent: unreachable, key refused, throttled beyond the allowance. */
  | { readonly type: 'ended-early'; readonly reason: string }
);

export interface RunOptions {
  /**
   * Is told how the run goes on, as it does. An error that it throws, or with which a promise of it is rejected during
   * the run, ends the run and is thrown by it. The run does not wait for such a promise.
   */
  readonly onProgress?: ((progress: Progress) => unknown) | undefined;
  /** Aborting it ends the run soon; the report says what was decided until then. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Judges the implementation at `settings.baseUrl` and gives the report, whose `verdict` is the result. Prints
 * nothing, reads no environment, and writes files only into `settings.out`. Any number of runs may go on at
 * once. Throws `SettingsError` for settings that no run can start with, before the first request, and
 * `SuiteDefect` if the suite itself is at fault, which says nothing about the implementation, and
 * `WriteFailure` if a file could not be written whole.
 */
export async function run(settings: PlainSettings, options: RunOptions = {}): Promise<Report> {
  const read = readPlainSettings(settings);
  const { out } = read.settings;
  const writing = settings.out !== undefined;
  if (writing) prepareFolder(out, 'out');
  const { onEvent, signal, rethrow } = guarded(options);
  const record = await runSuites(read.settings, { onEvent, signal });
  rethrow();
  refuseDefects(record);
  const report = assembleReport(record, read.settings, factsOf(read));
  if (writing) {
    const { writeReports } = await import('../report/write.ts');
    await writeReports(report, record.exchanges, out);
  }
  return report;
}

/** An error of the caller's own function must not pass for a result: it ends the run, and is thrown after it. */
function guarded({ onProgress, signal }: RunOptions) {
  const abort = new AbortController();
  const failed: unknown[] = [];
  const fail = (error: unknown) => {
    failed.push(error);
    abort.abort(new Error('onProgress threw'));
  };
  const tell = progressOf((progress) => {
    const told = onProgress?.(progress);
    if (told instanceof Promise) told.catch(fail);
  });
  const onEvent: Emit = (event) => {
    if (failed.length > 0) return;
    try {
      tell(event);
    } catch (error) {
      fail(error);
    }
  };
  return {
    onEvent,
    signal: signal ? AbortSignal.any([signal, abort.signal]) : abort.signal,
    rethrow() {
      if (failed.length > 0) throw failed[0];
    },
  };
}

/** Takes the events of a run and tells of each, free of keys, what a caller may want to show. */
function progressOf(tell: (progress: Progress) => void): Emit {
  let requests = 0;
  return (event) => {
    const { type } = event;
    if (type === 'exchange') requests += 1;
    if (type === 'pause') {
      const { seconds, reason } = event.pause;
      tell({ requests, type: 'waiting', seconds, reason });
    }
    if (type === 'check-started') tell({ requests, type, id: event.id, title: event.title });
    if (type === 'check-finished') {
      const { title, outcome, message } = event.result;
      tell({ requests, type, id: event.id, title, outcome, message });
    }
    if (type === 'ended-early') tell({ requests, type, reason: event.reason });
  };
}
