import { Command } from 'commander';
import { faults } from '../reference/faults.ts';
import { type ReferenceServer, startReference } from '../reference/server.ts';
import type { Subject } from '../reference/subject.ts';
import { variants } from '../reference/variants.ts';
import { codeOf, readDotenv } from '../settings/files.ts';
import {
  listenError,
  readServeSettings,
  type ServeSettings,
  serveTable,
} from '../settings/serve-settings.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { nearest } from '../text/nearest.ts';
import { quoted } from '../text/visible.ts';
import { type Context, warn } from './context.ts';
import { addSettingOptions, flagsOf } from './setting-options.ts';
import { onStopSignal } from './signals.ts';

/** `serve`: the reference server alone, until SIGINT or SIGTERM. */
export function serveCommand(context: Context): Command {
  const command = new Command('serve').description(
    'run the reference server alone, on a port, plan and key of choice',
  );
  addSettingOptions(command, serveTable);
  command
    .option('--fault <id>', 'break one clause, to see a pipeline go red (ids: list --lab)')
    .option('--variant <id>', 'use a freedom of the specification (ids: list --lab)');
  return command.action(() => serve(context, command));
}

async function serve(context: Context, command: Command): Promise<void> {
  const dotenv = readDotenv(context.folder);
  const settings = readServeSettings({
    flags: flagsOf(command),
    env: context.env,
    dotenv: dotenv.values,
  });
  const subject = subjectOf(command);
  if (settings.apiKey !== undefined) context.keys.push(settings.apiKey);
  warn(context, dotenv.warnings);
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

/** The lab's server that `--fault` or `--variant` names, if any. */
function subjectOf(command: Command): Subject | undefined {
  const known = { fault: faults, variant: variants };
  const found = (['fault', 'variant'] as const).flatMap((kind) => {
    const id: unknown = command.getOptionValue(kind);
    if (typeof id !== 'string') return [];
    const subject = known[kind].find((one) => one.id === id);
    if (subject) return [subject];
    const near = nearest(
      id,
      known[kind].map((one) => one.id),
    );
    throw new SettingsError(
      `--${kind} ${quoted(id)}: the lab has no such ${kind}; did you mean ${near}?`,
    );
  });
  if (found.length > 1)
    throw new SettingsError('--fault and --variant exclude each other; give one');
  return found[0];
}

function titleOf(subject: Subject | undefined): string {
  return subject === undefined ? '' : `; ${subject.id}: ${subject.title}`;
}

async function start(
  settings: ServeSettings,
  subject: Subject | undefined,
): Promise<ReferenceServer> {
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
