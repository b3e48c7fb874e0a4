/** `run --watch`: a run, and what failed in it again when Enter is pressed. */
import { join } from 'node:path';
import { coverOf } from '../report/baseline.ts';
import type { Report } from '../report/report.ts';
import { refuseLink } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { count } from '../text/words.ts';
import {
  type Context,
  type ExitStatus,
  exitStatus,
  type Input,
  onStopSignal,
  type StopSignal,
} from './command-context.ts';
import { judgeOnce, type Round } from './round.ts';

/** What ends the waiting between two rounds. */
type Occasion = 'enter' | 'everything' | 'end' | StopSignal;

/** Watches until somebody ends it. Returns the exit status of the last verdict. */
export async function watch(context: Context, first: Round): Promise<ExitStatus> {
  const { stdin } = context;
  if (stdin?.isTTY !== true) throw new SettingsError('--watch needs a terminal');
  refuseLink(folderOfPart(first));
  let judged = await judgeOnce(context, first);
  let open = openAfter(judged.report, []);
  while (!judged.stopped) {
    context.stderr.write(`${invitation(open.length)}\n`);
    const occasion = await nextOccasion(stdin);
    // Ctrl-C ends the watching, and not a run; the other signals mean what they always do.
    if (occasion === 'end' || occasion === 'SIGINT') return judged.exit;
    if (occasion === 'SIGTERM' || occasion === 'SIGHUP') return exitStatus[occasion];
    judged = await judgeOnce(context, nextRound(first, open, occasion));
    const left = openAfter(judged.report, open);
    const fixed = open.filter((id) => !left.includes(id));
    if (fixed.length > 0) context.stderr.write(`fixed: ${fixed.join(', ')}\n`);
    open = left;
  }
  return judged.exit;
}

/** The requirements that have not passed; failures that a baseline covers are left out. What a round did not judge stays. */
function openAfter(report: Report, before: readonly string[]): string[] {
  return report.requirements.flatMap(({ id, level, outcome }) => {
    if (level !== 'required' || coverOf(report, id) !== undefined) return [];
    const isOpen =
      outcome === 'failed' ||
      outcome === 'inconclusive' ||
      (outcome === 'skipped' && before.includes(id));
    return isOpen ? [id] : [];
  });
}

/** The same run for the requirements that are open; for all if none is open, or if all are wanted. */
function nextRound(first: Round, open: readonly string[], occasion: Occasion): Round {
  const isWhole = open.length === 0 || occasion === 'everything';
  const what = isWhole ? 'everything' : count(open.length, 'requirement');
  const heading = `\nonce more: ${what}, seed ${first.settings.seed}`;
  if (isWhole) return { ...first, heading };
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

function invitation(open: number): string {
  const what = open === 0 ? 'everything again' : `what has not passed again (${open})`;
  return `\nEnter judges ${what}; ${open === 0 ? '' : 'a judges everything, '}q ends`;
}

async function nextOccasion(stdin: Input): Promise<Occasion> {
  const over = new AbortController();
  let ignoreSignals = () => {};
  const signalled = new Promise<Occasion>((resolve) => {
    ignoreSignals = onStopSignal(resolve);
  });
  try {
    return await Promise.race([signalled, nextKey(stdin, over.signal)]);
  } finally {
    ignoreSignals();
    over.abort();
  }
}

/** In raw mode Ctrl-C and Ctrl-D are characters, and no signal. */
const keys: Readonly<Record<string, Occasion>> = {
  '\r': 'enter',
  '\n': 'enter',
  a: 'everything',
  q: 'end',
  '\u0003': 'end',
  '\u0004': 'end',
};

/** Resolves with the next key that means something. Leaves the terminal as it was. */
function nextKey(input: Input, signal: AbortSignal): Promise<Occasion> {
  return new Promise((resolve) => {
    const onData = (typed: Uint8Array | string) => {
      // Arrow keys send several characters.
      const found = keys[Buffer.from(typed).toString().toLowerCase()];
      if (found !== undefined) resolve(found);
    };
    input.setRawMode?.(true);
    input.on('data', onData);
    input.resume();
    const restore = () => {
      input.off('data', onData);
      input.setRawMode?.(false);
      input.pause();
    };
    signal.addEventListener('abort', restore, { once: true });
  });
}
