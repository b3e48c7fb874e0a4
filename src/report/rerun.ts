import type { Report } from './report.ts';

/** Words of a shell command as written, quotes and all. */
const words = /(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g;
const selection = /^--(?:only|skip)(?<value>=.*)?$/s;

/** The command line of the report's run, for one requirement alone: it takes the place of `--only` and `--skip`. */
export function rerunCommand(report: Report, id: string): string {
  const kept: string[] = [];
  let skipValue = false;
  for (const word of report.run.command.match(words) ?? []) {
    const option = selection.exec(word);
    if (!skipValue && option === null) kept.push(word);
    skipValue = !skipValue && option !== null && option.groups?.value === undefined;
  }
  return [...kept, '--only', id].join(' ');
}
