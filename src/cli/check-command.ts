import { Command } from 'commander';
import { redactor } from '../secrets/redact.ts';
import { readSettings } from '../settings/read-settings.ts';
import { table } from '../settings/settings-table.ts';
import { ordinaryTexts } from '../settings/shown-keys.ts';
import { visible } from '../text/visible.ts';
import {
  addSettingOptions,
  type Context,
  exitStatus,
  sourcesOf,
  untilStopped,
  warn,
} from './command-context.ts';

const notes = `
It sends one list request and writes nothing.

Exit status: 0 address and key work; 2 usage or settings; 3 they do not, or nothing answers; 70 internal error;
130 interrupted.`;

/** `check`: says whether address and key are right, by one list. */
export function checkCommand(context: Context): Command {
  const command = new Command('check')
    .description('check address and key with one request')
    .addHelpText('after', notes);
  const { baseUrl, apiKey, timeout, wait, ca } = table;
  addSettingOptions(command, { baseUrl, apiKey, timeout, wait, ca });
  return command.action(() => check(context, command));
}

async function check(context: Context, command: Command): Promise<void> {
  const { settings, warnings } = readSettings(sourcesOf(context, command));
  context.keys.push(settings.apiKey, settings.rateLimitKey);
  warn(context, warnings);
  // Loaded here: help, and errors about settings, need not wait for it.
  const { diagnose, untilUp } = await import('../library/probe.ts');
  const { redact } = redactor(context.keys, ordinaryTexts(settings));
  await untilStopped(context, async (signal, stopped) => {
    const print = (line: string) => context.stderr.write(`${redact(line)}\n`);
    const exchange = await untilUp(settings, { signal, print });
    if (exchange === undefined) return context.finish(stopped() ?? exitStatus.incomplete);
    const { isRight, line } = diagnose(exchange, settings);
    context.stdout.write(`${redact(visible(line))}\n`);
    context.finish(isRight ? exitStatus.ok : exitStatus.incomplete);
  });
}
