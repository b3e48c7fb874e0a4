import { Command } from 'commander';
import { requirements } from '../catalogue/catalogue.ts';
import type { Requirement } from '../catalogue/requirement.ts';
import { untested } from '../catalogue/untested.ts';
import { listedRequirement, renderList, rulings } from './catalogue-text.ts';
import { type Context, type Switches, widthOf } from './context.ts';

/** Every requirement of the catalogue, untested ones last. */
export const everyRequirement: readonly Requirement[] = [...requirements, ...untested];

/** `list`: requirements, advisories, gaps, and what is never tested. */
export function listCommand(context: Context): Command {
  return new Command('list')
    .description('print requirements, advisories and gaps: id, section, level, profile, statement')
    .option('--json', 'print JSON')
    .option('--markdown', 'every requirement in full, as Markdown')
    .option('--lab', 'the faults that serve can run instead')
    .action(async ({ json, markdown, lab }: Switches<'json' | 'markdown' | 'lab'>) => {
      if (lab) {
        // Loaded only here: a run needs no faults.
        const { faultsJson, faultsText } = await import('./served-faults.ts');
        context.stdout.write(json ? `${JSON.stringify(faultsJson, null, 2)}\n` : faultsText());
        return;
      }
      if (markdown) {
        context.stdout.write(rulings(everyRequirement));
        return;
      }
      context.stdout.write(
        json
          ? `${JSON.stringify(everyRequirement.map(listedRequirement), null, 2)}\n`
          : renderList(everyRequirement, widthOf(context.stdout)),
      );
    });
}
