import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { findRequirement } from '../catalogue/catalogue.ts';
import type { Requirement } from '../catalogue/requirement.ts';
import { sentencesOf, specification } from '../catalogue/specification/text.ts';
import { packageRoot } from '../package/package.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { didYouMean } from '../text/nearest.ts';
import { quoted } from '../text/visible.ts';
import { renderRequirement } from './catalogue-text.ts';
import { type Context, type Switches, widthOf } from './context.ts';
import { everyRequirement } from './list.ts';

/** `explain ID`: one requirement in full. */
export function explainCommand(context: Context): Command {
  return new Command('explain')
    .description(
      'print one requirement in full: clause, how it is decided, what must not trip it, which file judges it',
    )
    .argument('<id>', 'id of a requirement, as auth.missing-key')
    .option('--json', 'print JSON')
    .action((id: string, { json }: Switches<'json'>) => {
      const found = findRequirement(id);
      if (found === undefined) {
        const ids = everyRequirement.map((known) => known.id);
        throw new SettingsError(
          `no requirement has the id ${quoted(id)}${didYouMean(id, ids, '; the command list has them all')}`,
        );
      }
      const requirement = asInstalled(found);
      context.stdout.write(
        json
          ? `${JSON.stringify(requirement, null, 2)}\n`
          : renderRequirement(requirement, widthOf(context.stdout), clausesOf(id)),
      );
    });
}

/** The sentences of the specification that an id decides, each with its section. */
function clausesOf(id: string): string[] {
  return sentencesOf(specification())
    .filter(({ ids }) => ids.includes(id))
    .map((one) => `${/[\d.]+/.exec(one.id)?.[0]}: ${one.cells.join(' | ')}`);
}

/** The requirement with the file that exists here: the package holds built files instead of sources. */
export function asInstalled(requirement: Requirement, root = packageRoot): Requirement {
  const { file } = requirement;
  if (file === undefined || existsSync(join(root, file))) return requirement;
  return { ...requirement, file: `dist/${file.replace(/\.ts$/, '.js')}` };
}
