import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { Command } from 'commander';
import { diskWords, WriteFailure } from '../disk/failure.ts';
import { writeWhole } from '../disk/write-whole.ts';
import { packageRoot } from '../package/package.ts';
import { dayOf, type ExpectedFailure } from '../report/baseline/expected-failure.ts';
import type { BaselineChange } from '../report/baseline/update.ts';
import type { Report } from '../report/report.ts';
import { holdingOneOf } from '../secrets/redact.ts';
import { defaulting, settingsOf, unset, type ValuesOf } from '../settings/setting.ts';
import { refuse, SettingsError } from '../settings/settings-error.ts';
import {
  commandLine,
  keysIn,
  labelOf,
  readSetting,
  readValues,
  refuseUnknownVariables,
  type Sources,
} from '../settings/sources.ts';
import { table } from '../settings/table.ts';
import { line } from '../settings/value-kinds.ts';
import { quoted, visible } from '../text/visible.ts';
import { count } from '../text/words.ts';
import type { Context, Switches } from './context.ts';
import { addSettingOptions, sourcesOf } from './setting-options.ts';

const added = {
  from: ['flag'],
  group: 'What to write into the entries',
  fallback: unset(),
  text: 'free',
  shapes: 'output',
} as const;

const settings = {
  file: defaulting(
    table.baseline,
    'baseline.yaml',
    'the baseline; made if there is none',
    'Which file',
  ),
  ...settingsOf({
    owner: { ...added, kind: line(200), help: 'who answers for the failures that are added' },
    reason: {
      ...added,
      kind: line(500),
      help: 'why they fail, and where the work on them is followed',
    },
    expires: {
      ...added,
      kind: { placeholder: 'YYYY-MM-DD', parse: futureDay },
      help: 'the last day on which they are covered, to its end in UTC',
    },
  }),
};

/** `baseline update`: brings the file of known failures into step with an earlier run. */
export function baselineCommand(context: Context): Command {
  const group = new Command('baseline').description('keep the file of known failures');
  const update = group
    .command('update')
    .description(
      'add what failed in an earlier run and take off what passed; --owner, --reason and --expires are needed to add',
    )
    .option('--only-cured', 'only take off what passed; add nothing')
    .argument('[dir]', "folder of that run's reports (default: reports)");
  addSettingOptions(update, settings);
  update.action(async (folder: string | undefined, { onlyCured }: Switches<'onlyCured'>) => {
    const sources = sourcesOf(context, update);
    refuseUnknownVariables(sources);
    const from = folder ?? readSetting(table.out, commandLine(sources));
    await bringIntoStep(context, sources, from, onlyCured);
  });
  return group;
}

/** `folder`: where the reports are. */
async function bringIntoStep(
  context: Context,
  sources: Sources,
  folder: string,
  onlyCured = false,
): Promise<void> {
  const { readReport } = await import('../report/read.ts');
  const { parseBaseline } = await import('../report/baseline/parse.ts');
  const { readBaselineText, refuseKeys } = await import('../report/baseline/read.ts');
  const { editBaseline, emptyBaseline, planUpdate } = await import('../report/baseline/update.ts');
  const source = commandLine(sources);
  const { file: path, ...entry } = readValues(settings, source);
  const { report } = await readReport(folder);
  const before = existsSync(path)
    ? readBaselineText({ file: path, label: labelOf(settings.file, source) })
    : emptyBaseline(schemaFor(path));
  const { entries } = parseBaseline(before, path);
  const whole = planUpdate(report, entries, dayOf(Date.now()));
  const plan = onlyCured ? { ...whole, add: [] } : whole;
  const add = additions(plan, entry);
  refuseKeys(add, path, holdingOneOf(keysIn(sources.env, sources.dotenv)));
  const stays = plan.add.length + plan.remove.length === 0;
  if (!stays) {
    const after = editBaseline(before, path, { add, remove: plan.remove });
    parseBaseline(after, path);
    await writeWhole(path, after).catch((error: unknown) => {
      throw new WriteFailure(`cannot write ${quoted(path)}: ${diskWords(error)}`);
    });
  }
  const left = entries.length + add.length - plan.remove.length;
  const total = stays
    ? `nothing to do after ${visible(join(folder, 'conformance.json'))}: ${visible(path)} stays as it is`
    : `${visible(path)}: ${count(left, 'known failure')}`;
  context.stdout.write(`${[...told(plan, add, report), total].join('\n')}\n`);
}

/** The entries to add. Throws a `SettingsError` if the flags for them are missing. */
function additions(
  { add }: BaselineChange,
  { owner, reason, expires }: Omit<ValuesOf<typeof settings>, 'file'>,
): ExpectedFailure[] {
  return add.map((requirement) => {
    if (owner === undefined || reason === undefined || expires === undefined) {
      throw new SettingsError(
        `${add.join(', ')} failed and ${add.length === 1 ? 'has' : 'have'} no entry: give --owner, --reason and --expires to add, or --only-cured to add nothing`,
      );
    }
    return { requirement, reason, owner, expires };
  });
}

function told(
  { remove, expired }: BaselineChange,
  add: readonly ExpectedFailure[],
  { run }: Report,
): string[] {
  return [
    ...add.map(({ requirement, expires }) => `added ${requirement}, until ${expires}`),
    ...remove.map((id) => `took off ${id}: it passed`),
    ...expired.map(
      ({ requirement, expires, owner }) =>
        `${requirement} stays, expired since the end of ${expires}: a new day is for its owner to set (${visible(owner)})`,
    ),
    ...(run.partial || run.endedEarly !== null
      ? ['the run judged a part of the requirements: the entries of the others stay']
      : []),
  ];
}

/** The schema's path for editors, if the package is installed beside the baseline or below. */
function schemaFor(path: string): string | undefined {
  const schema = join(packageRoot, 'schemas', 'baseline.schema.json');
  const way = relative(dirname(resolve(path)), schema).replaceAll('\\', '/');
  return way.startsWith('node_modules/') ? way : undefined;
}

function futureDay(text: string): string {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(moment) || dayOf(moment) !== text) {
    return refuse('must be a day that exists, as 2027-01-31');
  }
  return text < dayOf(Date.now()) ? refuse('must be today (UTC) or later') : text;
}
