import { join } from 'node:path';
import { systemClock } from '../../http/clock.ts';
import { nothingKnown, type Presence, type Rhythm, untilRestarted } from '../../http/restart.ts';
import { type Outcomes, openIn, outcomesAfter, renderChanged } from '../../report/rounds.ts';
import { refuseLink } from '../../settings/files.ts';
import { SettingsError } from '../../settings/settings-error.ts';
import { count } from '../../text/words.ts';
import type { Context } from '../context.ts';
import { type ExitStatus, exitStatus } from '../exit-status.ts';
import { type Judged, judgeOnce, type Round } from '../round.ts';
import { onStopSignal, type StopSignal } from '../signals.ts';
import { nextWish, type Wish } from './keyboard.ts';

/** A service that is being restarted may wait until idle connections are closed: for two seconds at most. */
const ordinaryRhythm: Rhythm = { everyMs: 1000, heldMs: 2000, settledMs: 300, clock: systemClock };

/** What ends the waiting between two rounds. */
type Occasion =
  | { readonly by: 'keyboard'; readonly wish: Wish }
  | { readonly by: 'restart'; readonly presence: Presence }
  | { readonly by: 'signal'; readonly signal: StopSignal };

/**
 * `run --watch`: a run, and what failed in it again whenever somebody asks for it or the service was restarted. Returns
 * the exit status of the last verdict.
 */
export async function watch(
  context: Context,
  first: Round,
  rhythm: Rhythm = ordinaryRhythm,
): Promise<ExitStatus> {
  refuseIdle(context, first);
  refuseLink(partIn(first));
  let judged = await judgeOnce(context, first);
  let outcomes = outcomesAfter(judged.report);
  let presence = nothingKnown;
  while (!judged.stopped) {
    if (wasAway(judged)) presence = { ...presence, away: true };
    context.stderr.write(`${invitation(context, first, outcomes)}\n`);
    const occasion = await nextOccasion(context, first, presence, rhythm);
    if (occasion.by === 'signal') return exitAt(occasion.signal, judged);
    if (occasion.by === 'keyboard' && occasion.wish === 'end') return judged.exit;
    if (occasion.by === 'restart') ({ presence } = occasion);
    judged = await judgeOnce(context, nextRound(first, outcomes, occasion));
    outcomes = outcomesAfter(judged.report, outcomes);
  }
  return judged.exit;
}

/** Without a terminal and behind a proxy nothing could ever start another round. */
function refuseIdle({ stdin }: Context, { settings }: Round): void {
  if (stdin?.isTTY === true || settings.proxy === undefined) return;
  throw new SettingsError(
    '--watch needs a terminal here: behind a proxy a restart of the service cannot be seen',
  );
}

/** Whether nobody answered at the end of the round: whoever answers later has come back. */
function wasAway({ exchanges }: Judged): boolean {
  return exchanges.at(-1)?.failure?.code === 'ECONNREFUSED';
}

/** Ctrl-C ends the watching, and not a run; the other signals mean what they always do. */
function exitAt(signal: StopSignal, { exit }: Judged): ExitStatus {
  return signal === 'SIGINT' ? exit : exitStatus[signal];
}

/** The same run for the requirements that are open; for all if none is open, or if all are wanted. */
export function nextRound(first: Round, outcomes: Outcomes, occasion: Occasion): Round {
  const open = new Set(openIn(outcomes));
  const all = open.size === 0 || (occasion.by === 'keyboard' && occasion.wish === 'everything');
  const why = occasion.by === 'restart' ? 'the service is back' : 'once more';
  const what = all ? 'everything' : count(open.size, 'requirement');
  const further = {
    heading: `\n${why}: ${what}, seed ${first.settings.seed}`,
    render: renderChanged.bind(undefined, outcomes),
  };
  if (all) return { ...first, further };
  const selected = first.settings.selected.filter((id) => open.has(id));
  const { '--skip': _, ...given } = first.given;
  return {
    ...first,
    settings: Object.freeze({ ...first.settings, out: partIn(first), selected, partial: true }),
    given: { ...given, '--only': selected.join(',') },
    further,
  };
}

/** The folder for the reports of what is asked again: those of the whole run stay where they are. */
const partIn = ({ settings: { out } }: Round) => join(out, 'again');

function invitation({ stdin }: Context, { settings }: Round, outcomes: Outcomes): string {
  const open = openIn(outcomes).length;
  const what = open === 0 ? 'everything again' : `again what has not passed (${open})`;
  const restart = settings.proxy === undefined ? ', or a restart of the service,' : '';
  const everything = open === 0 ? '' : 'a asks everything, ';
  if (stdin?.isTTY === true) return `\nEnter${restart} asks ${what}; ${everything}q ends`;
  return `\nrestart the service to ask ${what}; Ctrl-C ends`;
}

async function nextOccasion(
  { stdin, stderr }: Context,
  { settings: { baseUrl, proxy } }: Round,
  known: Presence,
  rhythm: Rhythm,
): Promise<Occasion> {
  const over = new AbortController();
  let ignoreSignals = () => {};
  const signalled = new Promise<Occasion>((resolve) => {
    ignoreSignals = onStopSignal((signal) => resolve({ by: 'signal', signal }));
  });
  const typed = nextWish(stdin, over.signal).then((wish): Occasion => ({ by: 'keyboard', wish }));
  // A connection that a proxy keeps open says nothing about the service behind it.
  const onAway = () => stderr.write('the service is away: waiting until it is back\n');
  const watched =
    proxy === undefined
      ? untilRestarted(baseUrl, { ...rhythm, known, onAway }, over.signal)
      : undefined;
  const restarted = watched?.then((presence): Occasion => ({ by: 'restart', presence }));
  restarted?.catch(() => {});
  try {
    return await Promise.race([signalled, typed, ...(restarted ? [restarted] : [])]);
  } finally {
    ignoreSignals();
    over.abort(new Error('the wait is over'));
  }
}
