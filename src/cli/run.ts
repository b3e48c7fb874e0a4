import { Command } from 'commander';
import { suiteDigest } from '../digest.ts';
import { labFigures } from '../lab/figures.ts';
import { suiteName, suiteVersion } from '../package.ts';
import { startReference } from '../reference/server.ts';
import { annotations } from '../report/annotations.ts';
import { assembleReport } from '../report/assemble.ts';
import { renderOutcome } from '../report/console.ts';
import { progress } from '../report/progress.ts';
import type { RunRecord } from '../runner/record.ts';
import { prepareFolder, readDotenv } from '../settings/files.ts';
import { proxyVariables } from '../settings/proxy.ts';
import {
  type ReadSettings,
  type Reference,
  readSettings,
  referencePlan,
} from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import type { Sources } from '../settings/sources.ts';
import { allSettings } from '../settings/table.ts';
import { costText, expectedCost } from '../suite/cost.ts';
import type { Emit } from '../suite/events.ts';
import { runCommandLine } from './command-line.ts';
import { type Context, widthOf } from './context.ts';
import { type ExitStatus, exitStatus, statusOfVerdict } from './exit-status.ts';
import { addSettingOptions, flagsOf } from './setting-options.ts';
import { onStopSignal, type StopSignal } from './signals.ts';

const notes = `
A flag wins over the environment, that over .env in the working folder, that over the default.
No flag takes a key itself, as other users can see arguments. ${proxyVariables.join(', ')} are heeded.

Exit status: 0 conformant, 1 non-conformant, 2 usage or settings, 3 incomplete, 70 internal error,
130 interrupted (143 by SIGTERM). PETSTORE_DEBUG=1 prints the stack of an internal error.`;

/** `run`: judges the implementation, writes the reports, prints the verdict. */
export function runCommand(context: Context): Command {
  const command = new Command('run')
    .description('judge the implementation at the base address')
    .option('--dry-run', 'say what the run would cost, and send nothing')
    .option('--reference', 'judge the embedded reference server instead')
    .addHelpText('after', notes);
  addSettingOptions(command, allSettings);
  return command.action(async () => {
    const dotenv = readDotenv(context.folder);
    warn(context, dotenv.warnings);
    const sources = { flags: flagsOf(command), env: context.env, dotenv: dotenv.values };
    const wanted = command.getOptionValue('reference') === true;
    const act = command.getOptionValue('dryRun') === true ? dryRun : judge;
    const reference = wanted ? await startReference({ plan: referencePlan(sources) }) : undefined;
    try {
      context.finish(await act(context, sources, reference));
    } finally {
      await reference?.close();
    }
  });
}

/** Says what a run with these settings would cost; the service that they name is sent nothing. */
async function dryRun(
  context: Context,
  sources: Sources,
  reference?: Reference,
): Promise<ExitStatus> {
  const { settings, warnings } = readSettings(
    reference === undefined ? sources : { ...sources, reference },
  );
  context.keys.push(settings.apiKey, settings.rateLimitKey);
  warn(context, warnings);
  const { rehearse } = await import('./rehearsal.ts');
  const cost = await rehearse(settings, new AbortController().signal);
  context.stdout.write(
    `${costText(cost, settings.plan)}\nnothing was sent to ${settings.baseUrl}\n`,
  );
  return exitStatus.ok;
}

async function judge(
  context: Context,
  sources: Sources,
  reference?: Reference,
): Promise<ExitStatus> {
  const read = readSettings(reference === undefined ? sources : { ...sources, reference });
  const { settings } = read;
  context.keys.push(settings.apiKey, settings.rateLimitKey);
  warn(context, read.warnings);
  prepareFolder(settings.out, read.outLabel);
  let stoppedBy: StopSignal | undefined;
  const abort = new AbortController();
  const ignoreSignals = onStopSignal((signal) => {
    stoppedBy = signal;
    context.stderr.write(`${signal}: no more requests; writing what was decided\n`);
    abort.abort();
  });
  try {
    const record = await perform(context, settings, abort.signal);
    const status = await report(context, record, read, reference !== undefined);
    return stoppedBy === undefined ? status : exitStatus[stoppedBy];
  } finally {
    ignoreSignals();
  }
}

async function perform(
  context: Context,
  settings: Settings,
  signal: AbortSignal,
): Promise<RunRecord> {
  const { baseUrl, profile, seed } = settings;
  const cost = costText(expectedCost(settings), settings.plan);
  context.stderr.write(
    `${suiteName} ${suiteVersion}: ${baseUrl}, profile ${profile}, seed ${seed}\n` +
      `${settings.partial ? cost.replace('about', 'at most about') : cost}\n`,
  );
  // Loaded here, as vitest takes its time: help and errors about settings need not wait for it.
  const { run } = await import('../runner/run.ts');
  const shown = progress(process.stderr, {
    live: context.stderr.isTTY === true,
    selected: settings.selected,
  });
  let loading = false;
  const onEvent: Emit = (event) => {
    // While the worker asks, this thread has time to load the renderers.
    if (!loading) void import('../report/write.ts');
    loading = true;
    shown.onEvent(event);
  };
  try {
    return await run(settings, { onEvent, signal });
  } finally {
    shown.stop();
  }
}

async function report(
  context: Context,
  record: RunRecord,
  { settings, given }: ReadSettings,
  reference: boolean,
): Promise<ExitStatus> {
  const command = runCommandLine(settings, given, reference);
  const digest = suiteDigest();
  const suite = { name: suiteName, version: suiteVersion, digest, lab: labFigures };
  const report = assembleReport(record, settings, { suite, command, settings: given });
  const { writeReports } = await import('../report/write.ts');
  // The verdict is told also where it cannot be written.
  const writing = await writeReports(report, record.exchanges, settings.out).then(
    (written) => ({ written, failed: undefined }),
    (failed: unknown) => ({ written: [], failed }),
  );
  const { stdout } = context;
  const color = stdout.isTTY === true && stdout.hasColors?.() === true;
  if (context.env.GITHUB_ACTIONS === 'true') stdout.write(annotations(report));
  const look = { color, width: widthOf(stdout), written: writing.written };
  stdout.write(renderOutcome(report, record.exchanges, look));
  if (writing.failed !== undefined) throw writing.failed;
  return statusOfVerdict(report.verdict);
}

function warn(context: Context, warnings: readonly string[]): void {
  for (const warning of warnings) context.stderr.write(`warning: ${warning}\n`);
}
