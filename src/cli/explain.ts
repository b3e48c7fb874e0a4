import { Command } from 'commander';
import { findRequirement } from '../catalogue/catalogue.ts';
import { sentencesOf, specification } from '../catalogue/specification/text.ts';
import { freedoms } from '../judge/freedoms.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { didYouMean } from '../text/nearest.ts';
import { quoted } from '../text/visible.ts';
import { renderFreedoms, renderRequirement } from './catalogue-text.ts';
import { type Context, type Switches, widthOf } from './context.ts';
import { everyRequirement } from './list.ts';

/** `explain ID`: one requirement in full. */
export function explainCommand(context: Context): Command {
  return new Command('explain')
    .description(
      'print one requirement in full: clause, how it is decided, what must not trip it, which file judges it',
    )
    .argument('<id>', 'id of a requirement, as auth.missing-key; or freedoms')
    .option('--json', 'print JSON')
    .action((id: string, { json }: Switches<'json'>) => {
      if (id === 'freedoms') {
        context.stdout.write(
          json ? `${JSON.stringify(freedoms, null, 2)}\n` : renderFreedoms(widthOf(context.stdout)),
        );
        return;
      }
      const found = findRequirement(id);
      if (found === undefined) {
        const ids = everyRequirement.map((known) => known.id);
        throw new SettingsError(
          `no requirement has the id ${quoted(id)}${didYouMean(id, ids, '; the command list has them all')}`,
        );
      }
      context.stdout.write(
        json
          ? `${JSON.stringify(found, null, 2)}\n`
          : renderRequirement(found, widthOf(context.stdout), clausesOf(id)),
      );
    });
}

/** The sentences of the specification that an id decides, each with its section. */
function clausesOf(id: string): string[] {
  return sentencesOf(specification())
    .filter(({ ids }) => ids.includes(id))
    .map((one) => `${/[\d.]+/.exec(one.id)?.[0]}: ${one.cells.join(' | ')}`);
}
