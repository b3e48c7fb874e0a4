/** `run --watch`: a run, and what failed in it again when Enter is pressed. */
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { coverOf } from '../report/baseline.ts';
import { type Report, requiredWith } from '../report/report.ts';
import { refuseLink } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { count } from '../text/words.ts';
import {
  type Context,
  type ExitStatus,
  exitStatus,
  type Input,
  onStopSignal,
} from './command-context.ts';
import { judgeOnce, type Round } from './round.ts';

/** Watches until somebody ends it. Returns the exit status of the last verdict. */
export async function watch(context: Context, first: Round): Promise<ExitStatus> {
  const { stdin, stderr } = context;
  if (stdin?.isTTY !== true) throw new SettingsError('--watch needs a terminal');
  refuseLink(folderOfPart(first));
  let judged = await judgeOnce(context, first);
  while (!judged.stopped) {
    const open = openIn(judged.report);
    const what = open.length === 0 ? 'everything' : `what has not passed (${open.length})`;
    stderr.write(
      `\nPress Enter to rerun ${what}, a and Enter for everything, q and Enter to quit\n`,
    );
    const typed = await nextLine(stdin);
    // Ctrl-C ends the watching, and not a run; the other signals mean what they always do.
    if (typed === 'SIGTERM' || typed === 'SIGHUP') return exitStatus[typed];
    if (typed === 'q' || typed === 'SIGINT') return judged.exit;
    judged = await judgeOnce(context, nextRound(first, typed === 'a' ? [] : open));
  }
  return judged.exit;
}

/** The required requirements that have not passed; failures that a baseline covers are left out. */
function openIn(report: Report): string[] {
  const open = [...requiredWith(report, 'failed'), ...requiredWith(report, 'inconclusive')];
  return open.map(({ id }) => id).filter((id) => coverOf(report, id) === undefined);
}

/** The same run for these requirements; for all if there are none. */
function nextRound(first: Round, open: readonly string[]): Round {
  const what = open.length === 0 ? 'everything' : count(open.length, 'requirement');
  const heading = `\nrerun: ${what}, seed ${first.settings.seed}`;
  if (open.length === 0) return { ...first, heading };
  const selected = first.settings.selected.filter((id) => open.includes(id));
  const { '--skip': _, ...given } = first.given;
  const settings = { ...first.settings, out: folderOfPart(first), selected, partial: true };
  return {
    ...first,
    settings: Object.freeze(settings),
    given: { ...given, '--only': selected.join(',') },
    heading,
  };
}

/** The folder for the reports of a part: those of the whole run stay where they are. */
const folderOfPart = ({ settings: { out } }: Round) => join(out, 'again');

/** The next line that is typed, the signal that came before it, or `q` if the terminal is closed. */
async function nextLine(input: Input): Promise<string> {
  const lines = createInterface({ input });
  let ignoreSignals = () => {};
  try {
    return await new Promise((resolve) => {
      ignoreSignals = onStopSignal(resolve);
      lines.once('line', (line) => resolve(line.trim().toLowerCase()));
      lines.once('close', () => resolve('q'));
    });
  } finally {
    ignoreSignals();
    lines.close();
  }
}
