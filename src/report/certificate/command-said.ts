/** What a report says of its own command and settings, which no traffic can bear out: readers copy the command. */
import { commandForms, commandWords } from '../../package/package.ts';
import { allSettings } from '../../settings/table.ts';
import { isAgainFolder, runArguments } from '../command-line.ts';
import type { Report } from '../report.ts';

const known: ReadonlySet<string> = new Set(allSettings.flatMap(({ flag }) => flag ?? []));

const named = [
  ['name', '--implementation'],
  ['version', '--implementation-version'],
  ['contact', '--contact'],
] as const;

/** Where names and plan of a report, of whichever suite, are not those of its settings; one line each. */
export function unlikeGiven({ implementation, run: { settings, plan } }: Report): string[] {
  const renamed = named.filter(([what, flag]) => implementation[what] !== settings[flag]?.trim());
  return [
    ...renamed.map(([what]) => `the implementation's ${what} is not that of its settings`),
    ...((settings['--plan'] ?? null) === plan ? [] : ['its plan is not that of its settings']),
  ];
}

/** Where command and settings of a report that this suite wrote do not fit each other; one line each. */
export function unlikeItsSettings(report: Report): string[] {
  const { settings, again } = report.run;
  const foreign = Object.keys(settings).filter((flag) => !known.has(flag));
  return [
    ...(isOwnCommand(report) ? [] : ['its command (argv) is not that of a run with its settings']),
    ...(again === undefined || isAgainFolder(again)
      ? []
      : ['the folder for another run (again) is none that the suite proposes']),
    ...foreign.map((flag) => `${flag} among its settings is no setting of this suite`),
  ];
}

function isOwnCommand({ implementation, profile, run }: Report): boolean {
  const { baseUrl } = implementation;
  const { seed, settings, argv } = run;
  const due = runArguments({ baseUrl, profile, seed }, settings, false).slice(commandWords.length);
  return commandForms.some((words) => sameWords(argv, [...words, ...due]));
}

function sameWords(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, at) => word === other[at]);
}
