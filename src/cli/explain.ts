import { Command } from 'commander';
import { findRow } from '../catalogue/catalogue.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { nearest } from '../text/nearest.ts';
import { quoted } from '../text/visible.ts';
import { renderRow } from './catalogue-text.ts';
import { type Context, widthOf } from './context.ts';
import { everyRow } from './list.ts';

/** `explain ID`: one row in full. */
export function explainCommand(context: Context): Command {
  const command = new Command('explain')
    .description(
      'one row in full: clause, how it is decided, what must not trip it, which file judges it',
    )
    .argument('<id>', 'id of a row, as auth.missing-key')
    .option('--json', 'print JSON');
  return command.action((id: string) => {
    const row = findRow(id);
    if (row === undefined) {
      const ids = everyRow.map((known) => known.id);
      throw new SettingsError(`no row has the id ${quoted(id)}; did you mean ${nearest(id, ids)}?`);
    }
    const json = command.getOptionValue('json') === true;
    context.stdout.write(
      json ? `${JSON.stringify(row, null, 2)}\n` : renderRow(row, widthOf(context.stdout)),
    );
  });
}
