import { Command } from 'commander';
import { rows } from '../spec/catalogue.ts';
import type { Row } from '../spec/row.ts';
import { untested } from '../spec/untested.ts';
import { listedRow, renderList } from './catalogue-text.ts';
import { type Context, widthOf } from './context.ts';

/** Every row of the catalogue, untested ones last. */
export const everyRow: readonly Row[] = [...rows, ...untested];

/** `list`: requirements, advisories, gaps, and what is never tested. */
export function listCommand(context: Context): Command {
  const command = new Command('list')
    .description('requirements, advisories and gaps: id, section, level, profile, statement')
    .option('--json', 'print JSON');
  return command.action(() => {
    const json = command.getOptionValue('json') === true;
    context.stdout.write(
      json
        ? `${JSON.stringify(everyRow.map(listedRow), null, 2)}\n`
        : renderList(everyRow, widthOf(context.stdout)),
    );
  });
}
