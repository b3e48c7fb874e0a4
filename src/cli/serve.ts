import { Command } from 'commander';
import { type ReferenceServer, startReference } from '../reference/server.ts';
import { codeOf, readDotenv } from '../settings/files.ts';
import {
  listenError,
  readServeSettings,
  type ServeSettings,
  serveTable,
} from '../settings/serve-settings.ts';
import type { Context } from './context.ts';
import { addSettingOptions, flagsOf } from './setting-options.ts';
import { onStopSignal } from './signals.ts';

/** `serve`: the reference server alone, until SIGINT or SIGTERM. */
export function serveCommand(context: Context): Command {
  const command = new Command('serve').description(
    'run the reference server alone, on a port, plan and key of choice',
  );
  addSettingOptions(command, serveTable);
  return command.action(() => serve(context, command));
}

async function serve(context: Context, command: Command): Promise<void> {
  const dotenv = readDotenv(context.folder);
  const settings = readServeSettings({
    flags: flagsOf(command),
    env: context.env,
    dotenv: dotenv.values,
  });
  if (settings.apiKey !== undefined) context.keys.push(settings.apiKey);
  for (const warning of dotenv.warnings) context.stderr.write(`warning: ${warning}\n`);
  // Listening for the signal comes first: the printed line tells others that they may send it.
  let ignoreSignals = () => {};
  const stopped = new Promise<void>((resolve) => {
    ignoreSignals = onStopSignal(() => resolve());
  });
  try {
    const server = await start(settings);
    context.stdout.write(`${startedLine(server, settings)}\n`);
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

async function start(settings: ServeSettings): Promise<ReferenceServer> {
  const { window, ...options } = settings;
  try {
    return await startReference({
      ...options,
      ...(window === undefined ? {} : { windowMs: window * 1000 }),
    });
  } catch (error) {
    throw listenError(settings, codeOf(error));
  }
}
