import { Command, Option } from 'commander';
import { costText, expectedCost } from '../engine/cost.ts';
import { planQuestions } from '../engine/question-plan.ts';
import { type RunRecord, refuseDefects } from '../engine/record.ts';
import { suiteCredentials } from '../package/credentials.ts';
import { suiteName, suiteVersion } from '../package/package.ts';
import { startReference } from '../reference/server.ts';
import { assembleReport } from '../report/assemble.ts';
import { removeCertificate } from '../report/certificate/remove.ts';
import { cureCommandLine, runArguments } from '../report/command-line.ts';
import { withBaseline } from '../report/expected.ts';
import { pastRuns } from '../report/past.ts';
import { progress } from '../report/progress.ts';
import type { Report } from '../report/report.ts';
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
import { table } from '../settings/table.ts';
import { count } from '../text/words.ts';
import { type Context, warn } from './context.ts';
import { deliver } from './deliver.ts';
import { type ExitStatus, exitStatus } from './exit-status.ts';
import { givenBaseline, type Known } from './given-baseline.ts';
import { addSettingOptions, flagsOf, helpGroupOf } from './setting-options.ts';
import { untilStopped } from './signals.ts';

const notes = `
Examples:
  $ petstore-conformance run --base-url https://staging.example/v1 --plan pro
  $ petstore-conformance run --base-url https://staging.example/v1 --only 'list.*' --out reports/lists
  $ petstore-conformance run --reference --dry-run

A flag wins over the environment, that over .env in the working folder, that over the default.
No flag takes a key itself, as other users can see arguments. ${proxyVariables.join(', ')} are heeded.

A full run with --implementation, --implementation-version and --contact that is conformant writes
certificate.json too. A key to sign it with: openssl genpkey -algorithm ed25519 -out key.pem

Exit status: 0 conformant, or every failure is covered by the baseline; 1 non-conformant; 2 usage or settings;
3 incomplete; 70 internal error; 74 a report could not be written whole; 130 interrupted (143 by SIGTERM, 129 by SIGHUP). PETSTORE_DEBUG=1 prints the stack of an internal error.`;

/** `run`: judges the implementation, writes the reports, prints the verdict. */
export function runCommand(context: Context): Command {
  const command = new Command('run')
    .description('judge the implementation at the base address')
    .addOption(grouped('--reference', 'judge the embedded reference server instead'))
    .addOption(
      grouped('--dry-run', 'say what the run would ask and what it costs, and send nothing'),
    )
    .addHelpText('after', notes);
  addSettingOptions(command, table);
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

function grouped(flag: string, help: string): Option {
  return new Option(flag, help).helpGroup(helpGroupOf(flag));
}

interface Prepared extends ReadSettings {
  readonly known: Known | undefined;
}

/** All that is read before the first request, with what is to be warned of; throws a `SettingsError`. */
async function prepared(
  context: Context,
  sources: Sources,
  reference?: Reference,
): Promise<Prepared> {
  const read = readSettings(reference === undefined ? sources : { ...sources, reference });
  const { apiKey, rateLimitKey } = read.settings;
  context.keys.push(apiKey, rateLimitKey);
  warn(context, read.warnings);
  return { ...read, known: await givenBaseline(context, read.settings, sources) };
}

/** Says what a run with these settings would cost; the service that they name is sent nothing. */
async function dryRun(
  context: Context,
  sources: Sources,
  reference?: Reference,
): Promise<ExitStatus> {
  const { settings } = await prepared(context, sources, reference);
  const { rehearse } = await import('./rehearsal.ts');
  const { planText } = await import('./plan-text.ts');
  const cost = await rehearse(settings, new AbortController().signal);
  const questions = planText(planQuestions(settings));
  context.stdout.write(
    `${costText(cost, settings)}\nnothing was sent to ${settings.baseUrl}\n\n${questions}`,
  );
  return exitStatus.ok;
}

async function judge(
  context: Context,
  sources: Sources,
  reference?: Reference,
): Promise<ExitStatus> {
  const read = await prepared(context, sources, reference);
  const { settings } = read;
  return untilStopped(context, async (signal, stopped) => {
    prepareFolder(settings.out, read.outLabel);
    removeCertificate(settings.out);
    const record = await perform(context, settings, signal);
    return report(context, record, {
      ...read,
      isReference: reference !== undefined,
      stopped,
    });
  });
}

async function perform(
  context: Context,
  settings: Settings,
  signal: AbortSignal,
): Promise<RunRecord> {
  const { baseUrl, profile, seed } = settings;
  const cost = costText(expectedCost(settings), settings);
  context.stderr.write(
    `${suiteName} ${suiteVersion}: ${baseUrl}, profile ${profile}, seed ${seed}\n` +
      `${settings.partial ? cost.replace('about', 'at most about') : cost}\n`,
  );
  // Loaded here: help and errors about settings need not wait for it.
  const { runSuites } = await import('../library/run-suites.ts');
  const shown = progress(context.stderr, {
    live: context.stderr.isTTY === true,
    selected: settings.selected,
  });
  try {
    const record = await runSuites(settings, { onEvent: shown.onEvent, signal });
    refuseDefects(record);
    return record;
  } finally {
    shown.stop();
  }
}

/** What a report depends on beside the record of its run. */
interface Circumstances extends Prepared {
  readonly isReference: boolean;
  /** What the process exits with where a signal ended the run. */
  readonly stopped: () => ExitStatus | undefined;
}

async function report(
  context: Context,
  record: RunRecord,
  circumstances: Circumstances,
): Promise<ExitStatus> {
  const { settings, given, known, isReference, stopped } = circumstances;
  const argv = runArguments(settings, given, isReference);
  const suite = suiteCredentials();
  const assembled = assembleReport(record, settings, { suite, argv, settings: given });
  const judged = { ...assembled, ...(await pastRuns(settings.out)) };
  const report = known === undefined ? judged : withBaseline(judged, known.baseline, known.day);
  warn(context, leftBehind(report));
  const { certify } = await import('./certify.ts');
  return deliver(context, report, record.exchanges, {
    folder: settings.out,
    stopped: stopped(),
    certify: (written) => certify(report, written, circumstances, isReference),
    ...(known && { cure: cureCommandLine(settings.out, known.baseline.file) }),
  });
}

/** What a read-only run has to say of animals that it left. */
function leftBehind({ profile, run }: Report): string[] {
  if (profile !== 'read-only' || run.animalsCreated === 0) return [];
  const animals = count(run.animalsCreated, 'creation');
  return [`${animals} that must be refused were accepted: the store holds what this run sent`];
}
