import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { factsOf } from '../library/run-suites.ts';
import { suiteName, suiteVersion } from '../package/package.ts';
import { assembleReport } from '../report/assemble.ts';
import { type Baseline, withBaseline } from '../report/baseline.ts';
import type { Detail } from '../report/document.ts';
import { isLive, progress } from '../report/progress.ts';
import type { Report } from '../report/report.ts';
import { costText } from '../run/plan/cost.ts';
import { planRun, type RunPlan } from '../run/plan/plan.ts';
import { type RunRecord, refuseDefects } from '../run/record.ts';
import { codeOf, prepareFolder } from '../settings/files.ts';
import type { ReadSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { requirements } from '../spec/catalogue.ts';
import { visible } from '../text/visible.ts';
import { count } from '../text/words.ts';
import { type Context, type ExitStatus, untilStopped, warn } from './command-context.ts';
import { deliver } from './deliver.ts';

/** A baseline, and the day in UTC that decides what is in date. */
export interface Known {
  readonly baseline: Baseline;
  readonly day: string;
}

/** What a run is to ask and to tell. */
export interface Round extends ReadSettings {
  readonly known: Known | undefined;
  readonly isReference: boolean;
  /** How much the console tells. */
  readonly detail?: Detail;
  /** The heading of a round of `run --watch` after the first. */
  readonly heading?: string;
}

interface Judged {
  /** What the process is to exit with. */
  readonly exit: ExitStatus;
  readonly report: Report;
  /** Whether a signal ended it. */
  readonly stopped: boolean;
}

/** Judges the implementation, writes the reports, prints the outcome. */
export function judgeOnce(context: Context, round: Round): Promise<Judged> {
  const { settings, known } = round;
  const { out } = settings;
  return untilStopped(context, async (signal, stopped) => {
    prepareFolder(out, '--out');
    const removed = removeReports(out);
    if (removed.length > 0 && round.heading === undefined) {
      context.stderr.write(`removed from ${visible(out)} (earlier run): ${removed.join(', ')}\n`);
    }
    const record = await perform(context, round, signal);
    const own = assembleReport(record, settings, factsOf(round, round.isReference));
    const report = known === undefined ? own : withBaseline(own, known.baseline, known.day);
    warn(context, leftBehind(report));
    const exit = await deliver(context, report, record.exchanges, {
      folder: out,
      stopped: stopped(),
      ...(settings.profile === 'full' && {
        // Loaded here: no other run earns a certificate.
        certify: async (written: readonly string[]) =>
          (await import('./verify.ts')).certify(report, written, out, round.signingKey),
      }),
      ...(round.detail && { detail: round.detail }),
    });
    return { exit, report, stopped: stopped() !== undefined };
  });
}

async function perform(
  context: Context,
  { settings, heading }: Round,
  signal: AbortSignal,
): Promise<RunRecord> {
  context.stderr.write(`${heading ?? headingOf(settings)}\n`);
  if (settings.wait > 0) {
    // What answers then, the run finds out itself.
    const { untilUp } = await import('../library/probe.ts');
    const print = (line: string) => context.stderr.write(`${line}\n`);
    await untilUp(settings, { signal, print });
  }
  // Loaded here, once the service's name is told.
  const { runSuites } = await import('../library/run-suites.ts');
  const live = isLive(context.stderr, context.env);
  // Plain progress would only repeat what has not changed.
  const shown =
    heading === undefined || live
      ? progress(context.stderr, { live, selected: settings.selected })
      : undefined;
  try {
    const record = await runSuites(settings, { ...(shown && { onEvent: shown.onEvent }), signal });
    refuseDefects(record);
    return record;
  } finally {
    shown?.stop();
  }
}

function headingOf(settings: Settings): string {
  const { baseUrl, profile, seed } = settings;
  const title = `${suiteName} ${suiteVersion}: ${baseUrl}, profile ${profile}, seed ${seed}`;
  return `${title}\n${costText(settings)}`;
}

/** `run --dry-run`: says what a run with these settings would ask and cost, and sends nothing. */
export function dryRun({ stdout }: Context, { settings }: Round): void {
  const { due, cases } = planRun(settings);
  // A step of a check begins with the id of its requirement; the others may be needed by any.
  const leftOut = requirements.filter(({ id }) => !settings.selected.includes(id));
  const sent = due.filter(({ name }) => !leftOut.some(({ id }) => name.startsWith(`${id}: `)));
  stdout.write(`${costText(settings)}\nnothing was sent to ${settings.baseUrl}\n\n`);
  stdout.write(planText(sent, cases));
}

/** The plan for a terminal, the most telling first: the requests of each step, and of all up to it. */
function planText(due: RunPlan['due'], cases: number): string {
  let sent = 0;
  const lines = due.map(({ name, requests }) => {
    sent += requests;
    return `${String(requests).padStart(4)} ${String(sent).padStart(5)}  ${name}`;
  });
  const repeated = cases > 1 ? [`${count(cases, 'generated case')} of each property`] : [];
  return `${['requests, total so far, check', ...lines, ...repeated, ''].join('\n')}`;
}

/** The warning if a read-only run has left animals in the store. */
function leftBehind({ profile, run }: Report): string[] {
  if (profile !== 'read-only' || run.animalsCreated === 0) return [];
  const were = run.animalsCreated === 1 ? 'was' : 'were';
  const animals = count(run.animalsCreated, 'creation');
  return [`${animals} that must be refused ${were} accepted: their data is in the store now`];
}

/** All that a run may write into its folder. */
const ofRun =
  /^(?:conformance\.(?:json|html|md)|traffic\.har|junit\.xml|badge\.svg|certificate\.json|request-\d+\.body)$/;

/**
 * Removes the reports of an earlier run, by their names and nothing else, and returns these: a pipeline must not collect
 * them as those of this run, whatever comes of it. Throws a `SettingsError` if one cannot be removed.
 */
function removeReports(folder: string): string[] {
  return readdirSync(folder).filter((name) => {
    if (!ofRun.test(name)) return false;
    const path = join(folder, name);
    try {
      rmSync(path);
      return true;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw new SettingsError(
        `${visible(path)} cannot be removed (${codeOf(error)}) and would be mixed with the reports of this run; choose another folder with --out`,
      );
    }
  });
}
