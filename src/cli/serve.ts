import { Command } from 'commander';
import type { ReferenceOptions, ReferenceServer } from '../reference/server.ts';
import type { ServedFault } from '../reference/variant.ts';
import { codeOf } from '../settings/files.ts';
import { readServeSettings } from '../settings/read-settings.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { serveTable } from '../settings/settings-table.ts';
import { didYouMean } from '../text/nearest.ts';
import { quoted } from '../text/visible.ts';
import {
  addSettingOptions,
  type Context,
  onStopSignal,
  sourcesOf,
  type Texts,
} from './command-context.ts';

const notes = `
It serves until Ctrl-C or SIGTERM.

Exit status: 0 after Ctrl-C or SIGTERM; 2 usage, or the address is not available; 70 internal error.`;

/** `serve`: the reference server alone, until SIGINT or SIGTERM. */
export function serveCommand(context: Context): Command {
  const command = new Command('serve')
    .description('run the reference server')
    .addHelpText('after', notes);
  addSettingOptions(command, serveTable);
  command.option('--fault <id>', 'run with one fault, to see a pipeline go red (ids: list --lab)');
  return command.action(({ fault }: Texts<'fault'>) => serve(context, command, fault));
}

async function serve(context: Context, command: Command, id: string | undefined): Promise<void> {
  const { window, ...settings } = readServeSettings(sourcesOf(context, command));
  const fault = id === undefined ? undefined : await faultCalled(id);
  // Listening for the signal comes first: the printed line tells others that they may send it.
  let ignoreSignals = () => {};
  const stopped = new Promise<void>((resolve) => {
    ignoreSignals = onStopSignal(() => resolve());
  });
  try {
    const server = await started({ ...settings, windowMs: window * 1000 }, fault);
    const key = settings.apiKey === undefined ? server.apiKey : 'as configured';
    const what = fault === undefined ? '' : `; ${fault.id}: ${fault.title}`;
    context.stdout.write(
      `Pet Store reference server at ${server.baseUrl} (plan ${settings.plan}, API key ${key})${what}\n`,
    );
    await stopped;
    await server.close();
  } finally {
    ignoreSignals();
  }
}

/** Loaded here: a server without a fault needs none. Throws a `SettingsError`. */
async function faultCalled(id: string): Promise<ServedFault> {
  const { faults } = await import('../reference/faults.ts');
  const found = faults.find((one) => one.id === id);
  if (found) return found;
  const ids = faults.map((one) => one.id);
  const near = didYouMean(id, ids, '; list --lab prints them all');
  throw new SettingsError(`--fault ${quoted(id)}: there is no such fault${near}`);
}

/** Throws a `SettingsError` if it cannot listen. */
async function started(
  options: ReferenceOptions,
  fault: ServedFault | undefined,
): Promise<ReferenceServer> {
  const { startReference } = await import('../reference/server.ts');
  try {
    return await startReference({ ...options, ...(fault && { change: fault.change }) });
  } catch (error) {
    const { port, host } = options;
    throw new SettingsError(
      `cannot listen at ${host}, port ${port} (${codeOf(error)}): give a --port that is free, or 0 for any, and a --host of this machine`,
    );
  }
}
