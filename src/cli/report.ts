import { Command } from 'commander';
import { readReports } from '../report/read.ts';
import { visible } from '../report/visible.ts';
import { renderedFormats, writeReports } from '../report/write.ts';
import type { Context } from './context.ts';

/** `report DIR`: renders the reports of an earlier run again, from its `conformance.json` and `traffic.har`. */
export function reportCommand(context: Context): Command {
  const files = renderedFormats.map(({ name }) => name).join(', ');
  return new Command('report')
    .description(`render again from conformance.json and traffic.har: ${files}`)
    .argument('<dir>', 'folder that a run wrote its reports to')
    .action(async (folder: string) => {
      const { report, exchanges } = await readReports(folder);
      const written = await writeReports(report, exchanges, folder, renderedFormats);
      context.stdout.write(
        `Reports: ${written.map(visible).join(', ')}\n${visible(report.summary)}\n`,
      );
    });
}
