import { randomUUID } from 'node:crypto';
import { Command, Option } from 'commander';
import type { ReferenceServer } from '../reference/server.ts';
import { proxyVariables } from '../settings/proxy.ts';
import { readSettings, referencePlan, type SettingsInput } from '../settings/read-settings.ts';
import type { Group } from '../settings/setting.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { keysIn, type Sources } from '../settings/sources.ts';
import { table } from '../settings/table.ts';
import { type Context, type Switches, warn } from './context.ts';
import type { ExitStatus } from './exit-status.ts';
import { givenBaseline } from './given-baseline.ts';
import type { Round } from './round.ts';
import { addSettingOptions, headingOf, sourcesOf } from './setting-options.ts';

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

/** The flags that say how to run. */
type Wanted = Switches<'reference' | 'dryRun' | 'watch'>;

/** `run`: judges the implementation, writes the reports, prints the verdict. */
export function runCommand(context: Context): Command {
  const command = new Command('run')
    .description('judge the implementation at the base address')
    .addOption(grouped('--reference', 'judge the embedded reference server instead', 'Whom to ask'))
    .addOption(
      grouped(
        '--dry-run',
        'say what the run would ask and what it costs, and send nothing',
        'What to judge',
      ),
    )
    .addOption(
      grouped(
        '--watch',
        'stay, and ask again what failed, with the same seed, when Enter is pressed or the service comes back after a restart; the reports of that part go into again/ of the folder',
        'What to judge',
      ),
    )
    .addHelpText('after', notes);
  addSettingOptions(command, table);
  return command.action(async (wanted: Wanted) => {
    const act = manner(wanted);
    const sources = sourcesOf(context, command);
    const reference = wanted.reference ? await embedded(sources) : undefined;
    try {
      // What a dry run sends, it sends to a server of its own.
      const standIn = act === dryRun ? { standIn: randomUUID() } : {};
      const given = { ...sources, ...standIn, ...(reference && { reference }) };
      context.finish(await act(context, await prepared(context, given)));
    } finally {
      await reference?.close();
    }
  });
}

/** The reference server, at the limits of the plan that is wanted. */
async function embedded(sources: Sources): Promise<ReferenceServer> {
  const plan = referencePlan(sources);
  const { startReference } = await import('../reference/server.ts');
  return startReference({ plan });
}

function grouped(flag: string, help: string, group: Group): Option {
  return new Option(flag, help).helpGroup(headingOf(group));
}

type Act = (context: Context, round: Round) => Promise<ExitStatus>;

/** Which of the three ways of running is asked for. Throws a `SettingsError` for flags that exclude each other. */
function manner({ reference, dryRun: isDry, watch }: Wanted): Act {
  if (!watch) return isDry ? dryRun : judge;
  if (isDry)
    throw new SettingsError('--watch and --dry-run exclude each other: give one of the two');
  if (reference)
    throw new SettingsError(
      '--watch and --reference exclude each other: the embedded server never changes',
    );
  return watchAll;
}

/** Reads all that is needed before the first request, and prints warnings. Throws a `SettingsError`. */
async function prepared(context: Context, given: SettingsInput): Promise<Round> {
  const read = readSettings(given);
  const { apiKey, rateLimitKey } = read.settings;
  // A key that this run does not use is one, too.
  context.keys.push(apiKey, rateLimitKey, ...keysIn(given.env, given.dotenv));
  warn(context, read.warnings);
  const known = await givenBaseline(context, read.settings, given);
  return { ...read, known, isReference: given.reference !== undefined };
}

// Loaded as they are called: help, and errors about settings, need not wait for them.
const dryRun: Act = async (context, round) =>
  (await import('./rehearsal.ts')).dryRun(context, round);

const judge: Act = async (context, round) =>
  (await (await import('./round.ts')).judgeOnce(context, round)).exit;

const watchAll: Act = async (context, round) =>
  (await import('./watch/watch.ts')).watch(context, round);
