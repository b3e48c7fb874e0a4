import { systemClock } from '../http/clock.ts';
import type { Emit, Pause, RunEvent } from '../run/events.ts';
import { findRequirement, type RequirementId } from '../spec/catalogue.ts';
import { cut, visible, withoutCommands } from '../text/visible.ts';
import { count, inOneLine } from '../text/words.ts';

/** What progress needs of a terminal or a file. */
interface ProgressStream {
  write(text: string): unknown;
  readonly columns?: number | undefined;
}

export interface ProgressOptions {
  /** Whether the stream is a terminal whose line can be rewritten. */
  readonly live: boolean;
  /** Milliseconds since the epoch; the clock that pauses are told in. */
  readonly now?: () => number;
  /** The requirements whose failures are shown; absent: all. */
  readonly selected?: readonly RequirementId[];
  /** The requirements whose failures the baseline covers. */
  readonly known?: ReadonlySet<string>;
}

interface ProgressDisplay {
  readonly onEvent: Emit;
  /** Clears the live line and lets go of its timer. */
  stop(): void;
}

/** Milliseconds between two writes of the live line. */
const pace = 100;
/** Seconds; shorter pauses are not worth a line. */
const shortPause = 1;
/** Characters of what a failure says. */
const whatRoom = 300;
const clearLine = '\r\u001b[2K';

/** Whether a line can be taken back: not in a log, which CI keeps of a terminal, too, and not on a dumb terminal. */
export function isLive(
  { isTTY }: { readonly isTTY?: boolean | undefined },
  { TERM, CI }: Readonly<Record<string, string | undefined>>,
): boolean {
  return isTTY === true && TERM !== 'dumb' && !CI;
}

/** Shows the progress of a run: one line rewritten in place, or plain lines if that is not possible. */
export function progress(stream: ProgressStream, options: ProgressOptions): ProgressDisplay {
  const selected = options.selected && new Set(options.selected);
  const counts = (id: RequirementId) =>
    findRequirement(id)?.level === 'required' && (selected?.has(id) ?? true);
  return options.live
    ? liveProgress(stream, counts, options.known ?? new Set(), options.now ?? systemClock.now)
    : plainProgress(stream, counts, options.known ?? new Set());
}

function liveProgress(
  stream: ProgressStream,
  counts: (id: RequirementId) => boolean,
  known: ReadonlySet<string>,
  now: () => number,
): ProgressDisplay {
  const failed = new Set<RequirementId>();
  let requests = 0;
  let current = '';
  let pause: Pause | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let shown = '';
  let stopped = false;
  const textAt = (at: number) => {
    const covered = [...failed].filter((id) => known.has(id)).length;
    const beside = covered === 0 ? '' : `, ${covered} KNOWN`;
    const totals = `${count(requests, 'request')}, ${count(failed.size - covered, 'failure')}${beside}`;
    const left = pause === undefined ? 0 : (pause.startedAt - at) / 1000 + pause.seconds;
    if (pause !== undefined && left > 0) {
      return visible(`${totals} | ${waitWords(pause, left, '')}`);
    }
    return visible(current === '' ? totals : `${totals} | ${current}`);
  };
  const show = () => {
    const at = now();
    if (stopped || at - writtenAt < pace) return;
    const text = narrowed(textAt(at), (stream.columns || 80) - 1);
    if (text === shown) return;
    stream.write(clearLine + text);
    shown = text;
    writtenAt = at;
  };
  // Shows what came shortly after the last write, and counts pauses down.
  const timer = setInterval(show, pace).unref();
  return {
    onEvent(event) {
      if (event.type === 'exchange') requests += 1;
      if (event.type === 'check-started') current = event.id;
      if (event.type === 'pause') pause = event.pause;
      if (event.type === 'ended-early') {
        pause = undefined;
        current = `ended early: ${event.reason}`;
      }
      for (const { id } of failuresOf(event)) if (counts(id)) failed.add(id);
      show();
    },
    stop() {
      clearInterval(timer);
      if (!stopped && shown !== '') stream.write(clearLine);
      stopped = true;
    },
  };
}

function plainProgress(
  stream: ProgressStream,
  counts: (id: RequirementId) => boolean,
  known: ReadonlySet<string>,
): ProgressDisplay {
  const told = new Set<string>();
  /** Many answers may show the same fault, and many pauses have one reason: a line is enough. */
  const once = (what: string, text: string) => {
    if (!told.has(what)) stream.write(`${withoutCommands(visible(text))}\n`);
    told.add(what);
  };
  let ended = false;
  const onEvent = (event: RunEvent) => {
    if (event.type === 'ended-early') ended = true;
    if (event.type === 'check-started' && !ended) {
      const [chapter = event.id] = event.id.split('.', 1);
      once(chapter, `asking about ${chapter}.*`);
    } else if (event.type === 'pause' && event.pause.seconds > shortPause) {
      const { seconds, startedAt, reason } = event.pause;
      const end = new Date(startedAt + seconds * 1000).toISOString().slice(11, 19);
      once(reason, waitWords(event.pause, seconds, `, until ${end} UTC`));
    }
    for (const { id, what } of failuresOf(event)) {
      if (counts(id)) once(id, `${known.has(id) ? 'KNOWN' : 'FAILED'} ${id}: ${what}`);
    }
  };
  return { onEvent, stop: () => {} };
}

/** `waiting 2 s (of at most 10): …`. */
function waitWords({ atMost, reason }: Pause, left: number, until: string): string {
  const end = atMost === undefined ? until : ` (of at most ${Math.ceil(atMost)})`;
  return `waiting ${Math.ceil(left)} s${end}: ${reason}`;
}

/** The requirements that failed by an event, and how, in one line. */
function failuresOf(event: RunEvent): { readonly id: RequirementId; readonly what: string }[] {
  if (event.type === 'exchange') {
    return event.findings.flatMap(({ id, at, problem }) =>
      problem === undefined ? [] : [{ id, what: `${at}: ${problem}` }],
    );
  }
  if (event.type !== 'check-finished' || event.result.outcome !== 'failed') return [];
  const { title, message } = event.result;
  return [{ id: event.id, what: `${title}: ${cut(inOneLine(message), whatRoom)}` }];
}

function narrowed(text: string, columns: number): string {
  const characters = [...text];
  return characters.length <= columns
    ? text
    : `${characters.slice(0, Math.max(0, columns - 1)).join('')}…`;
}
