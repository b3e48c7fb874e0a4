import { randomUUID } from 'node:crypto';
import { Command, Option } from 'commander';
import { holdingOneOf } from '../secrets/redact.ts';
import { proxyVariables } from '../settings/proxy.ts';
import { readSettings } from '../settings/read-settings.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { table } from '../settings/settings-table.ts';
import { commandLine, labelOf, readSetting, type Sources } from '../settings/sources.ts';
import { quoted } from '../text/visible.ts';
import { dayOf } from '../text/words.ts';
import {
  addSettingOptions,
  type Context,
  type Switches,
  sourcesOf,
  warn,
} from './command-context.ts';
import type { Known } from './round.ts';

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
3 incomplete; 70 internal error; 74 a report could not be written; 130 interrupted (143 by SIGTERM, 129 by SIGHUP).`;

/** The flags that say how to run. */
type Wanted = Switches<'reference' | 'dryRun' | 'watch' | 'verbose'> & {
  readonly maxFailures?: number;
};

const options: readonly (readonly [group: string, flag: string, help: string])[] = [
  ['Target', '--reference', 'judge the embedded reference server instead'],
  ['What to run', '--dry-run', 'print the planned requests and their number; send nothing'],
  [
    'What to run',
    '--watch',
    'watch mode: rerun failed requirements on Enter; reports of reruns go to the subfolder again/',
  ],
  ['Output', '--max-failures <N>', 'number of causes printed in full (default: 10)'],
  ['Output', '--verbose', 'print every failed check with its evidence'],
];

/** `run`: judges the implementation, writes the reports, prints the verdict. */
export function runCommand(context: Context): Command {
  const command = new Command('run')
    .description('judge the implementation at the base address')
    .addHelpText('after', notes);
  for (const [group, flag, help] of options) {
    const option = new Option(flag, help).helpGroup(`${group}:`);
    command.addOption(flag.includes('<N>') ? option.argParser(wholeNumber) : option);
  }
  addSettingOptions(command, table);
  return command.action((wanted: Wanted) => run(context, command, wanted));
}

/** Throws a `SettingsError`. */
function wholeNumber(value: string): number {
  if (/^\d{1,4}$/.test(value)) return Number(value);
  throw new SettingsError(`--max-failures ${quoted(value)}: must be a whole number from 0 to 9999`);
}

async function run(context: Context, command: Command, wanted: Wanted): Promise<void> {
  const { dryRun, watch, maxFailures, verbose } = wanted;
  refuseTogether(wanted);
  const given = sourcesOf(context, command);
  // A dry run sends nothing, and needs no key.
  const dotenv = dryRun ? { PETSTORE_API_KEY: randomUUID(), ...given.dotenv } : given.dotenv;
  const sources: Sources = { ...given, dotenv };
  const reference = wanted.reference ? await startedReference(sources) : undefined;
  try {
    const read = readSettings({ ...sources, ...(reference && { reference }) });
    warn(context, read.warnings);
    const round = {
      ...read,
      known: await baselineOf(context, sources, read.settings.baseline),
      isReference: reference !== undefined,
      detail: {
        ...(maxFailures !== undefined && { maxFailures }),
        ...(verbose && { verbose }),
      },
    };
    // Loaded as they are called: help, and errors about settings, need not wait for them.
    if (dryRun) (await import('./round.ts')).dryRun(context, round);
    else if (watch) {
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

/** The reference server, at the limits of the given plan, or of one whose limit no ordinary run meets. */
async function startedReference(sources: Sources) {
  const plan = readSetting(table.plan, commandLine(sources)) ?? 'business';
  const { startReference } = await import('../reference/server.ts');
  return startReference({ plan });
}

/** The baseline of the run, if there is one. Throws a `SettingsError`. */
async function baselineOf(
  context: Context,
  sources: Sources,
  file: string | undefined,
): Promise<Known | undefined> {
  if (file === undefined) return undefined;
  // Loaded here, as most runs need no YAML.
  const { readBaseline } = await import('../report/baseline-file.ts');
  const label = labelOf(table.baseline, commandLine(sources));
  const baseline = readBaseline(file, label, holdingOneOf(context.keys));
  return { baseline, day: dayOf(Date.now()) };
}
