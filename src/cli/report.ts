import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { certificateName } from '../report/certificate/certificate.ts';
import { visible, withoutCommands } from '../text/visible.ts';
import { type Context, warn } from './context.ts';

const notes = `
Exit status: 0 written, 2 usage or a folder that holds no run; 70 a fault of this suite, 74 a report could not be
written whole.`;

/** `report DIR`: renders the reports of an earlier run again, from its `conformance.json` and `traffic.har`. */
export function reportCommand(context: Context): Command {
  return new Command('report')
    .description('render the reports again from conformance.json and traffic.har')
    .argument('<dir>', 'folder that a run wrote its reports to')
    .addHelpText('after', notes)
    .action(async (folder: string) => {
      // Loaded here: the other commands need no renderers.
      const { readReports } = await import('../report/read.ts');
      const { renderedFormats, writeReports } = await import('../report/write.ts');
      const { report, exchanges } = await readReports(folder);
      const written = await writeReports(report, exchanges, folder, renderedFormats);
      if (existsSync(join(folder, certificateName))) {
        warn(context, [
          `${certificateName} names these files byte for byte: ask verify whether it still holds`,
        ]);
      }
      context.stdout.write(
        `Reports: ${written.map(visible).join(', ')}\n${withoutCommands(visible(report.summary))}\n`,
      );
    });
}
