import { randomUUID } from 'node:crypto';
import { Command, Option } from 'commander';
import type { ReferenceServer } from '../reference/server.ts';
import { holdingOneOf } from '../secrets/redact.ts';
import { proxyVariables } from '../settings/proxy.ts';
import { readSettings, referencePlan, type SettingsInput } from '../settings/read-settings.ts';
import type { Group } from '../settings/setting.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { table } from '../settings/settings-table.ts';
import { commandLine, keysIn, labelOf, type Sources } from '../settings/sources.ts';
import { quoted, visible } from '../text/visible.ts';
import { dayOf } from '../text/words.ts';
import {
  addSettingOptions,
  type Context,
  headingOf,
  type Switches,
  sourcesOf,
  warn,
} from './command-context.ts';
import { removeReports } from './earlier-reports.ts';
import type { Known, Round } from './round.ts';

const notes = `
Examples:
  $ petstore-conformance run --base-url https://staging.example/v1 --plan pro
  $ petstore-conformance run --base-url https://staging.example/v1 --only 'list.*' --out reports/lists
  $ petstore-conformance run --reference --dry-run

Precedence: flag, environment variable, .env in the working folder, default.
Keys are never passed as arguments, which other users can see. ${proxyVariables.join(', ')} are honoured.

A conformant full run with --implementation, --implementation-version and --contact also writes
certificate.json. To make a signing key: openssl genpkey -algorithm ed25519 -out key.pem

Exit status: 0 conformant, or every failure is in the baseline; 1 non-conformant; 2 usage or settings;
3 incomplete; 70 internal error; 74 a report could not be written; 130 interrupted (143 by SIGTERM, 129 by SIGHUP).
PETSTORE_DEBUG=1 prints the stack of an internal error.`;

/** The flags that say how to run. */
type Wanted = Switches<'reference' | 'dryRun' | 'watch' | 'verbose'> & {
  readonly maxFailures?: number;
};

/** `run`: judges the implementation, writes the reports, prints the verdict. */
export function runCommand(context: Context): Command {
  const command = new Command('run')
    .description('judge the implementation at the base address')
    .addOption(grouped('--reference', 'judge the embedded reference server instead', 'Target'))
    .addOption(
      grouped(
        '--dry-run',
        'print the planned requests and their number; send nothing',
        'What to run',
      ),
    )
    .addOption(
      grouped(
        '--watch',
        'watch mode: rerun failed requirements on Enter; reports of reruns go to the subfolder again/',
        'What to run',
      ),
    )
    .addOption(
      grouped(
        '--max-failures <N>',
        'number of causes printed in full (default: 10)',
        'Output',
      ).argParser(wholeNumber),
    )
    .addOption(grouped('--verbose', 'print every failed check with its evidence', 'Output'))
    .addHelpText('after', notes);
  addSettingOptions(command, table);
  return command.action((wanted: Wanted) => run(context, command, wanted));
}

function grouped(flag: string, help: string, group: Group): Option {
  return new Option(flag, help).helpGroup(headingOf(group));
}

/** Throws a `SettingsError`. */
function wholeNumber(value: string): number {
  if (/^\d{1,4}$/.test(value)) return Number(value);
  throw new SettingsError(`--max-failures ${quoted(value)}: must be a whole number from 0 to 9999`);
}

async function run(context: Context, command: Command, wanted: Wanted): Promise<void> {
  refuseTogether(wanted);
  const sources = sourcesOf(context, command);
  const reference = wanted.reference ? await embedded(sources) : undefined;
  try {
    // A dry run sends nothing, and needs no key.
    const standIn = wanted.dryRun ? { standIn: randomUUID() } : {};
    const given = { ...sources, ...standIn, ...(reference && { reference }) };
    const { maxFailures, verbose } = wanted;
    const detail = {
      ...(maxFailures !== undefined && { maxFailures }),
      ...(verbose && { verbose }),
    };
    const round = { ...(await prepared(context, given)), detail };
    if (!wanted.dryRun) removeOfEarlierRun(context, round.settings.out);
    // Loaded as they are called: help, and errors about settings, need not wait for them.
    if (wanted.dryRun) (await import('./round.ts')).dryRun(context, round);
    else if (wanted.watch) {
      context.finish(await (await import('./watch.ts')).watch(context, round));
    } else context.finish((await (await import('./round.ts')).judgeOnce(context, round)).exit);
  } finally {
    await reference?.close();
  }
}

/** Throws a `SettingsError` for flags that exclude each other. */
function refuseTogether({ reference, dryRun, watch }: Wanted): void {
  if (watch && dryRun) {
    throw new SettingsError('--watch and --dry-run cannot be combined');
  }
  if (watch && reference) {
    throw new SettingsError(
      '--watch and --reference cannot be combined: the embedded server never changes',
    );
  }
}

/** The reference server, at the limits of the plan that is wanted. */
async function embedded(sources: Sources): Promise<ReferenceServer> {
  const plan = referencePlan(sources);
  const { startReference } = await import('../reference/server.ts');
  return startReference({ plan });
}

/**
 * Removes the reports of an earlier run: a pipeline must not collect them as those of this run, whatever comes of it.
 * Nothing else in the folder is touched. Throws a `SettingsError` if a file cannot be removed.
 */
function removeOfEarlierRun({ stderr }: Context, out: string): void {
  const removed = removeReports(out);
  if (removed.length === 0) return;
  stderr.write(`removed from ${visible(out)} (earlier run): ${removed.join(', ')}\n`);
}

/** Reads all that is needed before the first request, and prints warnings. Throws a `SettingsError`. */
async function prepared(context: Context, given: SettingsInput): Promise<Round> {
  const read = readSettings(given);
  const { apiKey, rateLimitKey } = read.settings;
  // A key that this run does not use is one, too.
  context.keys.push(apiKey, rateLimitKey, ...keysIn(given.env, given.dotenv));
  warn(context, read.warnings);
  const { baseline: file } = read.settings;
  const known = file === undefined ? undefined : await baselineIn(context, file, given);
  return { ...read, known, isReference: given.reference !== undefined };
}

/** The baseline in a file. Throws a `SettingsError`. */
async function baselineIn(context: Context, file: string, sources: Sources): Promise<Known> {
  // Loaded here, as most runs need no YAML.
  const { readBaseline } = await import('../report/baseline-file.ts');
  const label = labelOf(table.baseline, commandLine(sources));
  const baseline = readBaseline({ file, label }, holdingOneOf(context.keys));
  return { baseline, day: dayOf(Date.now()) };
}
