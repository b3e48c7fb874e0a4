import { Command } from 'commander';
import type { ReferenceServer } from '../reference/server.ts';
import type { Subject } from '../reference/subject.ts';
import { codeOf } from '../settings/files.ts';
import { listenError, readServeSettings, type ServeSettings } from '../settings/read-settings.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { serveTable } from '../settings/table.ts';
import type { Context, Texts } from './context.ts';
import { addSettingOptions, sourcesOf } from './setting-options.ts';
import { onStopSignal } from './signals.ts';

const notes = `
It serves until Ctrl-C or a signal to end.

Exit status: 0 once it was told to end; 2 usage, or an address that cannot be listened on; 70 a fault of this suite.`;

/** The lab's server that is to be started, by its id. */
type Named = Texts<'fault' | 'variant'>;

/** `serve`: the reference server alone, until SIGINT or SIGTERM. */
export function serveCommand(context: Context): Command {
  const command = new Command('serve')
    .description('run the reference server alone, on a port, plan and key of choice')
    .addHelpText('after', notes);
  addSettingOptions(command, serveTable);
  command
    .option('--fault <id>', 'break one clause, to see a pipeline go red (ids: list --lab)')
    .option('--variant <id>', 'use a freedom of the specification (ids: list --lab)');
  return command.action((named: Named) => serve(context, command, named));
}

async function serve(context: Context, command: Command, named: Named): Promise<void> {
  const settings = readServeSettings(sourcesOf(context, command));
  const subject = await subjectOf(named);
  if (settings.apiKey !== undefined) context.keys.push(settings.apiKey);
  // Listening for the signal comes first: the printed line tells others that they may send it.
  let ignoreSignals = () => {};
  const stopped = new Promise<void>((resolve) => {
    ignoreSignals = onStopSignal(() => resolve());
  });
  try {
    const server = await start(settings, subject);
    context.stdout.write(`${startedLine(server, settings)}${titleOf(subject)}\n`);
    await stopped;
    await server.close();
  } finally {
    ignoreSignals();
  }
}

function startedLine(server: ReferenceServer, { plan, apiKey }: ServeSettings): string {
  const key = apiKey === undefined ? server.apiKey : 'as configured';
  return `Pet Store reference server at ${server.baseUrl} (plan ${plan}, API key ${key})`;
}

/** The lab's server that an option names, if any; the lab is loaded only for it. */
async function subjectOf({ fault, variant }: Named): Promise<Subject | undefined> {
  if (fault === undefined && variant === undefined) return undefined;
  const { labServer } = await import('./lab-servers.ts');
  const found = fault === undefined ? undefined : labServer('fault', fault);
  if (variant === undefined) return found;
  const other = labServer('variant', variant);
  if (found) throw new SettingsError('--fault and --variant exclude each other; give one');
  return other;
}

function titleOf(subject: Subject | undefined): string {
  return subject === undefined ? '' : `; ${subject.id}: ${subject.title}`;
}

async function start(
  settings: ServeSettings,
  subject: Subject | undefined,
): Promise<ReferenceServer> {
  const { startReference } = await import('../reference/server.ts');
  const { window, ...options } = settings;
  try {
    return await startReference({
      ...subject?.server?.(Date.now),
      ...(subject?.change ? { change: subject.change } : {}),
      ...options,
      ...(window === undefined ? {} : { windowMs: window * 1000 }),
    });
  } catch (error) {
    throw listenError(settings, codeOf(error));
  }
}
