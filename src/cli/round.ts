import { costText, expectedCost } from '../engine/plan/cost.ts';
import { type RunRecord, refuseDefects } from '../engine/record.ts';
import { watchedClock } from '../http/clock.ts';
import type { Exchange } from '../http/exchange.ts';
import { factsOf } from '../library/facts.ts';
import { suiteName, suiteVersion } from '../package/package.ts';
import { assembleReport } from '../report/assemble.ts';
import { removeCertificate } from '../report/certificate/file.ts';
import { cureCommandLine } from '../report/command-line.ts';
import type { renderOutcome } from '../report/console.ts';
import { withBaseline } from '../report/expected.ts';
import { pastRuns } from '../report/past.ts';
import { planDoubt } from '../report/plan-doubt.ts';
import { progress } from '../report/progress.ts';
import type { Report } from '../report/report.ts';
import { redactor } from '../secrets/redact.ts';
import { prepareFolder } from '../settings/files.ts';
import type { ReadSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { ordinaryTexts } from '../settings/shown-keys.ts';
import { count, duration } from '../text/words.ts';
import { type Context, warn } from './context.ts';
import { deliver } from './deliver.ts';
import type { ExitStatus } from './exit-status.ts';
import type { Known } from './given-baseline.ts';
import { untilStopped } from './signals.ts';

/** What a run is to ask and to tell. */
export interface Round extends ReadSettings {
  readonly known: Known | undefined;
  readonly isReference: boolean;
  /** Present for each round of `run --watch` after the first: its heading, and how its outcome is printed. */
  readonly further?: { readonly heading: string; readonly render: typeof renderOutcome };
}

export interface Judged {
  /** What the process is to exit with. */
  readonly exit: ExitStatus;
  readonly report: Report;
  readonly exchanges: readonly Exchange[];
  /** Whether a signal ended it. */
  readonly stopped: boolean;
}

/** Judges the implementation, writes the reports, prints the outcome. */
export function judgeOnce(context: Context, round: Round): Promise<Judged> {
  const { settings, outLabel } = round;
  return untilStopped(context, async (signal, stopped) => {
    prepareFolder(settings.out, outLabel);
    removeCertificate(settings.out);
    const clockSet = watchedClock();
    const record = await perform(context, round, signal);
    warn(context, ofTheClock(clockSet()));
    const report = await reportOf(context, round, record);
    warn(context, [...leftBehind(report), ...planDoubt(report, record.exchanges)]);
    const exit = await deliver(context, report, record.exchanges, {
      folder: settings.out,
      stopped: stopped(),
      ...(settings.profile === 'full' && {
        // Loaded here: no other run earns a certificate.
        certify: async (written: readonly string[]) =>
          (await import('./certify.ts')).certify(report, written, round, round.isReference),
      }),
      ...(round.known && { cure: cureCommandLine(settings.out, round.known.baseline.file) }),
      ...(round.further && { render: round.further.render }),
    });
    return { exit, report, exchanges: record.exchanges, stopped: stopped() !== undefined };
  });
}

async function perform(
  context: Context,
  { settings, further }: Round,
  signal: AbortSignal,
): Promise<RunRecord> {
  context.stderr.write(`${further?.heading ?? headingOf(settings)}\n`);
  // Loaded here, once the service's name is told.
  const { runSuites } = await import('../library/run-suites.ts');
  const live = context.stderr.isTTY === true;
  // Plain progress would only repeat what has not changed.
  const shown =
    further === undefined || live
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
  const cost = costText(expectedCost(settings), settings);
  return (
    `${suiteName} ${suiteVersion}: ${baseUrl}, profile ${profile}, seed ${seed}\n` +
    `${settings.partial ? cost.replace('about', 'at most about') : cost}`
  );
}

async function reportOf({ keys }: Context, round: Round, record: RunRecord): Promise<Report> {
  const { settings, known } = round;
  const assembled = assembleReport(record, settings, factsOf(round, round.isReference));
  const { redact } = redactor(keys, ordinaryTexts(settings));
  const report = { ...assembled, ...(await pastRuns(settings.out, redact)) };
  return known === undefined ? report : withBaseline(report, known.baseline, known.day);
}

/** Seconds; smaller corrections of the clock are not mentioned. */
const mostCorrected = 5;

/** The warning if the clock of this machine was set by so many seconds during the run. */
function ofTheClock(seconds: number): string[] {
  if (Math.abs(seconds) < mostCorrected) return [];
  const way = seconds < 0 ? 'back' : 'ahead';
  return [
    `this machine's clock was set ${way} by ${duration(Math.abs(seconds))} during the run, or the machine slept; all times of the run count on evenly from its start`,
  ];
}

/** The warning if a read-only run has left animals in the store. */
function leftBehind({ profile, run }: Report): string[] {
  if (profile !== 'read-only' || run.animalsCreated === 0) return [];
  const were = run.animalsCreated === 1 ? 'was' : 'were';
  const animals = count(run.animalsCreated, 'creation');
  return [`${animals} that must be refused ${were} accepted: the store holds what this run sent`];
}
