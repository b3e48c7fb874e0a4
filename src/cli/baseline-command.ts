import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { diskWords, WriteFailure } from '../disk/failure.ts';
import { writeWhole } from '../disk/write-whole.ts';
import type { ExpectedFailure } from '../report/baseline.ts';
import type { BaselineChange } from '../report/baseline-file.ts';
import type { Report } from '../report/report.ts';
import { holdingOneOf } from '../secrets/redact.ts';
import { refuse, SettingsError } from '../settings/settings-error.ts';
import { setting, table, type ValuesOf } from '../settings/settings-table.ts';
import {
  commandLine,
  labelOf,
  readSetting,
  readValues,
  refuseUnknownVariables,
  type Sources,
} from '../settings/sources.ts';
import { line, path } from '../settings/value-kinds.ts';
import { quoted, visible } from '../text/visible.ts';
import { count, dayOf } from '../text/words.ts';
import { addSettingOptions, type Context, type Switches, sourcesOf } from './command-context.ts';

const settings = {
  file: setting('baseline', path('FILE'), {
    fallback: 'baseline.yaml',
    help: 'the baseline; created if missing',
  }),
  owner: setting('owner', line('TEXT'), {
    variable: undefined,
    help: 'who is responsible for the added failures',
  }),
  reason: setting('reason', line('TEXT', 500), {
    variable: undefined,
    help: 'why they fail, and where the fix is tracked',
  }),
  expires: setting(
    'expires',
    { placeholder: 'YYYY-MM-DD', parse: futureDay },
    { variable: undefined, help: 'last day on which they are accepted (UTC)' },
  ),
};

/** `baseline update`: brings the file of known failures up to date with an earlier run. */
export function baselineCommand(context: Context): Command {
  const group = new Command('baseline').description('maintain the file of expected failures');
  const update = group
    .command('update')
    .description(
      'add the failures of an earlier run and remove what passed; adding requires --owner, --reason and --expires',
    )
    .option('--only-stale', 'only remove what passed; add nothing')
    .argument('[dir]', 'output folder of that run (default: reports)');
  addSettingOptions(update, settings);
  update.action(async (folder: string | undefined, { onlyStale }: Switches<'onlyStale'>) => {
    const sources = sourcesOf(context, update);
    refuseUnknownVariables(sources);
    const from = folder ?? readSetting(table.out, commandLine(sources));
    await updateBaseline(context, sources, from, onlyStale);
  });
  return group;
}

/** `folder`: where the reports are. */
async function updateBaseline(
  context: Context,
  sources: Sources,
  folder: string,
  onlyStale = false,
): Promise<void> {
  const { readReport } = await import('../report/read.ts');
  const { editBaseline, emptyBaseline, parseBaseline, planUpdate, readBaselineText, refuseKeys } =
    await import('../report/baseline-file.ts');
  const source = commandLine(sources);
  const { file, ...given } = readValues(settings, source);
  const { report } = readReport(folder);
  const label = labelOf(settings.file, source);
  const before = existsSync(file) ? readBaselineText(file, label) : emptyBaseline;
  const { entries } = parseBaseline(before, file);
  const plan = planUpdate(report, entries, dayOf(Date.now()));
  const add = onlyStale ? [] : additions(plan, given);
  refuseKeys(add, file, holdingOneOf(context.keys));
  const isIdle = add.length + plan.remove.length === 0;
  if (!isIdle) {
    const after = editBaseline(before, file, { add, remove: plan.remove });
    await writeWhole(file, after).catch((error: unknown) => {
      throw new WriteFailure(`cannot write ${quoted(file)}: ${diskWords(error)}`);
    });
  }
  const left = entries.length + add.length - plan.remove.length;
  const total = isIdle
    ? `nothing to do: ${visible(file)} is up to date with ${visible(join(folder, 'conformance.json'))}`
    : `${visible(file)}: ${count(left, 'known failure')}`;
  context.stdout.write(`${[...linesOf(plan, add, report), total].join('\n')}\n`);
}

/** The entries to add. Throws a `SettingsError` if the flags for them are missing. */
function additions(
  { add }: BaselineChange,
  { owner, reason, expires }: Omit<ValuesOf<typeof settings>, 'file'>,
): ExpectedFailure[] {
  return add.map((requirement) => {
    if (owner === undefined || reason === undefined || expires === undefined) {
      throw new SettingsError(
        `${add.join(', ')} failed and ${add.length === 1 ? 'has' : 'have'} no entry: set --owner, --reason and --expires to add, or --only-stale to add nothing`,
      );
    }
    return { requirement, reason, owner, expires };
  });
}

function linesOf(
  { remove }: BaselineChange,
  add: readonly ExpectedFailure[],
  { run }: Report,
): string[] {
  return [
    ...add.map(({ requirement, expires }) => `added ${requirement}, until ${expires}`),
    ...remove.map((id) => `removed ${id}: it passed`),
    ...(run.partial || run.endedEarly !== null
      ? ['the run was partial: entries of the other requirements stay']
      : []),
  ];
}

function futureDay(text: string): string {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(moment) || dayOf(moment) !== text) {
    return refuse('must be a valid date such as 2027-01-31');
  }
  return text < dayOf(Date.now()) ? refuse('must be today (UTC) or later') : text;
}
